/**
 * One file with everything that an auditor needs for one figure: the answer, the texts that lead from the root of the
 * release to it, the proof that the root is in the log, and the bank's document. It is read without a network.
 */
import { parse as parseExact } from 'lossless-json';
import { z } from 'zod';
import { namedRows } from '../../wire/answers/named-rows.ts';
import { documentKey } from '../../wire/release/keys.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { GLOBAL, type IsoDate, isoDate, type ProviderCode, providerCode } from '../../wire/words/schemas.ts';

export const PROOF_FORMAT = 'ratetree-proof-1';

const proof = z.strictObject({
  format: z.literal(PROOF_FORMAT),
  provider: providerCode,
  date: isoDate,
  currency: z.string(),
  /** Path and text of the answer. */
  answer: z.tuple([z.string(), z.string()]),
  /** The bank's figures and documents of that date. */
  provenance: z.string().nullable(),
  /** Texts of the manifest, in the order of the way from the root. */
  texts: z.array(z.string()),
  /** C2SP tlog-proof of the release. */
  log: z.string(),
  /** What the bank sent, compressed with gzip, in base64; null if it is not kept, or not for the reader. */
  document: z.string().nullable(),
});
export type Proof = z.infer<typeof proof>;

/** @throws InputError if it is not a proof, whatever it may prove */
export function parseProof(text: string): Proof {
  const parsed = proof.safeParse(parsedJson(text));
  if (parsed.success) return parsed.data;
  throw new InputError('it is not a proof, or only a part of one; "ratetree prove" writes another');
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export interface Question {
  readonly provider: ProviderCode;
  readonly date: IsoDate;
  readonly currency: string;
}

/** GLOBAL is stated by every base; a bank by its own. */
export function isAnswer(path: string, { provider, date }: Question): boolean {
  return isAt(`historical/${provider}/${date.replaceAll('-', '/')}`, path, provider);
}

/** Whether it is the newest of such answers. */
export function isLatest(path: string, { provider }: Pick<Question, 'provider'>): boolean {
  return isAt(`latest/${provider}`, path, provider);
}

function isAt(folder: string, path: string, provider: ProviderCode): boolean {
  return new RegExp(`^v1/${folder}/${provider === GLOBAL ? 'EUR' : '[A-Z]{3}'}\\.json$`).test(path);
}

const answered = z.looseObject({ base: z.string(), exchangeRates: z.record(z.string(), z.unknown()) });

/** @throws InputError if the answer has no figure of the currency */
export function figureIn(text: string, { currency, date }: Question): string {
  const { base, exchangeRates } = answered.parse(parseExact(text));
  // A name such as `constructor` is in every object, and no figure.
  const rate = Object.hasOwn(exchangeRates, currency) ? exchangeRates[currency] : undefined;
  if (rate === undefined) throw new InputError(`there is no figure of ${currency} for ${date}`);
  return `1 ${base} = ${rate} ${currency}`;
}

const provenanceFile = z.looseObject({ figures: namedRows, documents: namedRows.default([]) });

/** The document in which the bank's figure stands; null for GLOBAL, which has many. */
export function documentOf(text: string, { provider, currency }: Question) {
  const { figures, documents } = provenanceFile.parse(JSON.parse(text));
  const row = provider === GLOBAL ? undefined : figures.find((one) => one.currency === currency);
  const own = documents.find(({ document }) => document === row?.document);
  if (row === undefined || own === undefined) return null;
  const { sha256 = '', url = '', fetched = '' } = own;
  return { sha256, url, fetched, key: documentKey(provider, row.seen ?? '', sha256) };
}

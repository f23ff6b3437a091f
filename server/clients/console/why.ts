/**
 * `ratetree why`: a figure, with where it comes from, by the provenance of its fixing and of the fixings behind it; with
 * `--document` what the bank sent, byte for byte, from the store that a night has kept it in. No network of the bank is
 * needed, and the hash is that of the release.
 */

import { writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Command } from 'commander';
import { parse } from 'lossless-json';
import { z } from 'zod';
import { DOCUMENT_ENDS, documentKey } from '../../../generator/wire/release/keys.ts';
import { hashOf } from '../../../generator/wire/words/hash.ts';
import { InputError } from '../../../generator/wire/words/input-error.ts';
import { toWrittenCode } from '../../../generator/wire/words/written-codes.ts';
import { type Asker, askFor, figure, head, type Told } from '../ask/answers.ts';
import { readObjects } from '../ask/asker.ts';
import { ageText, type OriginFlags, tell, withOrigin, withQuestion } from '../cli/program.ts';
import { blendedLines, explainBlended, explainPublished, type Published, publishedLines } from './provenance.ts';

const EXAMPLES = [
  'ratetree why GLOBAL 2026-03-10 SEK    the banks behind it',
  'ratetree why ECB 2026-03-10 SEK       the digits as published',
  'ratetree why GLOBAL latest SEK --json',
  'ratetree why ECB latest SEK --origin releases --document ecb.xml',
];

interface WhyFlags extends OriginFlags {
  readonly document?: string;
}

export function addWhy(program: Command): void {
  withQuestion(program.command('why'), EXAMPLES)
    .description('where a figure comes from')
    .argument('<provider>', 'GLOBAL, or the code of a bank')
    .argument('<date>', 'a day, as 2026-03-10, or latest')
    .argument('<currency>', 'the currency of the figure')
    .option('--document <file>', 'write what the bank sent, byte for byte, from a store; - is standard output')
    .action(async (provider: string, date: string, currency: string, { document: file, ...flags }: WhyFlags) => {
      const ask = async (asker: Asker) => {
        const why = await toWhy(asker, { provider, date, currency }, Date.now());
        if (file === undefined) return why;
        const lines = await writeDocuments(why.published, { origin: flags.origin, provider: why.provider, file });
        return { ...why, lines: [...why.lines, '', ...lines] };
      };
      if (file !== STANDARD_OUTPUT) await tell(flags, ask);
      // Standard output is the document's.
      else await withOrigin(flags.origin, async (asker) => console.error((await ask(asker)).lines.join('\n')));
    });
}

const rates = z.looseObject({ ...head, exchangeRates: z.record(z.string(), figure) });

interface WhyQuestion {
  readonly provider: string;
  /** A day, or `latest`. */
  readonly date: string;
  readonly currency: string;
}

interface Why extends Told {
  readonly provider: string;
  /** The bank's figures, each with its document; none for GLOBAL. */
  readonly published: readonly Published[];
}

/** The figure itself comes from the operation, which also judges the question in the words of the service. */
export async function toWhy(asker: Asker, question: WhyQuestion, nowMs: number): Promise<Why> {
  const currency = toWrittenCode(question.currency.trim());
  const ofLatest = question.date === 'latest';
  const parameters = { provider: question.provider, currencies: currency, date: ofLatest ? null : question.date };
  const path = ofLatest ? '/v1/latest' : '/v1/historical';
  const { value } = await askFor(asker, rates, path, parameters);
  const { provider, date, base } = value;
  const rate = value.exchangeRates[currency] ?? null;
  const facts = { provider, date, base, currency, rate };
  const stated = rate === null ? 'no figure' : `1 ${base} = ${rate} ${currency}`;
  const age = ofLatest ? ageText(date, null, nowMs) : '';
  const headline = `${currency}, ${provider} of ${date}${age === '' ? '' : `, ${age}`}: ${stated}`;
  if (provider === 'GLOBAL') {
    const why = await explainBlended(asker, date, currency);
    const json = JSON.stringify({ ...facts, ...why });
    return { lines: [headline, ...blendedLines(why, currency)], json, provider, published: [] };
  }
  const published = await explainPublished(asker, provider, date, currency);
  const json = JSON.stringify({ ...facts, published });
  return { lines: [headline, ...publishedLines(published)], json, provider, published };
}

/** In place of a file. */
const STANDARD_OUTPUT = '-';
/** A bank's answer has up to 32 MB. */
const BYTES_MAX = 64 * 1024 * 1024;
const recording = z.looseObject({ contentType: z.string() });

interface Asked {
  readonly origin: string | undefined;
  readonly provider: string;
  readonly file: string;
}

/**
 * Writes the documents that the figures stand in. The first has the file's own name, the others a number after it.
 * Returns a line for each.
 * @throws InputError if there is none, or it is not kept or damaged
 */
async function writeDocuments(published: readonly Published[], asked: Asked): Promise<readonly string[]> {
  const documents = [...new Map(published.map((one) => [one.document.sha256, one])).values()];
  if (documents.length === 0)
    throw new InputError('the figure stands in no document of its own: ask for a bank, and a currency that it states');
  if (asked.file === STANDARD_OUTPUT && documents.length > 1)
    throw new InputError(`the figure stands in ${documents.length} documents: name a file, and each gets a name`);
  const lines: string[] = [];
  for (const [place, one] of documents.entries()) {
    const { bytes, contentType } = await readDocument(one, asked);
    const file = place === 0 ? asked.file : `${asked.file}.${place + 1}`;
    if (file === STANDARD_OUTPUT) process.stdout.write(bytes);
    else writeFileSync(file, bytes);
    const where = file === STANDARD_OUTPUT ? 'written' : `written to ${file}`;
    const { url, fetched } = one.document;
    lines.push(`${where}: ${bytes.length} bytes of ${contentType}, fetched ${fetched} from ${url}`);
  }
  return lines;
}

async function readDocument({ seen, document }: Published, { origin, provider }: Asked) {
  const key = documentKey(provider, seen, document.sha256);
  const keys = [DOCUMENT_ENDS.bytes, DOCUMENT_ENDS.recording].map((end) => `${key}${end}`);
  const [packed, recorded] = await readObjects(origin ?? null, process.env, keys);
  if (!packed || !recorded) {
    const fix = 'name with --origin the bucket, or the folder, that nights publish to';
    throw new InputError(`${key} is not kept here, or not for you to read: ${fix}`);
  }
  const found = unpacked(packed, recorded);
  if (found === null || hashOf(found.bytes) !== document.sha256)
    throw new InputError(`${keys[0]} is damaged, or of other bytes: restore it from a copy of the store`);
  return found;
}

/** Null if the bytes are not a kept document. */
function unpacked(packed: Buffer, recorded: Buffer): { readonly bytes: Buffer; readonly contentType: string } | null {
  try {
    const bytes = gunzipSync(packed, { maxOutputLength: BYTES_MAX });
    return { bytes, contentType: recording.parse(parse(recorded.toString('utf8'))).contentType };
  } catch {
    return null;
  }
}

/**
 * The provenance of a fixing as the tree has it: tables of columns and rows, some with other columns. For a bank's
 * figure it has the digits in the published direction, the day, and the document; for one of GLOBAL the banks behind it
 * with their dates and documents, who was left out and why, and pegs.
 */

import { z } from 'zod';
import { alignPoints, columns } from '../../../generator/kit/terminal.ts';
import { type NamedRow, namedRows } from '../../../generator/wire/answers/named-rows.ts';
import { provenancePath } from '../../../generator/wire/answers/paths.ts';
import { Ratio } from '../../../generator/wire/exact/decimal.ts';
import { type IsoDate, isoDate, type ProviderCode, providerCode } from '../../../generator/wire/words/schemas.ts';
import { type Asker, askFor, isRefusal } from '../ask/answers.ts';

const provenance = z.looseObject({
  figures: namedRows,
  /** Of a bank. */
  documents: namedRows.default([]),
  /** Of GLOBAL. */
  method: z.string().default(''),
  currencies: namedRows.default([]),
  pegs: namedRows.default([]),
  notices: namedRows.default([]),
  excluded: namedRows.default([]),
});

/** @throws RatetreeError (1404) if the release has none for that date */
async function readProvenance(asker: Asker, provider: string, date: IsoDate): Promise<z.infer<typeof provenance>> {
  const code: ProviderCode = providerCode.parse(provider);
  return (await askFor(asker, provenance, `/${provenancePath(code, date)}`)).value;
}

export interface Published {
  readonly date: string;
  /** `100 SEK`, or `1 g XAU`. */
  readonly of: string;
  readonly quote: string;
  readonly mid: string;
  readonly bid: string;
  readonly ask: string;
  /** The bank's list, and its number of that where it has one. */
  readonly table: string;
  readonly number: string;
  /** When the figure was first seen, in UTC. */
  readonly seen: string;
  readonly document: { readonly id: string; readonly url: string; readonly sha256: string; readonly fetched: string };
}

export async function explainPublished(
  asker: Asker,
  provider: string,
  date: IsoDate,
  currency: string,
): Promise<readonly Published[]> {
  const { figures, documents } = await readProvenance(asker, provider, date);
  const byId = new Map(documents.map((document) => [document.document, document]));
  return figures.filter((row) => row.currency === currency).map((row) => toPublished(row, byId.get(row.document)));
}

function toPublished(row: NamedRow, document: NamedRow = {}): Published {
  const { date = '', per = '', unit = '', base = '', quote = '', mid = '', bid = '', ask = '', seen = '' } = row;
  const { number = '' } = row;
  const { url = '', sha256 = '', fetched = '', table = '' } = document;
  const of = [per, unit, base].filter((word) => word !== '').join(' ');
  return {
    date,
    of,
    quote,
    mid,
    bid,
    ask,
    table,
    number,
    seen,
    document: { id: row.document ?? '', url, sha256, fetched },
  };
}

export function publishedLines(published: readonly Published[]): readonly string[] {
  if (published.length === 0) return ['The fixing states no figure of this currency; the reference currency is 1.'];
  return published.flatMap(({ date, of, quote, mid, bid, ask, table, number, seen, document }) => [
    '',
    `published  ${of} = ${mid === '' ? `${bid} bid, ${ask} ask` : mid} ${quote}, for ${date}`,
    `list       ${`${table} ${number}`.trim()}`,
    `document   ${document.url}`,
    `sha256     ${document.sha256}, fetched ${document.fetched}`,
    `seen       ${seen}`,
  ]);
}

interface Contributor {
  readonly provider: string;
  /** Of its own figure. */
  readonly date: string;
  /** The day on which the figure was set, which is a working day before its date for some banks. */
  readonly set: string;
  /** Units per euro as a decimal or n/d; empty for a bank that was left out without a figure. */
  readonly perEuro: string;
  /** `used`, or `left out:` with the reason. */
  readonly use: string;
  readonly document: string;
  /** Of the document; empty if the release has no provenance of that fixing. */
  readonly url: string;
  readonly fetched: string;
}

interface Blended {
  readonly method: string;
  /** How the figure was made: median, mean, single or peg; null if there is none. */
  readonly made: string | null;
  /** Units per euro. */
  readonly figure: string | null;
  readonly contributors: readonly Contributor[];
  readonly peg: NamedRow | null;
  /** That its peg is contradicted, or that all of its figures are in quarantine. */
  readonly notices: readonly NamedRow[];
  /** Banks that never contribute, with the reason. */
  readonly excluded: readonly NamedRow[];
}

export async function explainBlended(asker: Asker, date: IsoDate, currency: string): Promise<Blended> {
  const { method, currencies, figures, pegs, notices, excluded } = await readProvenance(asker, 'GLOBAL', date);
  const isOfCurrency = (row: NamedRow) => row.currency === currency;
  const own = currencies.find(isOfCurrency);
  const contributors = await Promise.all(figures.filter(isOfCurrency).map((row) => withDocument(asker, row)));
  return {
    method,
    made: own?.method ?? null,
    figure: own?.figure ?? null,
    contributors,
    peg: pegs.find(isOfCurrency) ?? null,
    notices: notices.filter(isOfCurrency),
    excluded,
  };
}

/** The address of a document is in the provenance of the bank that published it. */
async function withDocument(asker: Asker, row: NamedRow): Promise<Contributor> {
  const { provider = '', date = '', perEuro = '', use = '', document = '' } = row;
  // Provenance leaves the day out where it is the date.
  const set = row.made || date;
  const { documents } = await readProvenance(asker, provider, isoDate.parse(date)).catch(absent);
  const { url = '', fetched = '' } = documents.find((one) => one.document === document) ?? {};
  return { provider, date, set, perEuro, use, document, url, fetched };
}

/** A bank's figure may be of a day for which it has no fixing of its own, such as one carried in another list. */
function absent(error: unknown): { readonly documents: readonly NamedRow[] } {
  if (isRefusal(error) && error.errorCode === 1404) return { documents: [] };
  throw error;
}

const PLACES = 10;

export function blendedLines(
  { made, method, contributors, peg, notices, excluded }: Blended,
  currency: string,
): string[] {
  return [
    madeText(made, contributors, method),
    ...(peg === null ? [] : [pegText(peg, currency)]),
    ...notices.map(({ words = '' }) => `${currency}: ${words}`),
    ...(contributors.length === 0 ? [] : ['', ...contributorTable(contributors, currency)]),
    ...(excluded.length === 0 ? [] : ['', `Never asked: ${excludedText(excluded)}`]),
  ];
}

function madeText(made: string | null, contributors: readonly Contributor[], method: string): string {
  const used = contributors.filter(({ use }) => use.startsWith('used')).length;
  const banks = used === 1 ? 'one bank' : `${used} banks`;
  if (made === null) return `No figure was made (${method}).`;
  if (made === 'peg') return `Fixed to another currency (${method}).`;
  return made === 'single' ? `The figure of one bank (${method}).` : `The ${made} of ${banks} (${method}).`;
}

/** @param peg whose `kind` says who states the number: a law, a decision, or the bank in a statement */
function pegText(peg: NamedRow, currency: string): string {
  const { per = '', anchor = '', units = '', since = '', until = '', kind = '', source = '' } = peg;
  const ended = until === '' ? '' : ` until ${until}`;
  return `${per} ${anchor} = ${units} ${currency} since ${since}${ended}${kind === '' ? '' : `, by ${kind}`}: ${source}`;
}

function contributorTable(contributors: readonly Contributor[], currency: string): readonly string[] {
  const figures = alignPoints(
    contributors.map(({ perEuro }) => (perEuro === '' ? '-' : Ratio.parse(perEuro).round(PLACES))),
  );
  const rows = contributors.map(({ provider, date, set, use, url, document }, place) => {
    return [provider, set === date ? date : `${date}, set on ${set}`, figures[place] ?? '', use, cut(url || document)];
  });
  return columns([['BANK', 'ITS DATE', `${currency} PER EURO`, 'USE', 'DOCUMENT'], ...rows]);
}

const ADDRESS_MAX = 72;

/** Some addresses have a thousand characters; `--json` has them whole. */
function cut(address: string): string {
  return address.length > ADDRESS_MAX ? `${address.slice(0, ADDRESS_MAX)}…` : address;
}

/** `BBK, BDP (obsolete); FED (monthly)`. */
function excludedText(excluded: readonly NamedRow[]): string {
  const reasons = [...new Set(excluded.map(({ reason = '' }) => reason))];
  const groups = reasons.map((reason) => {
    const codes = excluded.filter((row) => row.reason === reason).map(({ provider = '' }) => provider);
    return `${codes.join(', ')} (${reason})`;
  });
  return groups.join('; ');
}

/** Reads whole trees of files, and generates small but complete trees from a few lines of an archive. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MEMORY_FOLDER } from '../../../generator/kit/known-files.ts';
import { toQuarantined } from '../../../generator/rates/quarantine/quarantine.ts';
import { type GenerateOptions, type GenerateSummary, generate } from '../../../generator/release/publish/generate.ts';
import { writeAccepted } from '../../../generator/sources/archive/confirmed.ts';
import { readCurrencies } from '../../../generator/sources/facts/currencies.ts';
import { readPegs } from '../../../generator/sources/facts/pegs.ts';
import type { ProviderFacts } from '../../../generator/sources/feeds/provider.ts';
import { Decimal } from '../../../generator/wire/exact/decimal.ts';
import { addDays, parseIsoDate } from '../../../generator/wire/words/calendar.ts';
import { hashOf } from '../../../generator/wire/words/hash.ts';
import { readHoldings } from '../../../scripts/docs/holdings.ts';
import { definition, freshFolder, writeLines } from '../banks/archives.ts';

/**
 * The bytes, as text, by path and in path order: of a generated tree every file that its manifest names, and of any other
 * folder every file that lies there.
 */
export function readTree(folder: string, below = ''): Map<string, string> {
  const pointer = below === '' ? pointerIn(folder) : null;
  if (pointer === null || pointer.archive !== null) return readFolder(folder, below);
  return new Map([...filesBelow(folder, pointer.root)].sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** The id of the release in force in a folder. */
export function releaseIn(folder: string): string {
  return pointerIn(folder)?.release ?? '';
}

/** Null where there is none, or where a test has damaged it. */
function pointerIn(folder: string) {
  const file = join(folder, 'current.json');
  try {
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Every file that lies in the folder. */
export function readFolder(folder: string, below = ''): Map<string, string> {
  const files = new Map<string, string>();
  const entries = existsSync(join(folder, below)) ? readdirSync(join(folder, below), { withFileTypes: true }) : [];
  for (const entry of entries.sort((left, right) => (left.name < right.name ? -1 : 1))) {
    // What a machine remembers of an archive and of its store is no part of them.
    if (entry.name === MEMORY_FOLDER || entry.name.startsWith('.pointer-')) continue;
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) for (const [name, text] of readFolder(folder, path)) files.set(name, text);
    else files.set(path, readFileSync(join(folder, path), 'latin1'));
  }
  return files;
}

/** Follows every text of the manifest in the plainest way. */
function* filesBelow(folder: string, sha256: string): Generator<[path: string, text: string]> {
  const node = JSON.parse(readFileSync(join(folder, 'objects', sha256.slice(0, 2), sha256), 'utf8'));
  if (Array.isArray(node.files) && Array.isArray(node.files[0] ?? [])) {
    for (const [path, hash] of node.files) {
      const name = `${hash}-${hashOf(path).slice(0, 16)}`;
      yield [path, readFileSync(join(folder, 'objects', hash.slice(0, 2), name), 'latin1')];
    }
    return;
  }
  const { files, latest, series, providers, years, days } = node;
  const groups = [providers, years, days].flatMap((group) => Object.values(group ?? {}));
  for (const reference of [files, latest, series, ...groups]) {
    if (Array.isArray(reference)) yield* filesBelow(folder, reference[1]);
  }
}

export const ATLANTIC = definition('ECB', 'EUR');
const POLISH = definition('NBP', 'PLN', { bidAsk: true });
export const MONTHLY = definition('HMRC', 'GBP', { monthly: true, validity: 'month' });
export const DEFINITIONS = [ATLANTIC, POLISH, MONTHLY];
export const PEGS = readPegs({
  text: 'currency,anchor,per,units,since,until,kind,source\nAED,USD,1,3.6725,2000-01-01,,law,law\n',
  file: 'pegs.csv',
});

/** Twenty-five currencies, enough for a fixing of GLOBAL. */
export const CODES =
  'AED AUD BRL CAD CHF CNY CZK DKK GBP HKD HUF IDR ILS INR JPY KRW MXN MYR NOK NZD PHP PLN SEK SGD USD'.split(' ');

/** Of AED, in dollars, which are the last of the codes: nobody contradicts the peg. */
const PEG = Decimal.parse('3.6725');

/** One figure per currency for each weekday from `first` to `last`, both included; the figures move from day to day. */
export function dailyLines(first: string, last: string, thousandths = 100): string[] {
  const lines: string[] = [];
  for (let date = parseIsoDate(first), day = 0; date <= last; date = addDays(date, 1), day++) {
    if (new Date(`${date}T00:00:00Z`).getUTCDay() % 6 === 0) continue;
    for (const [place, code] of CODES.entries()) {
      const figure =
        code === 'AED'
          ? PEG.times(Decimal.parse(`${CODES.length}.${thousandths + day}`))
          : `${place + 1}.${thousandths + day}`;
      lines.push(`${date} EUR/${code} ${figure}`);
    }
  }
  return lines;
}

export interface Lines {
  readonly ECB: readonly string[];
  readonly NBP?: readonly string[];
  readonly HMRC?: readonly string[];
}

/** Runs the generator over an archive of these lines. */
export async function generateFrom(
  lines: Lines | Readonly<Record<string, readonly string[]>>,
  outDir: string,
  { acceptsAll = false, ...more }: Partial<GenerateOptions> & { readonly acceptsAll?: boolean } = {},
): Promise<GenerateSummary> {
  const archiveDir = freshFolder();
  for (const [provider, own] of Object.entries(lines)) await writeLines(archiveDir, provider, own);
  if (acceptsAll) await acceptAll(archiveDir, more.definitions ?? DEFINITIONS);
  return generate({
    archiveDir,
    outDir,
    date: parseIsoDate('2026-03-20'),
    definitions: DEFINITIONS,
    currencies: readCurrencies(),
    pegs: PEGS,
    ...more,
  });
}

/** Accepts all figures in quarantine, and then those that are in it next: after an accepted jump, the way back. */
async function acceptAll(archiveDir: string, definitions: readonly ProviderFacts[]): Promise<void> {
  const held = toQuarantined(await readHoldings(archiveDir, definitions));
  for (const provider of new Set(held.map((one) => one.provider))) {
    const own = held.filter((one) => one.provider === provider).map(({ row }) => row);
    await writeAccepted(archiveDir, provider, own, { accepted: '2026-03-13T18:00:00Z', note: 'accepted by a test' });
  }
  if (held.length > 0) await acceptAll(archiveDir, definitions);
}

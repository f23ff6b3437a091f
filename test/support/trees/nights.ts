/** Two nights in a few lines: what banks had published by the last release, and what they have published since. */

import { parse } from 'csv-parse/sync';
import { groupBy } from '../../../generator/kit/items.ts';
import { checkTree, type GateOptions } from '../../../generator/release/gate/gate.ts';
import type { Finding, GateReport } from '../../../generator/release/gate/report.ts';
import type { TreeReader } from '../../../generator/release/gate/stated.ts';
import { type GeneratedTree, openGenerated } from '../../../generator/release/pointer/generated.ts';
import type { GenerateOptions } from '../../../generator/release/publish/generate.ts';
import { readCurrencies } from '../../../generator/sources/facts/currencies.ts';
import type { ProviderDefinition } from '../../../generator/sources/feeds/provider.ts';
import { parseIsoDate } from '../../../generator/wire/words/calendar.ts';
import { hashOf } from '../../../generator/wire/words/hash.ts';
import { EUR } from '../../../generator/wire/words/schemas.ts';
import { definition, freshFolder } from '../banks/archives.ts';
import { sharedTree } from './shared.ts';
import { fileIn } from './tree-files.ts';
import { CODES, generateFrom, type Lines } from './trees.ts';

/**
 * A daily list in euros; zloty with bid and ask, a weekly list and gold dated ahead; koruna, the reference of no other
 * bank.
 */
export const BANKS: readonly ProviderDefinition[] = [
  definition('ECB', 'EUR'),
  definition('NBP', 'PLN', {
    bidAsk: true,
    schedule: { days: [1, 2, 3, 4, 5], time: '12:15', timeZone: 'Europe/Warsaw', leadDaysMax: 5 },
  }),
  definition('CNB', 'CZK'),
];

const WEEKDAYS = ['02', '03', '04', '05', '06', '09', '10', '11', '12'].map((day) => `2026-03-${day}`);
export const TONIGHT = '2026-03-13';

/** The figures of one day by currency; null for a currency that is not on the list. */
export type Figures = Readonly<Record<string, string | null>>;

/** The ECB's list of a day: twenty-five currencies that hardly move, except for the given figures. */
export function ecb(date: string, other: Figures = {}): string[] {
  const steady = Object.fromEntries(CODES.map((code, place) => [code, `${place + 2}.4${date.slice(-2)}`]));
  return linesOf(date, (code) => `EUR/${code}`, { ...steady, ...other });
}

/** NBP's list of a day, in zloty per unit; the default figures nearly equal the ECB's, and no two days have the same. */
export function nbp(date: string, other: Figures = {}): string[] {
  const day = date.slice(-2);
  return linesOf(date, (code) => `${code}/PLN`, { EUR: `23.41${day}~23.43${day}`, NOK: '1.14~1.15', ...other });
}

export function cnb(date: string, other: Figures = {}): string[] {
  return linesOf(date, (code) => `${code}/CZK`, { EUR: `8.42${date.slice(-2)}`, HUF: '0.676', ...other });
}

function linesOf(date: string, pairOf: (code: string) => string, figures: Figures): string[] {
  return Object.entries(figures).flatMap(([code, figure]) =>
    figure === null ? [] : [`${date} ${pairOf(code)} ${figure}`],
  );
}

/** What all three had published by 12 March. */
export const BEFORE: Required<Omit<Lines, 'HMRC'>> & { readonly CNB: readonly string[] } = {
  ECB: WEEKDAYS.flatMap((date) => ecb(date)),
  NBP: WEEKDAYS.flatMap((date) => nbp(date)),
  CNB: WEEKDAYS.flatMap((date) => cnb(date)),
};

export type Published = Readonly<Partial<Record<'ECB' | 'NBP' | 'CNB', readonly string[]>>>;

/**
 * A tree of few files. Doubtful figures are in it only if `acceptsAll` is set. Many nights follow the same night, so that
 * tests share the trees that are made without further options.
 */
export async function treeOf(
  published: Published,
  acceptsAll = false,
  more: Partial<GenerateOptions> | null = null,
): Promise<GeneratedTree> {
  const make = (outDir: string, accepts = acceptsAll) =>
    generateFrom(published as Lines, outDir, {
      definitions: BANKS,
      acceptsAll: accepts,
      date: parseIsoDate(TONIGHT),
      bases: new Set([EUR]),
      since: parseIsoDate(TONIGHT),
      ...more,
    });
  if (more === null) {
    const name = `night-${hashOf(JSON.stringify(published))}`;
    const tree = await sharedTree(name, (outDir) => make(outDir, false));
    const isDoubtful = fileIn(tree, 'v1/quarantine.csv').split('\n').length > 2;
    return openGenerated(acceptsAll && isDoubtful ? await sharedTree(`${name}-accepted`, make) : tree);
  }
  const out = freshFolder();
  await make(out);
  return openGenerated(out);
}

export async function check(
  tree: TreeReader,
  last: TreeReader | null,
  more: Partial<GateOptions> = {},
): Promise<GateReport> {
  const now = parseIsoDate(TONIGHT);
  return checkTree({ tree, last, definitions: BANKS, currencies: readCurrencies(), now, accepted: [], ...more });
}

/** Returns `refuse jump ECB 2026-03-13 NOK`: the finding without the digest of its figures. */
export function toBrief({ level, fact }: Finding): string {
  return `${level} ${fact.replace(/ [0-9a-f]{8}$/, '')}`;
}

export function toBriefs({ refusals, warnings }: GateReport): readonly string[] {
  return [...refusals, ...warnings].map(toBrief).sort();
}

/** `ECB 2026-03-13 NOK`, or `ECB 2026-03-13 25 figures`: what is in quarantine, by bank and day. */
export function heldIn({ dir }: GeneratedTree): readonly string[] {
  const rows: Record<string, string>[] = parse(fileIn(dir, 'v1/quarantine.csv'), { columns: true });
  const lists = groupBy(rows, ({ provider, date }) => `${provider} ${date}`);
  const codes = (list: typeof rows) => list.map(({ provider, base, quote }) => (provider === 'ECB' ? quote : base));
  return [...lists].map(([list, own]) => `${list} ${own.length > 4 ? `${own.length} figures` : codes(own).join(' ')}`);
}

export interface Night {
  /** The lines of the last release; BEFORE by default. */
  readonly last?: Published;
  readonly tonight: Published;
  readonly now?: string;
  /** The findings of the gate as `toBriefs` returns them. */
  readonly found: readonly string[];
}

export const QUIET = { ECB: ecb(TONIGHT), NBP: nbp(TONIGHT), CNB: cnb(TONIGHT) };

/** Adds tonight's lists to those published before. */
export function plus(more: Published, before: Published = BEFORE): Published {
  const banks = Object.entries(before).map(([bank, lines]) => [bank, [...lines, ...(more[bank as 'ECB'] ?? [])]]);
  return Object.fromEntries(banks);
}

export async function briefsOf(night: Night): Promise<readonly string[]> {
  const { last = BEFORE, tonight, now = TONIGHT } = night;
  const [before, tree] = [await treeOf(last), await treeOf(tonight)];
  return toBriefs(await check(tree, before, { now: parseIsoDate(now) }));
}

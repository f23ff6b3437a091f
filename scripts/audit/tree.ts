/**
 * Compares a tree's figures of GLOBAL with recomputed ones: tables and dated files in three formats, digit for digit.
 */
import { readFileSync } from 'node:fs';
import { type Cells, readRecords } from './csv.ts';
import { parseFraction, quotient, toPlaces } from './fraction.ts';
import { type Objects, TreeObjects } from './objects.ts';

const PLACES = 10;
/** Also a list that is an older one under a new date is no voice. */
const UNHEARD = /^(held by a person: |all \d+ figures of its list are those of )/;
/** `v1/quarantine.csv` has the newest two years only. */
const OF_A_YEAR = /^v1\/quarantine-\d{4}\.csv$/;
const STANDARD = /^([A-Z]{3})\.(json|xml|csv)$/;
const IN_JSON = /"([A-Z]{3})":([0-9.]+)/g;
const IN_XML = /<currency>([A-Z]{3})<\/currency><rate>([0-9.]+)<\/rate>/g;
const IN_CSV = /^GLOBAL,[0-9-]+,[A-Z]{3},([A-Z]{3}),([0-9.]+)$/gm;
const PATTERNS: Readonly<Record<string, RegExp>> = { json: IN_JSON, xml: IN_XML, csv: IN_CSV };

export interface Compared {
  readonly figures: number;
  /** A line for each difference. */
  readonly differences: readonly string[];
}

/**
 * Returns whether a statement is in the tree's own list of figures in quarantine.
 * @param which `unheard`: only what says nothing about what the bank means
 */
export function readQuarantine(
  tree: string,
  which: 'all' | 'unheard' = 'all',
): (provider: string, row: Cells) => boolean {
  const nameOf = (provider: string, row: Cells) =>
    [provider, row.date, row.base, row.quote, row.seen, row.document].join();
  const lists = [...new TreeObjects(tree).lists()].filter(([path]) => OF_A_YEAR.test(path));
  const rows = lists.flatMap(([, object]) => readRecords(object));
  const isMeant = ({ reason = '' }: Cells) => which === 'all' || UNHEARD.test(reason);
  const listed = new Set(rows.filter(isMeant).map((row) => nameOf(row.provider ?? '', row)));
  return (provider, row) => listed.has(nameOf(provider, row));
}

/** The dates for which the tree has a fixing of GLOBAL. */
export function readDates(tree: string): readonly string[] {
  return new TreeObjects(tree).dates('GLOBAL');
}

/** @param figures the recomputed ones, per EUR; null: the day has no fixing */
export function compareDay(tree: string, date: string, figures: ReadonlyMap<string, string> | null): Compared {
  const files = new TreeObjects(tree).ofDate('GLOBAL', date);
  const table = files.get(`tables/GLOBAL/${date.slice(0, 4)}/${date}.csv`);
  if (figures === null) {
    return { figures: 0, differences: files.size > 0 ? [`${date}: a fixing in the tree, none recomputed`] : [] };
  }
  if (table === undefined) return { figures: 0, differences: [`${date}: no fixing in the tree, one recomputed`] };
  const stated = new Map(readRecords(table).map(({ currency = '', mid = '' }) => [currency, mid]));
  const compared = [differences(`${date}`, figures, stated), ...compareFiles(files, date, figures)];
  return {
    figures: compared.reduce((count, one) => count + one.figures, 0),
    differences: compared.flatMap((one) => one.differences),
  };
}

function compareFiles(files: Objects, date: string, figures: ReadonlyMap<string, string>): readonly Compared[] {
  const folder = `v1/historical/GLOBAL/${date.replaceAll('-', '/')}/`;
  const exact = new Map([...figures].map(([code, digits]) => [code, parseFraction(digits)]));
  const byBase = new Map<string, ReadonlyMap<string, string>>();
  return [...files].flatMap(([path, object]) => {
    if (!path.startsWith(folder)) return [];
    const name = path.slice(folder.length);
    const [, base = '', format = ''] = STANDARD.exec(name) ?? [];
    const own = exact.get(base);
    const pattern = PATTERNS[format];
    if (pattern === undefined) return [];
    if (own === undefined) return [{ figures: 0, differences: [`${date}/${name}: a base that is not recomputed`] }];
    const rates =
      byBase.get(base) ?? new Map([...exact].map(([code, figure]) => [code, toPlaces(quotient(figure, own), PLACES)]));
    byBase.set(base, rates);
    const text = readFileSync(object, 'utf8');
    const stated = new Map([...text.matchAll(pattern)].map(([, code = '', digits = '']) => [code, digits]));
    return [differences(`${date}/${name}`, rates, stated)];
  });
}

function differences(place: string, made: ReadonlyMap<string, string>, stated: ReadonlyMap<string, string>): Compared {
  const codes = [...new Set([...made.keys(), ...stated.keys()])].sort();
  const differing = codes.filter((code) => made.get(code) !== stated.get(code));
  const line = (code: string) =>
    `${place} ${code}: ${stated.get(code) ?? 'none'} in the tree, ${made.get(code) ?? 'none'} recomputed`;
  return { figures: codes.length, differences: differing.map(line) };
}

/** Frozen lists as docs/global.md describes them, written for the audit alone: every pair of currencies is looked at. */
import { type Fraction, fraction, isLess, ONE, product, quotient } from './fraction.ts';
import type { Bank, List } from './lists.ts';

const DIGITS = ['per', 'unit', 'mid', 'bid', 'ask'] as const;
const PUBLICATIONS = 10;
const HARDLY = fraction(1_003n, 1_000n);

type Levels = ReadonlyMap<string, Fraction>;

/** The tables of the bank that have no voice on the date. @param others all other contributors */
export function silencedTables(bank: Bank, others: readonly Bank[], date: string): ReadonlySet<string> {
  const window = listsIn(bank, dayBefore(date, 30), date);
  const tables = new Set(window.flatMap(({ rows }) => rows.map(({ table }) => table)));
  for (const table of tables) {
    if (bank.weekly.includes(table) || publications(table, window, others) < PUBLICATIONS) tables.delete(table);
  }
  return tables;
}

/** @param window newest first */
function publications(table: string, window: readonly List[], others: readonly Bank[]): number {
  const lists = window.filter(({ rows }) => rows.some((row) => row.table === table));
  const end = lists.findIndex((list, place) => place > 0 && !repeats(table, lists[place - 1] ?? list, list));
  const alike = (end === -1 ? lists : lists.slice(0, end)).reverse();
  const [newest] = alike.slice(-1);
  if (alike.length < PUBLICATIONS || newest === undefined) return 0;
  const own = newest.rows.filter((row) => row.table === table).flatMap(({ base = '', quote = '' }) => [base, quote]);
  const codes = [...new Set([...own, newest.reference])];
  const days = alike.map((list) => list.made);
  const histories = others.map((other) => days.map((day) => levelsOn(other, day, codes)));
  return days.filter((_, place) => place === 0 || haveMoved(histories, place)).length;
}

/** Whether at least half of the banks that can tell moved since the publication before. */
function haveMoved(histories: readonly (readonly (Levels | null)[])[], place: number): boolean {
  let [able, moved] = [0, 0];
  for (const levels of histories) {
    const [from, to] = [levels[place - 1], levels[place]];
    if (!from || !to) continue;
    able++;
    const first = levels.find((one) => one !== null);
    const hasBoth = levels.some((one) => one?.has('EUR') && one.has('USD'));
    const floats = hasBoth || levels.some((one) => first && one && isApart(first, one, HARDLY));
    if (floats && isApart(from, to, ONE)) moved++;
  }
  return moved > 0 && moved * 2 >= able;
}

function isApart(from: Levels, to: Levels, bound: Fraction): boolean {
  const codes = [...to.keys()].filter((code) => from.has(code));
  const cross = (levels: Levels, one: string, other: string) =>
    quotient(levels.get(one) ?? ONE, levels.get(other) ?? ONE);
  return codes.some((one) =>
    codes.some((other) => isLess(product(cross(from, one, other), bound), cross(to, one, other))),
  );
}

function levelsOn(bank: Bank, date: string, codes: readonly string[]): Levels | null {
  for (const { reference, entries } of listsIn(bank, dayBefore(date, 7), date)) {
    const levels = new Map(codes.includes(reference) ? [[reference, ONE]] : []);
    for (const code of codes) {
      const entry = entries.get(code);
      if (entry?.mid && !entry.isWeekly) levels.set(code, entry.mid);
    }
    if (levels.size >= 2) return levels;
  }
  return null;
}

/** Each pair that both lists state has the same digits, and there is one. */
function repeats(table: string, newer: List, older: List): boolean {
  const pairsOf = ({ rows }: List) =>
    new Map(
      rows
        .filter((row) => row.table === table)
        .map((row) => [`${row.base}/${row.quote}`, DIGITS.map((name) => row[name]).join()] as const),
    );
  const before = pairsOf(older);
  const common = [...pairsOf(newer)].filter(([pair]) => before.has(pair));
  const isAlike = common.length > 0 && common.every(([pair, digits]) => before.get(pair) === digits);
  return isAlike && newer.reference === older.reference;
}

/** Newest first. */
function listsIn({ lists }: Bank, first: string, last: string): readonly List[] {
  return lists.filter(({ made }) => first <= made && made <= last).reverse();
}

function dayBefore(date: string, days: number): string {
  return new Date(Date.parse(date) - days * 86_400_000).toISOString().slice(0, 10);
}

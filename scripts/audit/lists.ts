/**
 * What each bank stated on each day, from the archive's text: units of a currency per unit of its reference currency.
 */
import { join } from 'node:path';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
import { type Cells, listNames, readRecords } from './csv.ts';
import { type Fraction, half, isLess, ONE, parseFraction, product, quotient, sum } from './fraction.ts';

/** One currency of a bank's list. */
export interface Entry {
  /** null if only one side was stated, or the figure is no voice. */
  readonly mid: Fraction | null;
  readonly isWeekly: boolean;
  readonly isUnheard: boolean;
  /** The table that stated the mid. */
  readonly table: string;
}

export interface List {
  readonly date: string;
  /** The day on which it was made: the date, or the last Monday to Friday before it. */
  readonly made: string;
  readonly reference: string;
  readonly entries: ReadonlyMap<string, Entry>;
  readonly rows: readonly Statement[];
}

export interface Bank {
  readonly code: string;
  /** Why the bank does not enter GLOBAL; '' if it does. */
  readonly excluded: string;
  /** The tables of weekly lists. */
  readonly weekly: readonly string[];
  /** Oldest first. */
  readonly lists: readonly List[];
}

export interface Evidence {
  readonly banks: readonly Bank[];
  /** The UTC day of the newest document. */
  readonly newestFetch: string;
}

/** A row, with the table of its document. */
type Statement = Cells & { readonly table: string };

type Definition = (typeof PROVIDERS)[number];

const OUNCE = parseFraction('31.1034768');
const SIDES = ['mid', 'bid', 'ask'] as const;

/**
 * @param isPassedOver whether a statement is in quarantine
 * @param asOf only rows that had been seen by that instant
 */
export function readEvidence(
  archive: string,
  isPassedOver: (provider: string, row: Cells) => boolean,
  asOf = '9999',
): Evidence {
  const fetched: string[] = [];
  const banks = PROVIDERS.flatMap((definition): Bank[] => {
    const folder = join(archive, definition.code);
    const documents = listNames(folder)
      .filter((name) => /^documents(-\d{4})?\.csv$/.test(name))
      .flatMap((name) => readRecords(join(folder, name)));
    const tables = new Map(documents.map(({ document = '', table = '' }) => [document, table]));
    const rows = listNames(folder)
      .filter((name) => /^\d{4}\.csv$/.test(name))
      .flatMap((name) => readRecords(join(folder, name)))
      .filter(({ seen = '' }) => seen <= asOf);
    const kept = rows.filter((row) => !isPassedOver(definition.code, row));
    const lists = toLists(definition, kept, tables);
    if (lists.length === 0) return [];
    const seen = new Set(rows.map(({ document }) => document));
    for (const { document, fetched: instant = '' } of documents) if (seen.has(document)) fetched.push(instant);
    return [{ code: definition.code, excluded: exclusion(definition), weekly: weeklyOf(definition), lists }];
  });
  return { banks, newestFetch: fetched.sort().at(-1)?.slice(0, 10) ?? '' };
}

function exclusion({ obsolete, monthly, quarterly, kind, schedule }: Definition): string {
  if (obsolete === true) return 'obsolete';
  if (monthly === true) return 'monthly';
  if (quarterly === true) return 'quarterly';
  if (kind !== undefined) return kind;
  return (schedule.lagDaysMax ?? 0) > 7 ? 'late' : '';
}

function toLists(definition: Definition, rows: readonly Cells[], tables: ReadonlyMap<string, string>): readonly List[] {
  const newest = new Map<string, Statement>();
  for (const row of rows) {
    const table = tables.get(row.document ?? '');
    if (table === undefined) {
      throw new InputError(`${definition.code}: no documents-<YEAR>.csv lists ${row.document}: restore it from a copy`);
    }
    // The rows of a pair are in the order in which they were seen, and the last one of each table stands.
    newest.set([row.date, row.base, row.quote, table].join(), { ...row, table });
  }
  const byDate = new Map<string, Statement[]>();
  for (const row of newest.values()) {
    if (SIDES.some((side) => row[side] !== ''))
      byDate.set(row.date ?? '', [...(byDate.get(row.date ?? '') ?? []), row]);
  }
  return [...byDate.keys()].sort().flatMap((date) => toList(definition, date, byDate.get(date) ?? []) ?? []);
}

/** Returns null if the rows contradict each other: such a day has no list. */
function toList(definition: Definition, date: string, rows: readonly Statement[]): List | null {
  const reference = definition.references.filter(({ from }) => from <= date).at(-1) ?? definition.references[0];
  const own = reference?.currency ?? '';
  const entries = new Map<string, Entry>();
  const pairs = new Map<string, Statement[]>();
  for (const row of rows) {
    const against = [row.base, row.quote].includes(own) ? own : (definition.bridge ?? '');
    if (![row.base, row.quote].includes(against)) return null;
    const code = (row.base === against ? row.quote : row.base) ?? '';
    pairs.set(`${against} ${code}`, [...(pairs.get(`${against} ${code}`) ?? []), row]);
  }
  for (const isBridged of [false, true]) {
    for (const [pair, ofPair] of pairs) {
      const [against = '', code = ''] = pair.split(' ');
      if ((against !== own) !== isBridged || entries.has(code)) continue;
      const stated = toEntry(definition, against, ofPair);
      if (stated === null) return null;
      const isUnheard = Object.hasOwn(definition.noVoice ?? {}, code);
      const entry = isUnheard ? { ...stated, mid: null, isUnheard } : stated;
      const bridge = isBridged ? entries.get(against)?.mid : ONE;
      if (bridge && (entry.mid || !isBridged)) {
        entries.set(code, { ...entry, mid: entry.mid === null ? null : product(entry.mid, bridge) });
      }
    }
  }
  return { date, made: madeOn(definition, date), reference: own, entries, rows };
}

/** Each side as the table that was seen last states it. A mid that no table states is the average of bid and ask. */
function toEntry(definition: Definition, against: string, rows: readonly Statement[]): Entry | null {
  let [mid, average, low, high]: (Fraction | null)[] = [null, null, null, null];
  let tableOfMid = '';
  const order = (row: Cells) => `${row.seen} ${row.table}`;
  for (const row of [...rows].sort((left, right) => (order(left) < order(right) ? -1 : 1))) {
    const [ownMid, bid, ask] = SIDES.map((side) => (row[side] === '' ? null : parseFraction(row[side] ?? '')));
    if ([ownMid, bid, ask].some((figure) => figure?.over === 0n)) return null;
    const isForeignFirst = row.quote === against;
    const turn = (figure: Fraction) => {
      const per = parseFraction(row.per ?? '');
      const rate = isForeignFirst ? quotient(per, figure) : quotient(figure, per);
      return row.unit === 'g' ? quotient(rate, OUNCE) : rate;
    };
    if (ownMid) mid = turn(ownMid);
    if (ownMid || !mid) tableOfMid = row.table;
    if (bid && ask) average = turn(half(sum(bid, ask)));
    const [selling, buying] = isForeignFirst ? [ask, bid] : [bid, ask];
    if (selling) low = turn(selling);
    if (buying) high = turn(buying);
  }
  if (low && high && isLess(high, low)) return null;
  const weekly = weeklyOf(definition);
  return {
    mid: mid ?? average ?? null,
    isWeekly: rows.every(({ table }) => weekly.includes(table)),
    isUnheard: false,
    table: tableOfMid,
  };
}

function madeOn({ setBefore }: Definition, date: string): string {
  let day = new Date(date);
  if (setBefore === undefined) return date;
  do day = new Date(day.getTime() - 86_400_000);
  while ([0, 6].includes(day.getUTCDay()));
  return day.toISOString().slice(0, 10);
}

function weeklyOf({ feeds }: Definition): readonly string[] {
  return feeds.filter(({ frequency }) => frequency === 'week').map(({ name, table }) => table ?? name);
}

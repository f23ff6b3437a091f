/**
 * What a person should look at although the gate lets it pass: it is read from the archive once the tree is made, and
 * nothing is withheld for it.
 */
import { parse as parseCsv } from 'csv-parse/sync';
import { groupBy } from '../../kit/items.ts';
import { exclusionOf } from '../../rates/blend/global.ts';
import { splitHeld } from '../../rates/quarantine/quarantine.ts';
import { HELD, holdsUntil, readHoldRows } from '../../sources/archive/holds.ts';
import { type ArchiveRow, type ProviderArchive, rowKey, toStanding } from '../../sources/archive/rows.ts';
import { ArchiveWindow } from '../../sources/archive/window.ts';
import { type Peg, pegInForce } from '../../sources/facts/pegs.ts';
import type { ProviderFacts } from '../../sources/feeds/provider.ts';
import { quarantinePath } from '../../wire/answers/paths.ts';
import { addDays } from '../../wire/words/calendar.ts';
import { type CurrencyCode, GLOBAL, type IsoDate, USD } from '../../wire/words/schemas.ts';
import { type Spoken, toBankVoices } from './bank-voices.ts';
import { type Remark, toDenied, toUnheard } from './dissent.ts';
import { newestUpTo } from './lists.ts';
import { StatedFixings, type TreeReader } from './stated.ts';

/** Before its list of the day a bank's own figures of so many days say what is usual. */
const USUAL_DAYS = 30;
/** A list is compared with those of two months before it: a cache that is older would be far off, and is named as a move. */
const RELISTED_DAYS = 60;
/** Lists of so many days up to the newest one of GLOBAL are news. */
const NEWS_DAYS = 5;

interface RemarkOptions {
  readonly archive: string;
  readonly tree: TreeReader;
  readonly definitions: readonly ProviderFacts[];
  readonly pegs: readonly Peg[];
  /** UTC day. */
  readonly now: IsoDate;
}

/** None before GLOBAL has a fixing. @throws InputError if archive or tree are damaged */
export async function readRemarks({
  archive,
  tree,
  definitions,
  pegs,
  now,
}: RemarkOptions): Promise<readonly Remark[]> {
  const global = await StatedFixings.open({ code: GLOBAL, definition: null }, tree);
  const day = newestUpTo(global, now);
  if (day === null) return [];
  const quarantined = await readQuarantined(tree);
  const spoken: Spoken[] = [];
  const relisted: Remark[] = [];
  for (const definition of definitions.filter(({ obsolete }) => obsolete !== true)) {
    const whole = await readFree(archive, definition, {
      from: addDays(day, -RELISTED_DAYS),
      to: addDays(now, NEWS_DAYS),
    });
    relisted.push(...relistedIn(definition, whole, addDays(day, 1 - NEWS_DAYS), pegs));
    if (exclusionOf(definition) !== null) continue;
    const since = addDays(day, -USUAL_DAYS);
    const own = { ...whole, rows: whole.rows.filter(({ date }) => date >= since) };
    const held = new Set(own.rows.filter((row) => quarantined.has(`${definition.code} ${rowKey(row)}`)));
    spoken.push({ definition, archive: own, held });
  }
  const { figures } = await global.table(day);
  const mids = new Map([...figures].flatMap(([code, { mid }]) => (mid === null ? [] : [[code, mid] as const])));
  const voices = toBankVoices(spoken, day, mids.get(USD) ?? null);
  const { unstated } = await global.origins(day);
  const unnoticed = new Map([...voices].filter(([code]) => !unstated.has(code)));
  return [...relisted, ...toDenied(voices), ...toUnheard(unnoticed, mids)];
}

/** The rows of those days that nobody holds by name. */
async function readFree(
  dir: string,
  definition: ProviderFacts,
  span: { readonly from: IsoDate; readonly to: IsoDate },
): Promise<ProviderArchive> {
  const archive = new ArchiveWindow(dir, definition.code, null).archive(span);
  const holds = holdsUntil(await readHoldRows(dir, definition.code), null);
  return splitHeld({ definition, archive, accepted: new Set(), holds }).free.archive;
}

/** The figures that are held by their values: those that are held by name are another matter. */
async function readQuarantined(tree: TreeReader): Promise<ReadonlySet<string>> {
  const rows: Record<string, string>[] = parseCsv((await tree.read(quarantinePath)) ?? '', { columns: true });
  const judged = rows.filter(({ reason = '' }) => !HELD.test(reason));
  return new Set(judged.map((row) => `${row.provider} ${rowKey(row as unknown as ArchiveRow)}`));
}

function relistedIn(
  definition: ProviderFacts,
  archive: ProviderArchive,
  since: IsoDate,
  pegs: readonly Peg[],
): readonly Remark[] {
  const isFloating = ({ base, quote, date }: ArchiveRow) =>
    [base, quote].every((code) => pegInForce(pegs, code as CurrencyCode, date) === null);
  return toRelisted(archive, since, isFloating).map(({ table, date, original, figures }) => ({
    about: `${definition.code}/${date}`,
    words: `${table}: all ${figures} figures are those of ${original}, and others were stated since: hold the list if the bank shows another`,
  }));
}

// Lists under a new date whose every figure is that of an older list: a cache has answered. Frozen lists
// (rates/frozen-lists.ts) repeat the day before; such a list goes back to an older day. Pure.  Pegs repeat for
// years, and a bank that publishes on a holiday repeats the day before. So figures count only if they had changed
// in between, and only those of floating currencies.

/** So many figures of floating currencies return to the same digits at once by no accident. */
export const RETURNED_MIN = 4;

export interface Relisted {
  readonly table: string;
  readonly date: IsoDate;
  /** The day of the older list. */
  readonly original: IsoDate;
  readonly figures: number;
}

/**
 * The newest list of each table, where it is an older one.
 * @param since a list of an earlier day is no news
 * @param isFloating whether a pair has a rate of its own that day
 */
export function toRelisted(
  archive: ProviderArchive,
  since: IsoDate,
  isFloating: (row: ArchiveRow) => boolean,
): readonly Relisted[] {
  const tables = groupBy(toStanding(archive), ({ table }) => table);
  return [...tables].flatMap(([table, rows]) => {
    const lists = [...groupBy(rows, ({ date }) => date)].map(([date, own]) => ({ date, own: toList(own) })).reverse();
    const [newest, ...older] = lists;
    if (newest === undefined || newest.date < since) return [];
    const original = originalOf(newest.own, older, isFloating);
    return original === null ? [] : { table, date: newest.date, original, figures: newest.own.size };
  });
}

type List = ReadonlyMap<string, ArchiveRow>;

function toList(rows: readonly ArchiveRow[]): List {
  return new Map(rows.map((row) => [`${row.base} ${row.quote} ${row.unit}`, row]));
}

/** @param older newest first */
function originalOf(
  list: List,
  older: readonly { readonly date: IsoDate; readonly own: List }[],
  isFloating: (row: ArchiveRow) => boolean,
): IsoDate | null {
  const floating = [...list].filter(([, row]) => isFloating(row)).map(([pair]) => pair);
  if (floating.length < RETURNED_MIN) return null;
  const changed = new Set<string>();
  for (const { date, own } of older) {
    if (changed.size >= RETURNED_MIN && isRepeatedIn(list, own, changed)) return date;
    for (const pair of floating) if (own.has(pair) && !isSame(list.get(pair), own.get(pair))) changed.add(pair);
  }
  return null;
}

/** Whether each figure is the older list's, at least so many of those that have changed since among them. */
function isRepeatedIn(list: List, older: List, changed: ReadonlySet<string>): boolean {
  let returned = 0;
  for (const [pair, row] of list) {
    const before = older.get(pair);
    if (before === undefined) continue;
    if (!isSame(row, before)) return false;
    if (changed.has(pair)) returned++;
  }
  return returned >= RETURNED_MIN;
}

function isSame(left: ArchiveRow | undefined, right: ArchiveRow | undefined): boolean {
  if (left === undefined || right === undefined) return false;
  const { per, mid, bid, ask } = left;
  return per === right.per && mid === right.mid && bid === right.bid && ask === right.ask;
}

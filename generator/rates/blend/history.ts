/** One provider's archive by date: the rows in force on a date, the fixing made from them, and their digest. */

import { groupBy } from '../../kit/items.ts';
import { type ArchiveRow, onDays, type ProviderArchive, toStanding } from '../../sources/archive/rows.ts';
import { FeedError, type ProviderFacts, toCode, weeklyTables } from '../../sources/feeds/provider.ts';
import type { Period } from '../../wire/answers/provider-index.ts';
import { addDays, endOfMonth, endOfQuarter } from '../../wire/words/calendar.ts';
import { hashOf } from '../../wire/words/hash.ts';
import type { IsoDate, ProviderCode } from '../../wire/words/schemas.ts';
import { type Fixing, isSetBefore, toFixing, WEEKLY_DAYS_MAX } from './fixing.ts';

/** What a walk has worked out about the dates before a day. */
interface Settled {
  readonly history: History;
  readonly until: IsoDate;
}

const LAST = '9999-12-31';

export class History {
  readonly provider: ProviderCode;
  /** Dates that have rows, oldest first. */
  readonly dates: readonly IsoDate[];
  readonly #facts: string;
  readonly #rows: Map<IsoDate, readonly ArchiveRow[]>;
  /** The dates of the lists in each weekly table, oldest first. */
  readonly #lists = new Map<string, IsoDate[]>();
  /** A fault is kept as well, so rows that make no fixing are not tried twice. */
  readonly #fixings = new Map<IsoDate, Fixing | FeedError>();
  readonly #ownFixings = new Map<IsoDate, Fixing | null>();
  readonly #digests = new Map<IsoDate, string>();

  constructor(
    readonly definition: ProviderFacts,
    readonly archive: ProviderArchive,
    heldBack: ReadonlySet<ArchiveRow> = new Set(),
    /** Another state of the same archive: a fixing of the same rows is made, and kept in memory, only once. */
    readonly other: History | null = null,
    /** The same history in an earlier span: on dates before `until` the rows in force are the same. */
    settled: Settled | null = null,
  ) {
    this.provider = toCode(definition);
    this.#facts = factsOf(definition);
    const rows = new Map<IsoDate, readonly ArchiveRow[]>();
    const own = settled === null ? archive : onDays(archive, { from: settled.until, to: LAST });
    if (settled !== null) this.#carry(settled, archive.rows[0]?.date ?? settled.until, rows);
    for (const [date, standing] of groupBy(toStanding(own, heldBack), ({ date: day }) => day)) rows.set(date, standing);
    this.#rows = rows;
    this.dates = [...rows.keys()].sort();
    for (const table of weeklyTables(definition)) this.#lists.set(table, this.#datesOf(table));
  }

  #carry({ history, until }: Settled, from: IsoDate, rows: Map<IsoDate, readonly ArchiveRow[]>): void {
    const isOurs = (date: IsoDate) => from <= date && date < until;
    for (const [date, own] of history.#rows) if (isOurs(date)) rows.set(date, own);
    for (const [date, fixing] of history.#fixings) if (isOurs(date)) this.#fixings.set(date, fixing);
    for (const [date, digest] of history.#digests) if (isOurs(date)) this.#digests.set(date, digest);
  }

  /** Lets go of what lies before the day, when only the next span asks for the rest. */
  forget(day: IsoDate): void {
    for (const cached of [this.#rows, this.#fixings, this.#ownFixings, this.#digests]) {
      for (const date of cached.keys()) if (date < day) cached.delete(date);
    }
  }

  /** The days on which the fixing of that date is valid. */
  period(date: IsoDate): Period {
    const until = endOfPeriod(this.definition, date);
    if (until !== null) return { date, until };
    const stated = (this.#rows.get(date) ?? []).flatMap(({ until }) => until ?? []).sort();
    return { date, until: stated.at(-1) ?? date };
  }

  /** @throws FeedError when the rows of the date do not make a fixing, see `toFixing` */
  fixing(date: IsoDate): Fixing {
    const fixing = this.#fixingOrFault(date);
    if (fixing instanceof FeedError) throw fixing;
    return fixing;
  }

  /** Whether the rows of the date do not make a fixing. `generate` reports the date and leaves it out. */
  isBroken(date: IsoDate): boolean {
    return this.#fixingOrFault(date) instanceof FeedError;
  }

  #fixingOrFault(date: IsoDate): Fixing | FeedError {
    const cached = this.#fixings.get(date);
    if (cached !== undefined) return cached;
    const isShared = this.other !== null && this.other.digest(date) === this.digest(date);
    const fixing = isShared
      ? this.other.#fixingOrFault(date)
      : orFault(() => toFixing(this.definition, date, this.#rowsInForce(date)));
    this.#fixings.set(date, fixing);
    return fixing;
  }

  /** SHA-256 of everything from which the fixing of that date and its provenance are made. */
  digest(date: IsoDate): string {
    const cached = this.#digests.get(date);
    if (cached !== undefined) return cached;
    const digest = this.#digestOf(this.#rowsInForce(date));
    this.#digests.set(date, digest);
    return digest;
  }

  /** What was stated for the date itself, without weekly lists in force; null if that does not make a fixing. */
  ownFixing(date: IsoDate): Fixing | null {
    if (this.#lists.size === 0) return this.isBroken(date) ? null : this.fixing(date);
    const cached = this.#ownFixings.get(date);
    if (cached !== undefined) return cached;
    const own = orFault(() => toFixing(this.definition, date, this.#rows.get(date) ?? []));
    const fixing = own instanceof FeedError ? null : own;
    this.#ownFixings.set(date, fixing);
    return fixing;
  }

  /** SHA-256 of everything from which `ownFixing` of that date is made. */
  ownDigest(date: IsoDate): string {
    return this.#lists.size === 0 ? this.digest(date) : this.#digestOf(this.#rows.get(date) ?? []);
  }

  #digestOf(rows: readonly ArchiveRow[]): string {
    return hashOf([this.#facts, ...rows.map(lineOf)].join('\n'));
  }

  #rowsInForce(date: IsoDate): readonly ArchiveRow[] {
    const rows = this.#rows.get(date) ?? [];
    const carried = [...this.#lists].flatMap(([table, lists]) => this.#listInForce(table, lists, date));
    return [...rows, ...carried, ...this.#amended(date)];
  }

  /** What the period's earlier lists stated: an amendment on the date names only what it changes. */
  #amended(date: IsoDate): readonly ArchiveRow[] {
    const end = endOfPeriod(this.definition, date);
    if (end === null) return [];
    const earlier = this.dates.filter((other) => other < date && endOfPeriod(this.definition, other) === end);
    return earlier.flatMap((other) => this.#rows.get(other) ?? []);
  }

  #listInForce(table: string, lists: readonly IsoDate[], date: IsoDate): readonly ArchiveRow[] {
    const newest = lists.findLast((list) => list <= date);
    if (newest === undefined || newest === date || newest < addDays(date, -WEEKLY_DAYS_MAX)) return [];
    return (this.#rows.get(newest) ?? []).filter((row) => row.table === table);
  }

  #datesOf(table: string): IsoDate[] {
    return this.dates.filter((date) => this.#rows.get(date)?.some((row) => row.table === table));
  }
}

function orFault(make: () => Fixing): Fixing | FeedError {
  try {
    return make();
  } catch (error) {
    if (error instanceof FeedError) return error;
    throw error;
  }
}

/**
 * The last day of the period for which a fixing of the date is valid, or null if it is valid only for its day. A list
 * of 2026-03-31 for the quarter is valid until 29 June, the day before the next one.
 */
function endOfPeriod({ validity }: ProviderFacts, date: IsoDate): IsoDate | null {
  if (validity === 'quarter') return addDays(endOfQuarter(addDays(date, 1)), -1);
  return validity === 'month' ? endOfMonth(date) : null;
}

/** What a fixing depends on beside its rows. */
function factsOf(definition: ProviderFacts): string {
  const { code, references, bidAsk, validity, bridge, noVoice, feeds } = definition;
  const setBefore = isSetBefore(definition) || undefined;
  // A table of two feeds appears twice: the digests of published releases were made that way.
  const weekly = feeds.filter((feed) => feed.frequency === 'week').map(({ name }) => name);
  return JSON.stringify({ code, references, bidAsk, validity, bridge, setBefore, noVoice, weekly });
}

function lineOf(row: ArchiveRow): string {
  const { date, base, quote, per, unit, mid, bid, ask, seen, document, table, until = '', number = '' } = row;
  return `${date},${base},${quote},${per},${unit},${mid},${bid},${ask},${seen},${document},${table}${until}${number}`;
}

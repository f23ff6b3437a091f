/**
 * What one provider stated for one date, as exact rates per unit of its reference currency. Only this file deals with
 * direction, units and sides. Pure.
 */
import { groupBy } from '../../kit/items.ts';
import { type ArchiveRow, OUNCE_GRAMS } from '../../sources/archive/rows.ts';
import { FeedError, type ProviderFacts, toCode, toReference, weeklyTables } from '../../sources/feeds/provider.ts';
import { type Figures, SIDES, type Side, type Table, type TableFacts, toTable } from '../../wire/answers/table.ts';
import { Decimal, Ratio } from '../../wire/exact/decimal.ts';
import { addDays, weekday } from '../../wire/words/calendar.ts';
import { toCurrencyCode } from '../../wire/words/codes.ts';
import { compareTexts, within } from '../../wire/words/order.ts';
import type { CurrencyCode, IsoDate } from '../../wire/words/schemas.ts';

/** One currency of a fixing, with the rows it was made from. */
export interface Quotation extends Figures {
  /** Earlier than the fixing's own date where a weekly list is still in force. */
  readonly date: IsoDate;
  readonly weekly: boolean;
  /** The document that stated mid, or the newest one where there is no mid. */
  readonly document: string;
  readonly rows: readonly ArchiveRow[];
}

export interface Fixing extends TableFacts {
  /** The day on which it was made: its date, or for some providers the working day before. */
  readonly made: IsoDate;
  readonly quotations: ReadonlyMap<CurrencyCode, Quotation>;
  /** The currencies of which its figures are no voice in GLOBAL, with the reason. */
  readonly noVoice: NonNullable<ProviderFacts['noVoice']>;
}

/** The fixings of several contributors, newest first for each. */
export type Windows = readonly (readonly Fixing[])[];

/** A weekly list stays in force for this many days after its date. A daily figure older than this is not used. */
export const [WEEKLY_DAYS_MAX, DAILY_DAYS_MAX] = [14, 7];

const HALF = Ratio.of(1n, 2n);

/** What figures depend on beside themselves. */
type QuotingFacts = Pick<
  ProviderFacts,
  'code' | 'references' | 'bidAsk' | 'bridge' | 'feeds' | 'setBefore' | 'noVoice'
>;

/**
 * @param rows the rows in force on the date: its own, and those of weekly lists
 * @throws FeedError when bid exceeds ask, a figure is not positive, or a pair does not contain the reference currency
 */
export function toFixing(definition: QuotingFacts, date: IsoDate, rows: readonly ArchiveRow[]): Fixing {
  const reference = toReference(definition, date);
  const facts = { provider: toCode(definition), date, reference, bidAsk: definition.bidAsk };
  const weekly = weeklyTables(definition);
  const quotations = new Map<CurrencyCode, Quotation>();
  const [direct, bridged] = [rows.filter(contains(reference)), rows.filter((row) => !contains(reference)(row))];
  for (const [code, ofCurrency] of groupByCurrency(definition, reference, direct)) {
    quotations.set(code, toQuotation(definition, reference, code, weekly, toNewest(ofCurrency)));
  }
  for (const [code, ofCurrency] of groupByCurrency(definition, definition.bridge ?? reference, bridged)) {
    const own = toQuotation(definition, definition.bridge ?? reference, code, weekly, toNewest(ofCurrency));
    const crossed = toCrossed(own, quotations.get(toCurrencyCode(definition.bridge)));
    if (crossed !== null && !quotations.has(code)) quotations.set(code, crossed);
  }
  return { ...facts, made: madeOn(definition, date), quotations, noVoice: definition.noVoice ?? {} };
}

/**
 * BOJ states 1 USD = 159.4 JPY and 1 EUR = 1.15 USD, so 1 JPY = 1 / (1.15 x 159.4) EUR. Only mids are crossed. Null
 * where the provider has no figure for the bridge on that day: with another day's figure it would be a rate that it
 * never stated.
 */
function toCrossed(own: Quotation, bridge: Quotation | undefined): Quotation | null {
  if (bridge === undefined || bridge.date !== own.date || bridge.mid === null || own.mid === null) return null;
  return { ...own, mid: own.mid.times(bridge.mid), bid: null, ask: null, rows: [...own.rows, ...bridge.rows] };
}

function contains(currency: string): (row: ArchiveRow) => boolean {
  return ({ base, quote }) => base === currency || quote === currency;
}

function toNewest(rows: readonly ArchiveRow[]): readonly ArchiveRow[] {
  // A filtered list has room for 17 items, and nearly every currency has one row.
  if (rows.length === 1) return rows;
  const newest = rows
    .map(({ date }) => date)
    .sort()
    .at(-1);
  return rows.filter(({ date }) => date === newest);
}

export function toFixingTable(fixing: Fixing): Table {
  return toTable(fixing, fixing.quotations);
}

/**
 * What the fixing states about the currency for its own date, in units per its reference currency; null if it states
 * nothing, or nothing that is a voice.
 */
export function midOf(code: CurrencyCode, fixing: Fixing): Ratio | null {
  return code === fixing.reference ? Ratio.one : (ownQuotation(code, fixing)?.mid ?? null);
}

/** The currencies that `midOf` has a figure for: those stated for the date itself, and the reference currency. */
export function ownCodes({ date, reference, quotations, noVoice }: Fixing): readonly CurrencyCode[] {
  const codes = [reference];
  for (const [code, quotation] of quotations)
    if (quotation.date === date && quotation.mid !== null && code !== reference && !(code in noVoice)) codes.push(code);
  return codes;
}

/** Null also where its figure is no voice. */
export function ownQuotation(code: CurrencyCode, { date, quotations, noVoice }: Fixing): Quotation | null {
  const quotation = code in noVoice ? undefined : quotations.get(code);
  return quotation?.date === date ? quotation : null;
}

function groupByCurrency(definition: QuotingFacts, reference: string, rows: readonly ArchiveRow[]) {
  return groupBy(rows, (row) => {
    if (!contains(reference)(row)) {
      const fault = `${row.base}/${row.quote} on ${row.date} does not contain ${reference}`;
      throw new FeedError(definition.code, `${fault}${holdWords(definition, row.date)}`);
    }
    return toCurrencyCode(row.quote === reference ? row.base : row.quote);
  });
}

function toQuotation(
  definition: QuotingFacts,
  reference: string,
  code: CurrencyCode,
  weekly: ReadonlySet<string>,
  rows: readonly ArchiveRow[],
): Quotation {
  const sides: Record<Side, Ratio | null> = { mid: null, bid: null, ask: null };
  let average: Ratio | null = null;
  let document = '';
  for (const row of [...rows].sort(bySeen)) {
    const stated = toFigures(definition, row, row.quote === reference);
    for (const side of SIDES) sides[side] = stated[side] ?? sides[side];
    average = stated.average ?? average;
    if (stated.mid !== null || sides.mid === null) document = row.document;
  }
  const { bid, ask } = sides;
  const first = rows[0];
  if (first === undefined) throw new TypeError(`${definition.code}: a quotation of ${code} has no rows`);
  if (bid !== null && ask !== null && bid.compareTo(ask) > 0) {
    const fault = `bid above ask for ${code} on ${first.date}: ${bid.roundSignificant(10)} > ${ask.roundSignificant(10)}`;
    throw new FeedError(definition.code, `${fault}${holdWords(definition, first.date, code)}`);
  }
  const mid = sides.mid ?? average;
  return { mid, bid, ask, date: first.date, weekly: rows.every(({ table }) => weekly.has(table)), document, rows };
}

/**
 * Turns `per` base = figure quote into units of the currency per one unit of the reference currency. When a quotation
 * is inverted (TCMB publishes liras per dollar), the sides change places: a lira buys dollars at the bank's selling
 * figure, so bid = per / selling.
 */
function toFigures(definition: QuotingFacts, row: ArchiveRow, inverted: boolean) {
  const per = Decimal.parse(row.per).toRatio();
  const figure = (side: Side): Ratio | null => {
    if (row[side] === '') return null;
    const value = Decimal.parse(row[side]).toRatio();
    if (value.sign > 0) return value;
    const pair = `${row.base}/${row.quote}`;
    const fault = `${side} ${row[side]} for ${pair} on ${row.date} is not above 0`;
    throw new FeedError(definition.code, `${fault}${holdWords(definition, row.date, inverted ? row.base : row.quote)}`);
  };
  const turn = (value: Ratio | null): Ratio | null => {
    if (value === null) return null;
    // Most figures are per one unit. Their rate then shares its numbers with the figure, and takes no memory of its own.
    const rate = inverted ? value.over(per).inverse() : value.over(per);
    return row.unit === 'g' ? rate.over(OUNCE_GRAMS) : rate;
  };
  const [mid, bid, ask] = [figure('mid'), figure('bid'), figure('ask')];
  const average = bid !== null && ask !== null ? turn(bid.plus(ask).times(HALF)) : null;
  const [low, high] = inverted ? [ask, bid] : [bid, ask];
  return { mid: turn(mid), bid: turn(low), ask: turn(high), average };
}

/** An archive only grows, so what can never make a fixing fails each night until a person holds it. */
function holdWords({ code }: QuotingFacts, ...names: readonly string[]): string {
  return `; until it is corrected, leave it out: quarantine --hold ${[code, ...names].join('/')}`;
}

function bySeen(left: ArchiveRow, right: ArchiveRow): number {
  return compareTexts(left.seen, right.seen) || compareTexts(left.table, right.table);
}

// The day on which a fixing was made. Some banks set their list in the afternoon and date it the next day, or on a
// Friday the Saturday or Monday. GLOBAL takes such a list on the day on which it was set. A bank counts as one of
// these only if the source, or whoever recorded it, says so. That its figures fit the day before better proves
// nothing: Asia fixes hours before Frankfurt. Pure.

/** How many days after the day of the fixing its date may be: Monday's list is made on Friday. */
export const AHEAD_DAYS = 3;

type Maker = Pick<ProviderFacts, 'setBefore'>;

export function isSetBefore({ setBefore }: Maker): boolean {
  return setBefore !== undefined;
}

/** The day on which the fixing with this date was made: the last Monday to Friday before it, or the date itself. */
export function madeOn(maker: Maker, date: IsoDate): IsoDate {
  if (!isSetBefore(maker)) return date;
  let made = addDays(date, -1);
  while (weekday(made) > 5) made = addDays(made, -1);
  return made;
}

/** The dates whose fixings were made in a span of days. @param dates sorted, like the result */
export function madeWithin(maker: Maker, dates: readonly IsoDate[], from: IsoDate, to: IsoDate): readonly IsoDate[] {
  if (!isSetBefore(maker)) return within(dates, from, to);
  return within(dates, from, addDays(to, AHEAD_DAYS)).filter((date) => {
    const made = madeOn(maker, date);
    return from <= made && made <= to;
  });
}

/** The fixings of a span, oldest first → the document that states them, or one item for each period that they lie in. */

import type { PeriodItem, RateRow, RatesDocument, SpanDocument } from '../encode/document.ts';
import type { Ratio } from '../exact/decimal.ts';
import { inTable, meanOf } from '../exact/mean.ts';
import { type CalendarPeriod, periodOf, type SpanPeriod, type Statistic } from '../words/calendar.ts';
import { compareTexts } from '../words/order.ts';
import { type CurrencyCode, GLOBAL, type ProviderCode } from '../words/schemas.ts';
import { SIDES, type Side, type Table } from './table.ts';
import { type RatesWanted, roundTo, toRates } from './views.ts';

export interface SpanStated extends PeriodWanted {
  readonly provider: ProviderCode;
  readonly period: SpanPeriod;
  /** All of the days that were asked for, which is the one period of `span`. */
  readonly whole: CalendarPeriod;
}

interface OpenPeriod {
  readonly period: CalendarPeriod;
  readonly tables: Table[];
}

/** Holds the tables of one period at a time. All are to be stated in one reference currency. */
export class SpanBuilder {
  readonly #fixings: RatesDocument[] = [];
  readonly #items: PeriodItem[] = [];
  #open: OpenPeriod | null = null;

  constructor(
    readonly wanted: SpanStated,
    readonly isComplete: (period: CalendarPeriod) => boolean,
    readonly isPublished = false,
  ) {}

  /** Adds a fixing as it is to be stated. */
  state(fixing: RatesDocument): void {
    this.#fixings.push(fixing);
  }

  /** Yields how many figures were worked on since it did so last, for a gateway that has other things to do meanwhile. */
  *add(table: Table): Generator<number> {
    const { period: kind } = this.wanted;
    if (kind === 'day') {
      this.#fixings.push(toRates(table, this.wanted));
      return;
    }
    const period = kind === 'span' ? this.wanted.whole : periodOf(table.date, kind);
    if (this.#open?.period.name !== period.name) yield* this.close();
    this.#open ??= { period, tables: [] };
    this.#open.tables.push(table);
  }

  /** To be called after `close`. All fixings and items have the rows of the one view that is wanted. */
  document(): SpanDocument {
    const { provider, base, period, view } = this.wanted;
    const [fixings, items] = [this.#fixings, this.#items];
    const from = fixings[0]?.date ?? items[0]?.from ?? '';
    const to = fixings.at(-1)?.date ?? items.at(-1)?.to ?? '';
    const head = { provider, base, from, to } as const;
    const isExtended = view === 'extended';
    if (this.isPublished) return { kind: 'publishedSeries', ...head, fixings };
    if (period === 'day') return { kind: isExtended ? 'extendedSeries' : 'series', ...head, fixings };
    return { kind: isExtended ? 'extendedPeriods' : 'periods', ...head, period, items };
  }

  /** To be called when no table follows. */
  *close(): Generator<number> {
    if (this.#open === null) return;
    const { period, tables } = this.#open;
    this.#items.push(yield* periodItemSteps(period, tables, this.isComplete(period), this.wanted));
    this.#open = null;
  }
}

// Tables of a month, a quarter, a year or a span → what is stated of it: the mean of the figures as they were published,
// or its last or first fixing. A quarter is the mean of its days and not of its months: Banca d'Italia withdrew its averages of
// 2017, which had been means of months. A day on which a currency is not stated is not counted.

export interface PeriodWanted extends RatesWanted {
  readonly statistic: Statistic;
}

type StatedRow = RateRow & { readonly days: number };

/**
 * Extended rows for the view `extended`, rows of one rate for any other.
 * @param tables of fixings in the period, oldest first, at least one, stated in one reference currency
 */
export function toPeriodItem(...given: Parameters<typeof periodItemSteps>): PeriodItem {
  const steps = periodItemSteps(...given);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** The same for whoever has other things to do meanwhile: yields how many figures were worked on since it did so last. */
function* periodItemSteps(
  { name }: CalendarPeriod,
  tables: readonly Table[],
  complete: boolean,
  wanted: PeriodWanted,
): Generator<number, PeriodItem> {
  const [first, last] = [tables[0], tables.at(-1)];
  if (first === undefined || last === undefined) throw new TypeError(`no fixing in ${name}`);
  if (wanted.statistic === 'average') {
    return {
      period: name,
      from: first.date,
      to: last.date,
      complete,
      date: null,
      rates: yield* meansOf(tables, last.reference, wanted),
    };
  }
  const stated = wanted.statistic === 'end' ? last : first;
  const rates = toRates(stated, wanted).rates.map((row): StatedRow => ({ ...row, days: 1 }));
  return { period: name, from: stated.date, to: stated.date, complete, date: stated.date, rates };
}

function* meansOf(
  tables: readonly Table[],
  reference: CurrencyCode,
  wanted: PeriodWanted,
): Generator<number, readonly StatedRow[]> {
  const { view, base, currencies, places } = wanted;
  const codes = [...new Set(tables.flatMap(({ figures }) => [...figures.keys()]))]
    .filter((code) => currencies === null || currencies.has(code))
    .sort(compareTexts);
  const ofBase = base === reference ? null : (averageOf(tables, base, 'mid')?.mean ?? null);
  const stated = (code: CurrencyCode, side: Side) => {
    // Bid and ask of a cross would need both sides of both legs; for another base only mid is stated.
    if (base !== reference && (side !== 'mid' || ofBase === null)) return null;
    const average = averageOf(tables, code, side);
    if (average === null) return null;
    const mean = ofBase === null ? average.mean : average.mean.over(ofBase);
    return { rate: roundTo(mean, places), days: average.days };
  };
  const rows: StatedRow[] = [];
  for (const currency of codes) {
    if (view === 'extended') {
      const [mid, bid, ask] = SIDES.map((side) => stated(currency, side));
      const [days = 0] = [mid, bid, ask].map((one) => one?.days ?? 0).sort((left, right) => right - left);
      rows.push({ currency, mid: mid?.rate ?? '0', bid: bid?.rate ?? '0', ask: ask?.rate ?? '0', days });
    } else {
      const found = stated(currency, view === 'standard' ? 'mid' : view);
      if (found !== null) rows.push({ currency, ...found });
    }
    yield tables.length;
  }
  return rows;
}

interface CurrencyMean {
  /** Exact, in units of the currency per one unit of the reference currency. */
  readonly mean: Ratio;
  readonly days: number;
}

/** Null if no table states the side. */
function averageOf(tables: readonly Table[], code: CurrencyCode, side: Side): CurrencyMean | null {
  const figures = tables.flatMap((table) => table.figures.get(code)?.[side] ?? []);
  if (figures.length === 0) return null;
  const isPublished = tables[0]?.provider !== GLOBAL;
  return { mean: inTable(meanOf(figures, isPublished), null), days: figures.length };
}

/** The fixings of a span, oldest first → the document that states them, or one item for each period that they lie in. */

import type { PeriodItem, RatesDocument, SpanDocument } from '../encode/document.ts';
import { type CalendarPeriod, periodOf, type SpanPeriod } from '../words/periods.ts';
import type { ProviderCode } from '../words/schemas.ts';
import { type PeriodWanted, periodItemSteps } from './averages.ts';
import type { Table } from './table.ts';
import { toRates } from './views.ts';

export interface SpanStated extends PeriodWanted {
  readonly provider: ProviderCode;
  readonly period: SpanPeriod;
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
  ) {}

  add(table: Table): void {
    for (const _ of this.adding(table));
  }

  /** The same for whoever has other things to do meanwhile: yields how many figures were worked on since it did so last. */
  *adding(table: Table): Generator<number> {
    const { period: kind } = this.wanted;
    if (kind === 'day') {
      this.#fixings.push(toRates(table, this.wanted));
      return;
    }
    const period = periodOf(table.date, kind);
    if (this.#open?.period.name !== period.name) yield* this.closing();
    this.#open ??= { period, tables: [] };
    this.#open.tables.push(table);
  }

  /** All fixings and items have the rows of the one view that is wanted. */
  document(): SpanDocument {
    for (const _ of this.closing());
    const { provider, base, period, view } = this.wanted;
    const [fixings, items] = [this.#fixings, this.#items];
    const from = fixings[0]?.date ?? items[0]?.from ?? '';
    const to = fixings.at(-1)?.date ?? items.at(-1)?.to ?? '';
    const head = { provider, base, from, to } as const;
    const isExtended = view === 'extended';
    if (period === 'day') return { kind: isExtended ? 'extendedSeries' : 'series', ...head, fixings };
    return { kind: isExtended ? 'extendedPeriods' : 'periods', ...head, period, items };
  }

  /** To be called when no table follows, by those who called `adding`. */
  *closing(): Generator<number> {
    if (this.#open === null) return;
    const { period, tables } = this.#open;
    this.#items.push(yield* periodItemSteps(period, tables, this.isComplete(period), this.wanted));
    this.#open = null;
  }
}

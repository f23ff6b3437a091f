/** The fixings of a span, oldest first → the document that states them, or one item for each period that they lie in. */

import type { PeriodItem, RateRow, SidesRow, SpanDocument } from '../encode/document.ts';
import { type CalendarPeriod, type PeriodKind, periodOf, type SpanPeriod } from '../words/periods.ts';
import type { ProviderCode } from '../words/schemas.ts';
import { type PeriodWanted, toPeriodItem } from './averages.ts';
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
  readonly #fixings: ReturnType<typeof toRates>[] = [];
  readonly #items: PeriodItem<RateRow | SidesRow>[] = [];
  #open: OpenPeriod | null = null;

  constructor(
    readonly wanted: SpanStated,
    readonly isComplete: (period: CalendarPeriod) => boolean,
  ) {}

  add(table: Table): void {
    const { period: kind } = this.wanted;
    if (kind === 'day') {
      this.#fixings.push(toRates(table, this.wanted));
      return;
    }
    const period = periodOf(table.date, kind);
    if (this.#open?.period.name !== period.name) this.#close();
    this.#open ??= { period, tables: [] };
    this.#open.tables.push(table);
  }

  document(): SpanDocument {
    const { period } = this.wanted;
    if (period === 'day') return this.#series();
    this.#close();
    return this.#periods(period);
  }

  #close(): void {
    if (this.#open === null) return;
    const { period, tables } = this.#open;
    this.#items.push(toPeriodItem(period, tables, this.isComplete(period), this.wanted));
    this.#open = null;
  }

  #series(): SpanDocument {
    const all = this.#fixings;
    const head = { ...this.#head(), from: all[0]?.date ?? '', to: all.at(-1)?.date ?? '' } as const;
    if (this.wanted.view !== 'extended') {
      return { kind: 'series', ...head, fixings: all.filter((one) => one.kind === 'rates') };
    }
    return { kind: 'extendedSeries', ...head, fixings: all.filter((one) => one.kind === 'extended') };
  }

  #periods(period: PeriodKind): SpanDocument {
    const all = this.#items;
    const head = { ...this.#head(), from: all[0]?.from ?? '', to: all.at(-1)?.to ?? '', period } as const;
    // All items have the rows of the one view that is wanted.
    return this.wanted.view === 'extended'
      ? { kind: 'extendedPeriods', ...head, items: all as readonly PeriodItem<SidesRow>[] }
      : { kind: 'periods', ...head, items: all as readonly PeriodItem<RateRow>[] };
  }

  #head() {
    const { provider, base } = this.wanted;
    return { provider, base };
  }
}

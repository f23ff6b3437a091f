/** One bank of a synthetic archive: the ECB's history as that bank would have stated it. */
import { type ArchiveRow, compareRows, type DocumentRow } from '../../generator/sources/archive/rows.ts';
import { yearText } from '../../generator/sources/archive/year-file.ts';
import { type ProviderDefinition, tableOf, toReference, weeklyTables } from '../../generator/sources/feeds/provider.ts';
import { Decimal, Ratio } from '../../generator/wire/exact/decimal.ts';
import { addDays, weekday } from '../../generator/wire/words/calendar.ts';
import { hashOf } from '../../generator/wire/words/hash.ts';
import type { IsoDate } from '../../generator/wire/words/schemas.ts';

/** Units of each currency per euro, by date, oldest first. */
export type PerEuro = ReadonlyMap<IsoDate, ReadonlyMap<string, Ratio>>;

export function toPerEuro(rows: readonly ArchiveRow[]): PerEuro {
  const dates = new Map<IsoDate, Map<string, Ratio>>();
  for (const { date, base, quote, mid } of rows) {
    if (base !== 'EUR' || mid === '') continue;
    const figures = dates.get(date) ?? new Map([['EUR', Ratio.of(1n, 1n)]]);
    dates.set(date, figures.set(quote, Decimal.parse(mid).toRatio()));
  }
  return dates;
}

const DIGITS = 7;
const FETCHED = 'T18:00:00Z';
/** Of a million rows, so many are corrected the next day, and so many are first seen a few days late. */
const [CORRECTED, LATE] = [5000, 5000];
const MILLION = 1_000_000;
/** 3 bp, in millionths. */
const NOISE = 300;
const WEEKLY_CURRENCIES = 8;

interface Stated {
  readonly row: ArchiveRow;
  readonly table: string;
  /** The day on which it is first seen. */
  readonly day: IsoDate;
}

export class SyntheticBank {
  readonly #documents = new Map<string, { readonly day: IsoDate; readonly table: string }>();
  readonly #level: Ratio;
  readonly #isInverse: boolean;
  readonly #hasMid: boolean;
  readonly #daily: string;
  readonly #weekly: string | null;
  #random: number;

  constructor(
    readonly definition: ProviderDefinition,
    readonly perEuro: PerEuro,
    seed: number,
  ) {
    this.#random = (seed * 2_654_435_761) >>> 0 || 1;
    // The ECB does not quote every reference currency. Such a currency moves with the dollar, at a level of its own.
    this.#level = Ratio.of(BigInt(1 + this.#draw(3000)), 1n);
    this.#isInverse = this.#draw(4) === 0;
    this.#hasMid = !definition.bidAsk || this.#draw(2) === 0;
    const weekly = [...weeklyTables(definition)];
    this.#weekly = weekly[0] ?? null;
    const names = definition.feeds.map(tableOf);
    this.#daily = names.find((name) => !weekly.includes(name)) ?? names[0] ?? 'rates';
  }

  /** Year by year, so that no more than a year is in memory. */
  *years(dates: readonly IsoDate[], until: string) {
    let year = '';
    let rows: ArchiveRow[] = [];
    for (const date of dates) {
      if (date.slice(0, 4) !== year && rows.length > 0) {
        yield { year, text: yearText(rows.sort(compareRows)), count: rows.length };
        rows = [];
      }
      year = date.slice(0, 4);
      for (const { row, table, day } of this.#rowsOf(date)) {
        if (day > until) continue;
        rows.push(row);
        this.#documents.set(row.document, { day, table });
      }
    }
    if (rows.length > 0) yield { year, text: yearText(rows.sort(compareRows)), count: rows.length };
  }

  /** The documents of the rows that `years` has yielded. */
  documents(): readonly DocumentRow[] {
    return [...this.#documents].map(([document, { day, table }]) => {
      const url = `https://rates.example/${this.definition.code}/${day}`;
      return { document, table, url, sha256: hashOf(document), fetched: `${day}${FETCHED}` };
    });
  }

  *#rowsOf(date: IsoDate): Generator<Stated> {
    const figures = this.perEuro.get(date);
    const reference = toReference(this.definition, date);
    const own = figures?.get(reference) ?? figures?.get('USD')?.times(this.#level);
    if (figures === undefined || own === undefined) return;
    const currencies = [...figures.keys()].filter((currency) => currency !== reference).sort();
    for (const [place, currency] of currencies.entries()) {
      const isWeekly = this.#weekly !== null && place < WEEKLY_CURRENCIES && currency !== 'EUR';
      if (isWeekly && weekday(date) !== 3) continue;
      const theirs = figures.get(currency) ?? own;
      yield* this.#statements(date, reference, currency, own.over(theirs), isWeekly);
    }
  }

  *#statements(date: IsoDate, reference: string, currency: string, exact: Ratio, isWeekly: boolean): Generator<Stated> {
    const table = isWeekly && this.#weekly !== null ? this.#weekly : this.#daily;
    const state = (value: Ratio, day: IsoDate): Stated => {
      const noisy = value.times(Ratio.of(BigInt(MILLION + this.#draw(2 * NOISE) - NOISE), BigInt(MILLION)));
      const side = (millionths: number) =>
        `${noisy.times(Ratio.of(BigInt(MILLION + millionths), BigInt(MILLION))).roundSignificant(DIGITS)}`;
      const [mid, bid, ask] = this.definition.bidAsk
        ? [this.#hasMid ? side(0) : '', side(-1000), side(1000)]
        : [side(0), '', ''];
      const pair = this.#isInverse ? { base: reference, quote: currency } : { base: currency, quote: reference };
      const document = hashOf(`${this.definition.code} ${day} ${table}`).slice(0, 12);
      const seen = `${day}${FETCHED}`;
      const row: ArchiveRow = { date, ...pair, per: '1', unit: '', mid, bid, ask, seen, document, table };
      return { row, table, day };
    };
    const value = this.#isInverse ? exact.inverse() : exact;
    const chance = this.#draw(MILLION);
    if (chance < LATE) yield state(value, addDays(date, 1 + this.#draw(5)));
    else yield state(value, date);
    if (chance > MILLION - CORRECTED) yield state(value, addDays(date, 1));
  }

  /** A whole number from 0 up to the limit, which it does not reach (xorshift32). */
  #draw(limit: number): number {
    let state = this.#random;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.#random = state >>> 0;
    return this.#random % limit;
  }
}

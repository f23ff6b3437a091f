/** The newest fixing of a provider that states each currency. */
import { basename, dirname } from 'node:path';
import type { Memory } from '../../../kit/memory.ts';
import type { ProviderNode } from '../../../wire/release/manifest.ts';
import { digestOf } from '../../../wire/words/hash.ts';
import { compareTexts } from '../../../wire/words/order.ts';
import {
  type CurrencyCode,
  currencyCode,
  type IsoDate,
  isoDate,
  type ProviderCode,
} from '../../../wire/words/schemas.ts';
import type { TreeInForce } from './in-force.ts';

/** Of a year the date is in the last row of the series of the currency. */
export class LastStated {
  constructor(
    readonly provider: ProviderCode,
    readonly inForce: TreeInForce,
    readonly memory: Memory,
  ) {}

  /** In code order. Of the years before the newest one it is remembered. @throws DamagedObject */
  dates(years: ProviderNode['years']): ReadonlyMap<CurrencyCode, IsoDate> {
    const { newest, older, key } = this.#partsOf(years);
    const text = this.memory.remember(this.#name, key, () => toText(this.#datesOf(older, years)));
    const dates = new Map([...parsed(text), ...this.#datesOf(newest === undefined ? [] : [newest], years)]);
    return new Map([...dates].sort(([left], [right]) => compareTexts(left, right)));
  }

  /** A run that does not ask for the dates, because the status stays as it is, hands them on to the next run. */
  keep(years: ProviderNode['years']): void {
    this.memory.keeps(this.#name, this.#partsOf(years).key);
  }

  get #name(): string {
    return `stated/${this.provider}`;
  }

  #partsOf(years: ProviderNode['years']) {
    const [newest, ...older] = Object.keys(years).sort().reverse();
    return { newest, older, key: digestOf(older.map((year) => years[year]?.[1] ?? '')) };
  }

  /** @param wanted some of the years, the newest first */
  #datesOf(wanted: readonly string[], years: ProviderNode['years']): ReadonlyMap<CurrencyCode, IsoDate> {
    const dates = new Map<CurrencyCode, IsoDate>();
    for (const year of wanted) this.#addOf(year, years, dates);
    return dates;
  }

  /** Reads only series of currencies that no later year has. */
  #addOf(year: string, years: ProviderNode['years'], dates: Map<CurrencyCode, IsoDate>): void {
    const { objects } = this.inForce;
    const reference = years[year];
    const series = reference === undefined ? null : objects.year(reference).series;
    if (series === null) return;
    for (const path of objects.leaf(series).keys()) {
      const currency = currencyCode.safeParse(basename(dirname(path))).data;
      if (currency === undefined || !path.endsWith('.csv') || dates.has(currency)) continue;
      const lastRow = (text: string) => isoDate.parse(text.trimEnd().split('\r\n').at(-1)?.slice(0, 10));
      dates.set(currency, objects.parsed(series, path, lastRow));
    }
  }
}

function toText(dates: ReadonlyMap<CurrencyCode, IsoDate>): string {
  return [...dates].map(([currency, date]) => `${currency} ${date}`).join();
}

function parsed(text: string): readonly (readonly [CurrencyCode, IsoDate])[] {
  if (text === '') return [];
  return text.split(',').map((cell) => [cell.slice(0, 3) as CurrencyCode, cell.slice(4) as IsoDate] as const);
}

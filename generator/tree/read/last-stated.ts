/** The newest fixing of a provider that states each currency. */

import { seriesFolder, seriesPath } from '../../wire/answers/paths.ts';
import { compareTexts } from '../../wire/words/order.ts';
import type { CurrencyCode, IsoDate, ProviderCode } from '../../wire/words/schemas.ts';
import type { TreeInPlace } from './change.ts';
import { currenciesInPlace, lastDateInPlace } from './series.ts';

/** The years that this run rendered are noted; for any other year the date is in the last row of the file in place. */
export class LastStated {
  readonly #rendered = new Map<string, ReadonlyMap<CurrencyCode, IsoDate>>();

  constructor(
    readonly provider: ProviderCode,
    readonly inPlace: TreeInPlace,
  ) {}

  /** @param dates the newest date of the year for each currency */
  note(year: string, dates: ReadonlyMap<CurrencyCode, IsoDate>): void {
    this.#rendered.set(year, dates);
  }

  #isRenderedAfter(year: string, currency: CurrencyCode): boolean {
    return [...this.#rendered].some(([own, dates]) => own > year && dates.has(currency));
  }

  /** In code order. @param newestYear that has a date; most nights have rendered it, and look into no other */
  dates(newestYear: string): ReadonlyMap<CurrencyCode, IsoDate> {
    const dates = new Map<CurrencyCode, IsoDate>();
    for (const currency of currenciesInPlace(this.inPlace, this.provider)) {
      if (this.#rendered.get(newestYear)?.has(currency)) continue;
      const names = this.inPlace.list(`${seriesFolder(this.provider)}/${currency}`);
      const years = names.flatMap((name) => /^(\d{4})\.csv$/.exec(name)?.[1] ?? []);
      const year = years.findLast((one) => !this.#rendered.has(one));
      if (year === undefined || this.#isRenderedAfter(year, currency)) continue;
      dates.set(currency, lastDateInPlace(this.inPlace, seriesPath(this.provider, currency, year, 'csv')));
    }
    for (const [currency, date] of [...this.#rendered.values()].flatMap((ofYear) => [...ofYear])) {
      if (date > (dates.get(currency) ?? '')) dates.set(currency, date);
    }
    return new Map([...dates].sort(([left], [right]) => compareTexts(left, right)));
  }
}

/**
 * The date on which a provider first quoted each currency. No file of the tree lists this. The first table of each year
 * tells which currencies were there by then, and the series of the year before tells the date.
 */

import { seriesPath } from '../../generator/wire/answers/paths.ts';
import type { KnownProvider } from '../../generator/wire/release/catalogue.ts';
import type { CurrencyCode, IsoDate } from '../../generator/wire/words/schemas.ts';
import type { Rates } from './rates.ts';

/**
 * @param lastDates of the currencies that the provider has ever quoted, each with its last date
 * @throws Problem, StoreDown
 */
export async function firstDates(
  rates: Rates,
  provider: KnownProvider,
  lastDates: ReadonlyMap<CurrencyCode, IsoDate>,
): Promise<ReadonlyMap<string, IsoDate>> {
  const seenOn = new Map<CurrencyCode, IsoDate>();
  const yearsFirst = provider.index.fixings.filter(
    ({ date }, place, all) => all[place - 1]?.date.slice(0, 4) !== date.slice(0, 4),
  );
  for (const { date } of yearsFirst) {
    const { figures } = await rates.table(provider, date);
    await rates.worked(figures.size);
    for (const code of figures.keys()) if (!seenOn.has(code)) seenOn.set(code, date);
  }
  const oldest = yearsFirst[0]?.date;
  const firsts = [...lastDates].map(async ([code, last]) => {
    const seen = seenOn.get(code);
    if (seen !== undefined && seen === oldest) return [code, seen] as const;
    // The first table of a year has the first date of that year.
    const year = BigInt((seen ?? last).slice(0, 4)) - (seen === undefined ? 0n : 1n);
    return [code, await firstOf(rates, provider, code, { date: seen ?? last, year })] as const;
  });
  return new Map(await Promise.all(firsts));
}

/** More than the header and the first date take. */
const HEAD_BYTES = 200;

interface KnownFrom {
  /** On which it is quoted. */
  readonly date: IsoDate;
  /** The newest in which it may have been quoted before. */
  readonly year: bigint;
}

async function firstOf(rates: Rates, provider: KnownProvider, code: CurrencyCode, known: KnownFrom): Promise<IsoDate> {
  let first = known.date;
  for (let { year } = known; ; year--) {
    const bytes = await rates.file(seriesPath(provider.facts.code, code, `${year}`, 'csv'));
    const [, row] = bytes?.toString('utf8', 0, HEAD_BYTES).split('\r\n') ?? [];
    if (row === undefined || row === '') return first;
    first = row.slice(0, 10) as IsoDate;
  }
}

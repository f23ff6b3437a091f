/** Makes GLOBAL for a date from a few lines that banks published. */

import { type Blend, blend } from '../../../generator/rates/blend/blend.ts';
import type { Law } from '../../../generator/rates/blend/figure.ts';
import { type Fixing, madeWithin } from '../../../generator/rates/blend/fixing.ts';
import { MEMORY_DAYS, WINDOW_DAYS } from '../../../generator/rates/blend/voices.ts';
import { readCurrencies, toWithdrawals } from '../../../generator/sources/facts/currencies.ts';
import { readPegs } from '../../../generator/sources/facts/pegs.ts';
import type { ProviderDefinition } from '../../../generator/sources/feeds/provider.ts';
import { addDays } from '../../../generator/wire/words/calendar.ts';
import { EUR, type IsoDate } from '../../../generator/wire/words/schemas.ts';
import { history } from '../banks/archives.ts';

export type Published = readonly (readonly [ProviderDefinition, readonly string[]])[];

/** The pegs and withdrawals in data/. */
export const LAW: Law = { pegs: readPegs(), withdrawals: toWithdrawals(readCurrencies()) };

/** @param held of banks with figures in quarantine, everything that they state */
export function blended(published: Published, date: IsoDate, law = LAW, held: Published = []): Blend {
  return blend({
    date,
    windows: windowsOf(published, date),
    known: published.length,
    memory: windowsOf(published, date, MEMORY_DAYS),
    unfiltered: windowsOf(held, date),
    law,
    omission: () => null,
  });
}

/** What GLOBAL is made from: each bank's fixings that were made in the 31 days up to the date, newest first. */
export function windowsOf(published: Published, date: IsoDate, days = WINDOW_DAYS): readonly (readonly Fixing[])[] {
  return published.map(([of, lines]) => {
    const held = history(of, lines);
    const dates = madeWithin(of, held.dates, addDays(date, 1 - days), date);
    return [...dates].reverse().map((own) => held.fixing(own));
  });
}

/** Returns `1.15 median`, or `none` if the currency is listed as missing or ended, or `absent`. */
export function figureOf({ figures, missing, ended }: Blend, code: string): string {
  const found = figures.find(({ currency }) => currency === code);
  if (found !== undefined) return `${found.figure} ${found.method}`;
  const reasons = [...missing, ...ended].filter(({ currency }) => currency === code);
  return reasons.length === 0 ? 'absent' : 'none';
}

/** One line per contributor, in their order: `NBP 2026-03-12 4.25 used`. */
export function traceOf({ figures, missing, ended }: Blend, code: string): readonly string[] {
  const of = [
    ...figures.map((figure) => ({ ...figure })),
    ...[...missing, ...ended].map((one) => ({ ...one, used: [] })),
  ];
  return of
    .filter(({ currency }) => currency === code)
    .flatMap(({ used, leftOut }) => [
      ...used.map(
        ({ provider, date, value, carrier }) =>
          `${provider} ${date} ${value} used${carrier === EUR ? '' : ` by ${carrier}`}`,
      ),
      ...leftOut.map(({ provider, date, value, reason }) => `${provider} ${date} ${value ?? '-'} left out: ${reason}`),
    ]);
}

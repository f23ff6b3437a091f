/** What dialects have in common when they read a request. */
import { daysBetween, hasDateShape, parseIsoDate, toIsoDate } from '../../generator/wire/calendar.ts';
import type { KnownProvider } from '../../generator/wire/catalogue.ts';
import { datesWithin } from '../../generator/wire/provider-index.ts';
import type { CurrencyCode, IsoDate } from '../../generator/wire/schemas.ts';
import { Problem, quoted } from '../problem.ts';
import { type Parameters, toValue } from '../target.ts';
import type { Rates } from './rates.ts';

/** @throws Problem if one of the parameters is given twice, because it is not clear which value counts */
export function checkOnce(parameters: Parameters, names: readonly string[]): void {
  for (const name of names) {
    const times = parameters.get(name)?.length ?? 0;
    if (times > 1) throw new Problem(1100, `${name} is given ${times} times; give it once`);
  }
}

/** @throws Problem if it is not a day */
export function toDay(text: string, name: string): IsoDate {
  if (!hasDateShape(text)) throw new Problem(1006, `${name} must have the form YYYY-MM-DD, not ${quoted(text)}`);
  const date = toIsoDate(text);
  if (date === null) throw new Problem(1006, `${name} ${quoted(text)} is not a day of the calendar`);
  return date;
}

/** The day that the parameter names, or null if it is absent. @throws Problem if it is not a day */
export function readDay(parameters: Parameters, name: string): IsoDate | null {
  const value = toValue(parameters, name);
  return value === null ? null : toDay(value, name);
}

/** The code as one of /v1/currencies, or null. */
export function knownCode({ catalogue }: Rates, code: string): CurrencyCode | null {
  return catalogue.currencyCodes.has(code) ? (code as CurrencyCode) : null;
}

/** Dates of fixings in the span. @throws Problem when it is reversed or has none */
export function spanDates(provider: KnownProvider, from: IsoDate, to: IsoDate): readonly IsoDate[] {
  if (from > to) throw new Problem(1006, `the span begins on ${from}, which is after its end on ${to}`);
  const dates = datesWithin(provider.index, from, to);
  if (dates.length > 0) return dates;
  const { code } = provider.facts;
  const first = provider.index.fixings[0]?.date;
  if (first !== undefined && to < first) {
    throw new Problem(1008, `date ${to} is before the first fixing of ${code}, which is of ${first}`);
  }
  throw new Problem(1007, `${code} has no fixing from ${from} to ${to}`);
}

const EPOCH = parseIsoDate('1970-01-01');

/** Unix seconds of the midnight in UTC with which the day begins. */
export function toTimestamp(date: IsoDate): string {
  return `${daysBetween(EPOCH, date) * 86_400}`;
}

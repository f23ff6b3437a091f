/** What a case is made of: nights, what happens in the market, and faults by name. Pure. */
import { parseIsoDate, weekday } from '../../../generator/wire/words/calendar.ts';
import type { IsoDate } from '../../../generator/wire/words/schemas.ts';
import { daysFrom } from './habits.ts';
import type { Fault, Life, Quoted } from './lists.ts';
import type { Alias, Shock } from './market.ts';
import type { Plot } from './world.ts';

export interface Case extends Partial<Plot> {
  readonly name: string;
  /** For a person, in a few words. */
  readonly about: string;
  /** The nights on which the program runs. Lists of the days between them come with the next night. */
  readonly nights: readonly IsoDate[];
  readonly shocks?: readonly Shock[];
  readonly aliases?: readonly Alias[];
  /** The currencies that the case is about; none: all of them. */
  readonly currencies: readonly string[];
}

/** The first day after the month of lists from which every case begins, a Thursday. */
export const START = parseIsoDate('2026-10-01');

/** So many Mondays to Fridays from the start. */
export function weekdays(count: number): readonly IsoDate[] {
  const all = daysFrom(START, parseIsoDate('2026-11-27')).filter((day) => weekday(day) < 6);
  return all.slice(0, count);
}

/** On some days, the lists of some banks have the fault. */
export function atBanks(banks: readonly string[], days: readonly IsoDate[], fault: Fault): Pick<Plot, 'fault'> {
  const isHit = (bank: string, day: IsoDate) => banks.includes(bank) && days.includes(day);
  return { fault: (bank, day) => (isHit(bank, day) ? fault : null) };
}

/** Some banks state every list from a day on in another way, and rightly. */
export function since(day: IsoDate, banks: readonly string[], life: Life): Pick<Plot, 'life'> {
  return { life: (bank, on) => (banks.includes(bank) && day <= on ? life : {}) };
}

/** The currency is stated as if it were worth so many times as much. */
export function worth(currency: string, factor: number): Fault {
  return { times: (quoted) => ofWorth(quoted, currency, factor) };
}

/** The figure of each of two currencies stands where the other's should. */
export function exchanged(one: string, other: string): Fault {
  return {
    times: (quoted) => {
      const own = [one, other].find((code) => code === quoted.base || code === quoted.quote);
      if (own === undefined) return 1;
      const { market, day } = quoted;
      const theirs = own === one ? other : one;
      return ofWorth(quoted, own, market.perEuro(own, day) / market.perEuro(theirs, day));
    },
  };
}

/** In one table only. */
export function inTable(name: string, fault: Fault): Fault {
  return { times: (quoted) => (quoted.table.name === name ? (fault.times?.(quoted) ?? 1) : 1) };
}

/** By what a pair's figure is multiplied if the currency is worth so many times as much. */
export function ofWorth({ base, quote }: Pick<Quoted, 'base' | 'quote'>, currency: string, factor: number): number {
  if (base === currency) return factor;
  return quote === currency ? 1 / factor : 1;
}

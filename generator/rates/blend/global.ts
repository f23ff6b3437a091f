/** GLOBAL over time: its contributors, the dates that may have a fixing, and what each date depends on. Pure. */
import { type Hold, isWithin, toReason } from '../../sources/archive/holds.ts';
import type { Span } from '../../sources/archive/spans.ts';
import { type CurrencyFacts, toWithdrawals } from '../../sources/facts/currencies.ts';
import type { Peg } from '../../sources/facts/pegs.ts';
import type { ProviderFacts, Schedule } from '../../sources/feeds/provider.ts';
import { addDays, earlierOf, laterOf, weekday } from '../../wire/words/calendar.ts';
import { digestOf } from '../../wire/words/hash.ts';
import type { IsoDate, ProviderCode } from '../../wire/words/schemas.ts';
import { type Blend, blend, METHOD } from './blend.ts';
import type { Law } from './figure.ts';
import { madeOn } from './fixing.ts';
import { type FrozenList, hasTable, isRepeated, toFrozenLists } from './frozen-lists.ts';
import type { History } from './history.ts';
import type { Omission } from './outcomes.ts';
import {
  CONTRIBUTORS_MIN,
  digestsOf,
  freshDigestsOf,
  toFreshWindows,
  toMemory,
  toWindows,
  windowDates,
} from './voices.ts';

export const GLOBAL_SCHEDULE: Schedule = { days: [1, 2, 3, 4, 5], time: '23:59', timeZone: 'UTC' };

export interface Global {
  /** The day of a contributor's first fixing: GLOBAL has no older one. */
  readonly since: IsoDate;
  /** Weekdays that may have a fixing, oldest first. */
  readonly dates: readonly IsoDate[];
  /** Providers that have figures in the days before the date and never contribute, with the reason. */
  excluded(date: IsoDate): readonly (readonly [provider: ProviderCode, reason: string])[];
  /** Digest of everything that the figures of the date depend on. */
  inputs(date: IsoDate): string;
  /** The lists that are frozen on the date, each since its first publication of these figures, however long ago. */
  frozen(date: IsoDate): readonly FrozenList[];
  /** The figures with every contribution, whether or not they are enough for a fixing. */
  blend(date: IsoDate): Blend;
}

interface GlobalInputs {
  readonly histories: readonly History[];
  readonly pegs: readonly Peg[];
  readonly currencies: readonly CurrencyFacts[];
  /** The UTC day of the newest fetch in the archive. GLOBAL is never dated later. */
  readonly newestFetch: IsoDate;
  /** The days of the first fixings of the first two contributors, where the histories do not reach back to them. */
  readonly firsts?: readonly IsoDate[];
  /** Only these dates are wanted; null for all. */
  readonly span?: Span | null;
  /** Currencies that are left out of GLOBAL by name. */
  readonly holds?: readonly Hold[];
  /** For each contributor with a figure in quarantine, its history as if figures were held only by name. */
  readonly spoken?: readonly History[];
}

/** Why a provider never contributes to GLOBAL; null if it does. */
export function exclusionOf({ monthly, quarterly, obsolete, kind, schedule }: ProviderFacts): string | null {
  if (obsolete === true) return 'obsolete';
  if (monthly === true) return 'monthly';
  if (quarterly === true) return 'quarterly';
  if (kind !== undefined) return kind;
  return (schedule.lagDaysMax ?? 1) > 7 ? 'publishes more than 7 days late' : null;
}

export function toGlobal(inputs: GlobalInputs): Global {
  const { histories, pegs, newestFetch, holds = [], spoken: unfiltered = [] } = inputs;
  const contributors = histories.filter(({ definition }) => exclusionOf(definition) === null);
  const others = histories.filter(({ definition }) => exclusionOf(definition) !== null);
  const law: Law = { pegs, withdrawals: toWithdrawals(inputs.currencies) };
  const lawDigests = toLawDigests(law);
  const firsts = inputs.firsts ?? firstDates(contributors);
  return {
    since: firsts[0] ?? newestFetch,
    dates: datesOf(firsts, newestFetch, inputs.span ?? null),
    excluded: (date) => excludedOn(others, date),
    inputs(date) {
      const inEffect = holds.filter((hold) => isWithin(hold, date)).map((hold) => JSON.stringify(hold));
      const excluded = JSON.stringify(excludedOn(others, date));
      const facts = [METHOD, ...lawDigests, excluded, `${knownOn(firsts, date)}`];
      return digestOf([...facts, ...digestsOf(contributors, date), ...inEffect, ...freshDigestsOf(unfiltered, date)]);
    },
    blend: (date) =>
      blend({
        date,
        windows: toWindows(contributors, date),
        known: knownOn(firsts, date),
        memory: toMemory(contributors, date),
        unfiltered: toFreshWindows(unfiltered, date),
        law,
        omission: toOmission(holds, date),
      }),
    frozen: (date) => toFrozenLists(toWindows(contributors, date)).map((list) => sinceFirst(list, contributors)),
  };
}

function toLawDigests({ pegs, withdrawals }: Law): readonly string[] {
  const toText = (peg: Peg) => JSON.stringify(peg, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
  return [digestOf(pegs.map(toText)), JSON.stringify([...withdrawals])];
}

/** How many contributors had a fixing by the date: a later one is not missing yet. More than two make no difference. */
function knownOn(firsts: readonly IsoDate[], date: IsoDate): number {
  return firsts.filter((first) => first <= date).length;
}

function datesOf([first]: readonly IsoDate[], newestFetch: IsoDate, span: Span | null): readonly IsoDate[] {
  if (first === undefined) return [];
  return weekdays(laterOf(first, span?.from ?? first), earlierOf(newestFetch, span?.to ?? newestFetch));
}

function excludedOn(others: readonly History[], date: IsoDate) {
  return others.flatMap((history) => {
    const reason = exclusionOf(history.definition);
    return reason === null || windowDates(history, date).length === 0 ? [] : [[history.provider, reason] as const];
  });
}

function toOmission(holds: readonly Hold[], date: IsoDate): Omission {
  const own = holds.filter((hold) => isWithin(hold, date));
  return (currency) => {
    const hold = own.findLast(({ code }) => code === currency);
    return hold === undefined ? null : toReason(hold);
  };
}

/** The list since its first publication of these figures, which may lie before the window. */
function sinceFirst(list: FrozenList, contributors: readonly History[]): FrozenList {
  const history = contributors.find(({ provider }) => provider === list.provider);
  return history === undefined ? list : { ...list, since: firstAlike(history, list) };
}

/** The first of the publications that state the same figures one after another, up to the list's own. */
function firstAlike(history: History, { table, since }: FrozenList): IsoDate {
  let first = history.fixing(since);
  for (const date of history.dates.filter((own) => own < since).reverse()) {
    if (history.isBroken(date)) continue;
    const fixing = history.fixing(date);
    if (!hasTable(table, fixing)) continue;
    if (!isRepeated(table, first, fixing)) break;
    first = fixing;
  }
  return first.date;
}

/** The days on which the first two contributors made their first fixings. */
function firstDates(contributors: readonly History[]): readonly IsoDate[] {
  return contributors
    .flatMap(({ definition, dates }) => dates.slice(0, 1).map((first) => madeOn(definition, first)))
    .sort()
    .slice(0, CONTRIBUTORS_MIN);
}

function weekdays(first: IsoDate, last: IsoDate): readonly IsoDate[] {
  const dates: IsoDate[] = [];
  for (let date = first; date <= last; date = addDays(date, 1)) {
    if (weekday(date) <= 5) dates.push(date);
  }
  return dates;
}

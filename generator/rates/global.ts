/** GLOBAL over time: its contributors, the dates that may have a fixing, and what each date depends on. Pure. */
import { type Hold, holdsBackOfGlobal, isWithin, toReason } from '../archive/holds.ts';
import type { Span } from '../archive/spans.ts';
import { type CurrencyFacts, toWithdrawals } from '../facts/currencies.ts';
import type { Peg } from '../facts/pegs.ts';
import type { ProviderDefinition, Schedule } from '../feeds/provider.ts';
import { addDays, earlierOf, laterOf, weekday } from '../wire/calendar.ts';
import { digestOf } from '../wire/hash.ts';
import type { IsoDate, ProviderCode } from '../wire/schemas.ts';
import { type Blend, blend, METHOD, WINDOW_DAYS, type Withheld } from './blend.ts';
import { MEMORY_DAYS } from './earlier.ts';
import type { Fixing } from './fixing.ts';
import { type FrozenList, hasTable, isRepeated, toFrozenLists } from './frozen.ts';
import { CONTRIBUTORS_MIN } from './gap.ts';
import type { History } from './history.ts';
import { madeOn, madeWithin } from './made.ts';

/** Three weekdays are at most so many days. */
const FRESH_DAYS_MAX = 5;

export const GLOBAL_SCHEDULE: Schedule = { days: [1, 2, 3, 4, 5], time: '23:59', timeZone: 'UTC' };

export interface Global {
  /** The day of a contributor's first fixing: none of GLOBAL is older. */
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
  /** Of each contributor with a figure in quarantine, its history as if nothing were held but by name. */
  readonly spoken?: readonly History[];
}

/** Why a provider never contributes to GLOBAL; null if it does. */
export function exclusionOf({ monthly, quarterly, obsolete, kind, schedule }: ProviderDefinition): string | null {
  if (obsolete === true) return 'obsolete';
  if (monthly === true) return 'monthly';
  if (quarterly === true) return 'quarterly';
  if (kind !== undefined) return kind;
  return (schedule.lagDaysMax ?? 1) > 7 ? 'publishes more than 7 days late' : null;
}

export function toGlobal({
  histories,
  pegs,
  currencies,
  newestFetch,
  holds = [],
  spoken = [],
  ...part
}: GlobalInputs): Global {
  const { span = null } = part;
  const contributors = histories.filter(({ definition }) => exclusionOf(definition) === null);
  const others = histories.filter(({ definition }) => exclusionOf(definition) !== null);
  const pegDigest = digestOf(
    pegs.map((peg) => JSON.stringify(peg, (_, value) => (typeof value === 'bigint' ? `${value}` : value))),
  );
  const withdrawals = toWithdrawals(currencies);
  const withdrawn = JSON.stringify([...withdrawals]);
  const windowOf = ({ definition, dates }: History, date: IsoDate) =>
    madeWithin(definition, dates, addDays(date, 1 - WINDOW_DAYS), date);
  const excluded = (date: IsoDate) =>
    others.flatMap((history) => {
      const reason = exclusionOf(history.definition);
      return reason === null || windowOf(history, date).length === 0 ? [] : [[history.provider, reason] as const];
    });
  const firsts = part.firsts ?? firstDates(contributors);
  const start = firsts[0] ?? newestFetch;
  /** How many contributors had a fixing by the date: of later ones nobody is missed. More than two make no difference. */
  const known = (date: IsoDate) => firsts.filter((first) => first <= date).length;
  const windowsOn = (date: IsoDate) => {
    const windows = contributors.map((history) =>
      windowOf(history, date)
        .filter((own) => !history.isBroken(own))
        .map((own) => history.fixing(own))
        .reverse(),
    );
    const heard: (readonly Fixing[])[] = windows.filter((window) => window.length > 0);
    // A known contributor without a figure in the window is heard nowhere, and counts as known.
    while (heard.length < known(date)) heard.push([]);
    return heard;
  };
  /** The days before the window, in which other banks may have stated what one bank alone states now. */
  const before = ({ definition, dates }: History, date: IsoDate) =>
    madeWithin(definition, dates, addDays(date, 1 - MEMORY_DAYS), addDays(date, -WINDOW_DAYS));
  const rememberedOn = (date: IsoDate) =>
    contributors.map((history) => {
      const older = before(history, date).flatMap((own) => history.ownFixing(own) ?? []);
      const own = windowOf(history, date).filter((day) => !history.isBroken(day));
      return [...older, ...own.map((day) => history.fixing(day))].reverse();
    });
  /** No older figure is fresh. */
  const spokenWindow = ({ definition, dates }: History, date: IsoDate) =>
    madeWithin(definition, dates, addDays(date, -FRESH_DAYS_MAX), date);
  const spokenOn = (date: IsoDate) =>
    spoken.map((history) => {
      const dates = spokenWindow(history, date).filter((own) => !history.isBroken(own));
      return dates.map((own) => history.fixing(own)).reverse();
    });
  return {
    since: start,
    dates:
      firsts.length === 0
        ? []
        : weekdays(laterOf(start, span?.from ?? start), earlierOf(newestFetch, span?.to ?? newestFetch)),
    excluded,
    inputs(date) {
      const rows = contributors.flatMap((history) => {
        const older = before(history, date).map((own) => history.ownDigest(own));
        const digests = windowOf(history, date).map((own) => history.digest(own));
        return older.length + digests.length === 0 ? [] : [history.provider, ...older, '', ...digests];
      });
      const held = holds.filter((hold) => isWithin(hold, date)).map((hold) => JSON.stringify(hold));
      const facts = [METHOD, pegDigest, withdrawn, JSON.stringify(excluded(date)), `${known(date)}`];
      const spokenRows = spoken.flatMap((history) => {
        const digests = spokenWindow(history, date).map((own) => history.digest(own));
        return digests.length === 0 ? [] : ['spoken', history.provider, ...digests];
      });
      return digestOf([...facts, ...rows, ...held, ...spokenRows]);
    },
    blend: (date) =>
      blend(
        date,
        windowsOn(date),
        { pegs, withdrawals },
        toWithheld(holds, date),
        () => rememberedOn(date),
        spokenOn(date),
      ),
    frozen(date) {
      return toFrozenLists(windowsOn(date)).map((list) => {
        const history = contributors.find(({ provider }) => provider === list.provider);
        return history === undefined ? list : { ...list, since: firstAlike(history, list) };
      });
    },
  };
}

/** Why a figure of the date is left out; null if it is not. */
function toWithheld(holds: readonly Hold[], date: IsoDate): Withheld {
  const own = holds.filter((hold) => isWithin(hold, date));
  return (currency, figure) => {
    const hold = own.findLast((one) => holdsBackOfGlobal(one, date, currency, figure.toRatio()));
    return hold === undefined ? null : toReason(hold);
  };
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
export function firstDates(contributors: readonly History[]): readonly IsoDate[] {
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

/** GLOBAL over time: its contributors, the dates that may have a fixing, and what each date depends on. Pure. */
import { type Hold, holdsBackOfGlobal, isWithin, toReason } from '../archive/holds.ts';
import { type CurrencyFacts, toWithdrawals } from '../facts/currencies.ts';
import type { Peg } from '../facts/pegs.ts';
import { type ProviderDefinition, type Schedule, toCode } from '../feeds/provider.ts';
import { addDays, weekday } from '../wire/calendar.ts';
import { digestOf } from '../wire/hash.ts';
import { within } from '../wire/order.ts';
import type { IsoDate, ProviderCode } from '../wire/schemas.ts';
import { type Blend, blend, METHOD, WINDOW_DAYS, type Withheld } from './blend.ts';
import { type FrozenList, hasTable, isRepeated, toFrozenLists } from './frozen.ts';
import type { History } from './history.ts';

export const GLOBAL_SCHEDULE: Schedule = { days: [1, 2, 3, 4, 5], time: '23:59', timeZone: 'UTC' };

export interface Global {
  /** The oldest date of a contributor: no fixing is older. */
  readonly since: IsoDate;
  /** Weekdays that may have a fixing, oldest first. */
  readonly dates: readonly IsoDate[];
  /** Providers that never contribute, with the reason. */
  readonly excluded: readonly (readonly [provider: ProviderCode, reason: string])[];
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
  /** Currencies that are left out of GLOBAL by name. */
  readonly holds?: readonly Hold[];
}

/** Why a provider never contributes to GLOBAL; null if it does. */
export function exclusionOf({ monthly, quarterly, obsolete, kind, schedule }: ProviderDefinition): string | null {
  if (obsolete === true) return 'obsolete';
  if (monthly === true) return 'monthly';
  if (quarterly === true) return 'quarterly';
  if (kind !== undefined) return kind;
  return (schedule.lagDaysMax ?? 1) > 7 ? 'publishes more than 7 days late' : null;
}

export function toGlobal({ histories, pegs, currencies, newestFetch, holds = [] }: GlobalInputs): Global {
  const contributors = histories.filter(({ definition }) => exclusionOf(definition) === null);
  const excluded = histories.flatMap(({ definition }) => {
    const reason = exclusionOf(definition);
    return reason === null ? [] : [[toCode(definition), reason] as const];
  });
  const pegDigest = digestOf(
    pegs.map((peg) => JSON.stringify(peg, (_, value) => (typeof value === 'bigint' ? `${value}` : value))),
  );
  const withdrawals = toWithdrawals(currencies);
  const facts = [METHOD, pegDigest, JSON.stringify([...withdrawals]), JSON.stringify(excluded)];
  /** Those that had a fixing by the date: whoever comes later says nothing of it, and is not missed. */
  const contributorsBy = (date: IsoDate) => contributors.filter(({ dates }) => (dates[0] ?? date) <= date);
  const windowOf = (history: History, date: IsoDate) => within(history.dates, addDays(date, 1 - WINDOW_DAYS), date);
  const oldest = contributors.flatMap(({ dates }) => dates.slice(0, 1)).sort()[0] ?? null;
  const windowsOn = (date: IsoDate) =>
    contributorsBy(date).map((history) =>
      windowOf(history, date)
        .filter((own) => !history.isBroken(own))
        .map((own) => history.fixing(own))
        .reverse(),
    );
  return {
    since: oldest ?? newestFetch,
    dates: weekdays(oldest, newestFetch),
    excluded,
    inputs(date) {
      const rows = contributorsBy(date).flatMap((history) => [
        history.provider,
        ...windowOf(history, date).map((own) => history.digest(own)),
      ]);
      const held = holds.filter((hold) => isWithin(hold, date)).map((hold) => JSON.stringify(hold));
      return digestOf([...facts, ...rows, ...held]);
    },
    blend: (date) => blend(date, windowsOn(date), { pegs, withdrawals }, toWithheld(holds, date)),
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

function weekdays(first: IsoDate | null, last: IsoDate): readonly IsoDate[] {
  const dates: IsoDate[] = [];
  for (let date = first; date !== null && date <= last; date = addDays(date, 1)) {
    if (weekday(date) <= 5) dates.push(date);
  }
  return dates;
}

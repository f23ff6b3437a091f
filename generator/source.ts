/** What the tree is built from, date by date: a provider's archive, or the blend of many. */
import { type Blend, blend, METHOD, toBlendTable, WINDOW_DAYS } from './blend.ts';
import { type CurrencyFacts, toWithdrawals } from './currencies.ts';
import { toCode, toFixingTable, toReferences } from './fixing.ts';
import type { History } from './history.ts';
import { digestOf } from './inputs.ts';
import type { Peg } from './pegs.ts';
import { blendProvenance, fixingProvenance } from './provenance.ts';
import type { ProviderDefinition } from './provider.ts';
import { addDays, weekday } from './wire/calendar.ts';
import type { Period } from './wire/dates.ts';
import { type CurrencyCode, EUR, GLOBAL, type IsoDate, type ProviderCode } from './wire/schemas.ts';
import type { Table } from './wire/table.ts';

export interface Built {
  readonly table: Table;
  readonly provenance: Buffer;
}

export interface Source {
  readonly provider: ProviderCode;
  readonly references: readonly { readonly from: IsoDate; readonly currency: CurrencyCode }[];
  /** Dates that may have a fixing, oldest first. */
  readonly dates: readonly IsoDate[];
  /** Digest of all that the fixing of the date depends on. */
  inputs(date: IsoDate): string;
  /** The fixing, or the reason why there is none. @throws FeedError when the archive holds what is no fixing. */
  build(date: IsoDate): Built | { readonly gap: string };
  period(date: IsoDate): Period;
}

export function toProviderSource(history: History): Source {
  const inputs = (date: IsoDate) => digestOf([history.digest(date)]);
  return {
    provider: history.provider,
    references: toReferences(history.definition),
    dates: history.dates,
    inputs,
    build(date) {
      const fixing = history.fixing(date);
      const provenance = fixingProvenance(fixing, history.archive.documents, inputs(date));
      return { table: toFixingTable(fixing), provenance };
    },
    period: (date) => history.period(date),
  };
}

/** A provider that the archive no longer has: all of its files go. */
export function toGoneSource(provider: ProviderCode): Source {
  const gone = () => {
    throw new TypeError(`${provider} has no dates`);
  };
  return { provider, references: [], dates: [], inputs: gone, build: gone, period: gone };
}

export interface GlobalSource extends Source {
  /** The figures with what each contributor said, whether or not they make a fixing. */
  blend(date: IsoDate): Blend;
}

export interface GlobalInputs {
  readonly histories: readonly History[];
  readonly pegs: readonly Peg[];
  readonly currencies: readonly CurrencyFacts[];
  /** The UTC day of the newest fetch in the archive: GLOBAL is never dated later. */
  readonly newestFetch: IsoDate;
  /** Dates of a provider whose fixing cannot be made. */
  readonly isBroken: (provider: ProviderCode, date: IsoDate) => boolean;
}

/** Why a provider never enters GLOBAL, or null where it does. */
export function exclusionOf({ monthly, obsolete, schedule }: ProviderDefinition): string | null {
  if (obsolete === true) return 'obsolete';
  if (monthly === true) return 'monthly';
  return (schedule.lagDaysMax ?? 1) > 7 ? 'publishes more than 7 days late' : null;
}

export function toGlobalSource({ histories, pegs, currencies, newestFetch, isBroken }: GlobalInputs): GlobalSource {
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
  const windowOf = (history: History, date: IsoDate) =>
    datesWithin(history.dates, addDays(date, 1 - WINDOW_DAYS), date).filter((own) => !isBroken(history.provider, own));
  const inputs = (date: IsoDate) =>
    digestOf([
      ...facts,
      ...contributors.flatMap((history) => [
        history.provider,
        ...windowOf(history, date).map((own) => history.digest(own)),
      ]),
    ]);
  const blendOf = (date: IsoDate): Blend => {
    const windows = contributors.map((history) =>
      windowOf(history, date)
        .map((own) => history.fixing(own))
        .reverse(),
    );
    return blend(date, windows, { pegs, withdrawals });
  };
  return {
    provider: GLOBAL,
    references: [{ from: contributors[0]?.dates[0] ?? newestFetch, currency: EUR }],
    dates: weekdays(contributors, newestFetch),
    inputs,
    build(date) {
      const blended = blendOf(date);
      if (blended.gap !== null) return { gap: blended.gap };
      return { table: toBlendTable(blended), provenance: blendProvenance(blended, excluded, inputs(date)) };
    },
    period: (date) => ({ date, until: date }),
    blend: blendOf,
  };
}

function weekdays(contributors: readonly History[], last: IsoDate): readonly IsoDate[] {
  const firsts = contributors.flatMap(({ dates }) => dates.slice(0, 1)).sort();
  const dates: IsoDate[] = [];
  for (let date = firsts[0]; date !== undefined && date <= last; date = addDays(date, 1)) {
    if (weekday(date) <= 5) dates.push(date);
  }
  return dates;
}

/** The dates from `first` to `last`, both included, of a sorted list. */
function datesWithin(dates: readonly IsoDate[], first: IsoDate, last: IsoDate): readonly IsoDate[] {
  return dates.slice(lowerBound(dates, first), lowerBound(dates, addDays(last, 1)));
}

function lowerBound(dates: readonly IsoDate[], date: IsoDate): number {
  let [low, high] = [0, dates.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((dates[middle] ?? date) < date) low = middle + 1;
    else high = middle;
  }
  return low;
}

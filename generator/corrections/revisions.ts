/**
 * The figures of GLOBAL that a later state of the archive states otherwise than an earlier one, each with its cause.
 * Only the dates that a changed row can reach are blended, in both states. Pure.
 */
import type { CurrencyFacts } from '../facts/currencies.ts';
import type { Peg } from '../facts/pegs.ts';
import { type ArchiveState, newestFetchOf, toHistories } from '../rates/archive-state.ts';
import type { Blend } from '../rates/blend.ts';
import { type Global, toGlobal } from '../rates/global.ts';
import type { History } from '../rates/history.ts';
import { addDays } from '../wire/calendar.ts';
import { lowerBound } from '../wire/order.ts';
import { type CurrencyCode, EUR, type IsoDate } from '../wire/schemas.ts';
import { type Cause, Causes, REACH_DAYS } from './causes.ts';
import { toChanges } from './changes.ts';
import { holdsOfGlobal } from './holds-of-global.ts';

/** Figures in units per EUR: the one that stood, and the one that stands now; '' where there was or is none. */
export interface Revision extends Cause {
  readonly date: IsoDate;
  readonly currency: CurrencyCode;
  readonly old: string;
  readonly new: string;
}

interface RevisionFacts {
  readonly pegs: readonly Peg[];
  readonly currencies: readonly CurrencyFacts[];
  /** Whether a figure stood once and was gone in the state before. */
  readonly wasGone: (date: IsoDate, currency: CurrencyCode) => boolean;
}

/**
 * @param until the instant of the state before
 * @param histories those of the state after, if the caller has them, so that their fixings are made only once
 */
export function toRevisions(
  before: ArchiveState,
  after: ArchiveState,
  until: string,
  facts: RevisionFacts,
  histories: readonly History[] | null = null,
): readonly Revision[] {
  const changes = [...toChanges(before, after, until), ...holdsOfGlobal(before, after)];
  const changed = [...new Set(changes.map(({ date }) => date))].sort();
  const [first] = changed;
  if (first === undefined) return [];
  const since = addDays(first, -2 * REACH_DAYS);
  const later = histories ?? toHistories(after, since);
  const [old, now] = [globalOf(before, toHistories(before, since, later), facts), globalOf(after, later, facts)];
  const causes = new Causes(changes);
  return reached(old?.dates ?? [], changed).flatMap((date) => {
    if (old === null || now === null) return [];
    return differences(old.blend(date), now.blend(date), causes, facts);
  });
}

function globalOf(
  { holdings, globalHolds }: ArchiveState,
  histories: readonly History[],
  { pegs, currencies }: RevisionFacts,
): Global | null {
  const newestFetch = newestFetchOf(holdings);
  return newestFetch === null ? null : toGlobal({ histories, newestFetch, pegs, currencies, holds: globalHolds });
}

/** The dates that a changed row can reach. @param dates sorted, like `changed` */
function reached(dates: readonly IsoDate[], changed: readonly IsoDate[]): readonly IsoDate[] {
  return dates.filter((date) => {
    const nearest = changed[lowerBound(changed, (one) => one <= date) - 1];
    return nearest !== undefined && date <= addDays(nearest, REACH_DAYS);
  });
}

function differences(before: Blend, after: Blend, causes: Causes, { wasGone }: RevisionFacts): readonly Revision[] {
  const { date } = before;
  const [old, now] = [statedIn(before), statedIn(after)];
  return [...new Set([...old.keys(), ...now.keys()])].sort().flatMap((currency) => {
    const [stood, stands] = [old.get(currency) ?? '', now.get(currency) ?? ''];
    if (stood === stands || (stood === '' && !wasGone(date, currency))) return [];
    return { date, currency, old: stood, new: stands, ...causes.of(currency, before, after) };
  });
}

function statedIn({ gap, figures }: Blend): ReadonlyMap<CurrencyCode, string> {
  const stated = gap === null ? figures.filter(({ currency }) => currency !== EUR) : [];
  return new Map(stated.map(({ currency, figure }) => [currency, `${figure}`]));
}

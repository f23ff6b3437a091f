/**
 * GLOBAL's figures that a later state of the archive states otherwise than an earlier one, each with the rows that explain
 * it. Only dates that a changed row can reach are blended, in both states. Pure.
 */

import type { CurrencyFacts } from '../facts/currencies.ts';
import type { Peg } from '../facts/pegs.ts';
import { groupBy } from '../kit/group.ts';
import { type Moment, newestFetchOf, toHistories } from '../rates/archive-state.ts';
import { type Blend, WINDOW_DAYS } from '../rates/blend.ts';
import { type Global, toGlobal } from '../rates/global.ts';
import { type History, WEEKLY_DAYS_MAX } from '../rates/history.ts';
import { addDays } from '../wire/calendar.ts';
import { type CurrencyCode, EUR, type IsoDate, USD } from '../wire/schemas.ts';
import { type Change, KINDS, toChanges } from './changes.ts';

/** A figure in units per EUR that stood, or '' where it had gone, and what stands now, or '' where it is gone. */
export interface Revision {
  readonly date: IsoDate;
  readonly currency: CurrencyCode;
  readonly old: string;
  readonly new: string;
  /** By when all that explains it was known. */
  readonly seen: string;
  /** `late: BOJ; corrected: TCMB 2026-03-12`: a date where it is not the figure's own. */
  readonly cause: string;
}

export interface RevisionFacts {
  readonly pegs: readonly Peg[];
  readonly currencies: readonly CurrencyFacts[];
  /** Whether the figure had stood once and was gone in the state before. */
  readonly wasGone: (date: IsoDate, currency: CurrencyCode) => boolean;
}

/** Days from a row's date to the last date of GLOBAL that it can move: a weekly list counts in fixings of the two weeks after. */
const REACH_DAYS = WINDOW_DAYS - 1 + WEEKLY_DAYS_MAX;
const NAMES_MAX = 5;
/**
 * @param until of the state before
 * @param histories of the state after, where they are at hand: their fixings are made once
 */
export function toRevisions(
  before: Moment,
  after: Moment,
  until: string,
  facts: RevisionFacts,
  histories: readonly History[] | null = null,
): readonly Revision[] {
  const changes = toChanges(before, after, until);
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
  { holdings }: Moment,
  histories: readonly History[],
  { pegs, currencies }: RevisionFacts,
): Global | null {
  const newestFetch = newestFetchOf(holdings);
  return newestFetch === null ? null : toGlobal({ histories, newestFetch, pegs, currencies });
}

/** Both sorted. */
function reached(dates: readonly IsoDate[], changed: readonly IsoDate[]): readonly IsoDate[] {
  let place = 0;
  return dates.filter((date) => {
    while ((changed[place + 1] ?? '9999') <= date) place++;
    const nearest = changed[place] ?? date;
    return nearest <= date && date <= addDays(nearest, REACH_DAYS);
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

/** Which changed rows explain a figure. */
class Causes {
  readonly #changes: ReadonlyMap<string, readonly Change[]>;

  constructor(readonly changes: readonly Change[]) {
    this.#changes = groupBy(changes, ({ provider, date }) => `${provider} ${date}`);
  }

  of(currency: CurrencyCode, before: Blend, after: Blend): Pick<Revision, 'seen' | 'cause'> {
    const found = this.#explain(currency, [before, after], new Set());
    const seen = found.map((change) => change.seen).sort();
    return { seen: seen.at(-1) ?? '', cause: toCause(before.date, found) };
  }

  /** Rows of what was said of the currency; else of the dollar, by which others were rebased; else of whatever moved the date. */
  #explain(currency: CurrencyCode, blends: readonly Blend[], met: Set<CurrencyCode>): readonly Change[] {
    met.add(currency);
    const anchor = blends.flatMap(
      ({ figures }) => figures.find((one) => one.currency === currency)?.peg?.anchor ?? [],
    )[0];
    const own = anchor === undefined ? this.#about(currency, blends) : [];
    if (own.length > 0) return own;
    const other = anchor ?? USD;
    if (!met.has(other)) return this.#explain(other, blends, met);
    const date = blends[0]?.date;
    return this.changes.filter(
      (change) => date === undefined || (change.date <= date && date <= addDays(change.date, REACH_DAYS)),
    );
  }

  #about(currency: CurrencyCode, blends: readonly Blend[]): readonly Change[] {
    const voices = blends.flatMap((blend) => voicesOf(blend, currency));
    const found = new Set(voices.flatMap(({ provider, date }) => this.#changes.get(`${provider} ${date}`) ?? []));
    const codes: readonly string[] = [currency, EUR, USD];
    return [...found].filter(({ currencies }) => currencies.some((code) => codes.includes(code)));
  }
}

function voicesOf({ figures, missing, ended }: Blend, currency: CurrencyCode) {
  const isOwn = (one: { readonly currency: CurrencyCode }) => one.currency === currency;
  const stated = figures.filter(isOwn).flatMap(({ used, leftOut }) => [...used, ...leftOut]);
  return [...stated, ...[...missing, ...ended].filter(isOwn).flatMap(({ leftOut }) => leftOut)];
}

function toCause(date: IsoDate, changes: readonly Change[]): string {
  const parts = KINDS.flatMap((kind) => {
    const own = changes.filter((change) => change.kind === kind);
    const names = [
      ...new Set(own.map((change) => (change.date === date ? change.provider : `${change.provider} ${change.date}`))),
    ];
    const more = names.length - NAMES_MAX;
    const named = names.sort().slice(0, NAMES_MAX).join(', ');
    return names.length === 0 ? [] : [`${kind}: ${named}${more > 0 ? ` and ${more} more` : ''}`];
  });
  return parts.join('; ');
}

/**
 * Query and catalogue → which fixings a span has, and what is to be stated of them. Pure. Problems that depend on the
 * catalogue are found here, in the contract's order.
 */

import { isComplete } from '../../../generator/wire/answers/missing.ts';
import { datesWithin, fixingFor, referenceOn } from '../../../generator/wire/answers/provider-index.ts';
import type { SpanStated } from '../../../generator/wire/answers/spans.ts';
import type { ProviderStatus } from '../../../generator/wire/answers/status.ts';
import type { Catalogue, KnownProvider } from '../../../generator/wire/release/catalogue.ts';
import { addDays, type CalendarPeriod, periodBetween, periodOf } from '../../../generator/wire/words/calendar.ts';
import type { CurrencyCode, IsoDate } from '../../../generator/wire/words/schemas.ts';
import type { Form } from '../forms/form.ts';
import { Problem } from '../query/problem.ts';
import type { SeriesQuery } from '../query/query.ts';
import { findProvider } from './chosen-fixing.ts';
import { toBoundsProblem, toLatestDate } from './due.ts';
import type { PlanFacts } from './plan.ts';
import { judgeChoice } from './rates-choice.ts';

/** The most figures of one answer, fixings × currencies: a year of all currencies, or two currencies of a century. */
export const FIGURES_MAX = 50_000;
/** What holds more figures than one answer. */
const FILES = 'v1/series and tables';

export interface SeriesPlan extends PlanFacts {
  readonly provider: KnownProvider;
  /** Of the fixings that are read, oldest first. */
  readonly dates: readonly IsoDate[];
  /** The currencies that are read; null for all. */
  readonly codes: ReadonlySet<CurrencyCode> | null;
  readonly stated: SpanStated;
  readonly isComplete: (period: CalendarPeriod) => boolean;
  /** Whether the figures are wanted as they were published. */
  readonly published: boolean;
  /** Of the file that is made of the answer; null for an answer of our own. */
  readonly form: Form | null;
  /** Its class; null if none is stated. */
  readonly licence: string | null;
  /** The query of the same request for the days up to this one. */
  readonly pageTo: PageTo;
}

type PageTo = (to: IsoDate) => string;

/** @throws Problem */
export function toSeriesPlan(query: SeriesQuery, catalogue: Catalogue, today: IsoDate, pageTo: PageTo): SeriesPlan {
  const { view, places, rendition, period, statistic } = query;
  const provider = findProvider(catalogue, query.provider);
  const { currencies, base: asked } = judgeChoice(query, provider, null, catalogue);
  const { from, to } = toBounds(query, provider, catalogue, today);
  const dates = datesWithin(provider.index, from, to);
  const reference = toReference(provider, dates, to);
  const base = asked ?? reference;
  const size = currencies?.size ?? 1;
  const count = dates.findIndex((_, place) => (place + 1) * size > FIGURES_MAX);
  if (count >= 0) throw tooLargeFor({ dates, stated: { period }, pageTo }, count);
  const whole = periodBetween(from, to);
  const stated = { provider: provider.facts.code, view, base, currencies, places, period, statistic, whole };
  const codes = currencies === null || base === reference ? currencies : new Set([...currencies, base]);
  return {
    rendition,
    freshness: query.to === null ? 'current' : 'dated',
    provider,
    dates,
    codes,
    stated,
    isComplete: toCompleteness(provider, from, to, catalogue),
    published: query.published,
    form: query.form,
    licence: statusOf(provider, catalogue)?.licence ?? null,
    pageTo,
  };
}

type Pages = Pick<SeriesPlan, 'dates' | 'pageTo'> & { readonly stated: Pick<SpanStated, 'period'> };

/**
 * The Problem of a span of which only the first fixings fit into one answer. It names a request that they answer; the
 * next one begins on the day after. No period is cut in two, because its mean would be another one.
 * @param count how many fixings fit
 */
export function tooLargeFor({ dates, stated: { period }, pageTo }: Pages, count: number): Problem {
  const isEnd = (place: number) => {
    const [last, next] = [dates[place], dates[place + 1]];
    if (last === undefined || next === undefined || period === 'day') return true;
    if (period === 'span') return false;
    return periodOf(last, period).name !== periodOf(next, period).name;
  };
  let place = count - 1;
  while (place >= 0 && !isEnd(place)) place--;
  const after = dates[place + 1];
  if (place < 0 || after === undefined) return tooLarge(FILES);
  const next = pageTo(addDays(after, -1));
  return tooLarge(FILES, `ask in parts, first /v1/series${next}`, next);
}

function toBounds(
  query: SeriesQuery,
  provider: KnownProvider,
  catalogue: Catalogue,
  today: IsoDate,
): { readonly from: IsoDate; readonly to: IsoDate } {
  const { from } = query;
  const to = query.to ?? toLatestDate(provider, catalogue.release);
  const named: readonly (readonly ['from' | 'to', IsoDate | null])[] = [
    ['from', from],
    ['to', query.to],
  ];
  const problems = named.flatMap(([name, date]) => {
    if (date === null || fixingFor(provider.index, date) !== null) return [];
    const problem = toBoundsProblem(name, date, provider, today);
    // A span that begins before the first fixing is answered from there on, as the answer's own `from` says.
    return problem === null || (name === 'from' && problem.code === 1008) ? [] : [problem];
  });
  const worst = problems.find(({ code }) => code === 1007) ?? problems[0];
  if (worst !== undefined) throw worst;
  if (to instanceof Problem) throw to;
  return { from, to };
}

/** In which the span is stated. Two in one answer would have two meanings of its figures. */
function toReference({ facts, index }: KnownProvider, dates: readonly IsoDate[], to: IsoDate): CurrencyCode {
  const [first, last] = [dates[0] ?? to, dates.at(-1) ?? to];
  const [before, after] = [referenceOn(index.references, first), referenceOn(index.references, last)];
  if (before === after) return after;
  const change = index.references.findLast(({ from }) => from <= last)?.from;
  const words = `the rates of ${facts.code} are stated in ${before} before ${change} and in ${after} from then on`;
  throw new Problem(1003, `${words}: ask for the days before and after in two spans`);
}

/** Without a status it cannot be told, and no period is complete. */
function toCompleteness(provider: KnownProvider, from: IsoDate, to: IsoDate, catalogue: Catalogue) {
  const status = statusOf(provider, catalogue);
  return (period: CalendarPeriod): boolean =>
    status !== null && isComplete(period, { from, to }, provider.index, status, catalogue.release.date);
}

function statusOf({ facts }: KnownProvider, { status }: Catalogue): ProviderStatus | null {
  return status?.providers.find(({ provider }) => provider === facts.code) ?? null;
}

/** @param files in the tree that hold more figures than an answer may @param next see Problem */
export function tooLarge(
  files = 'v1/series',
  advice = 'ask for fewer days or currencies',
  next: string | null = null,
): Problem {
  const words = `span holds more than ${FIGURES_MAX} figures; ${advice}, or read ${files} of the tree`;
  return new Problem(1105, words, null, next);
}

/**
 * Query and catalogue → which fixings a span has, and what is to be stated of them. Pure. Problems that depend on the
 * catalogue are found here, in the contract's order.
 */

import { isComplete } from '../../../generator/wire/answers/missing.ts';
import { datesWithin, fixingFor, referenceOn } from '../../../generator/wire/answers/provider-index.ts';
import type { SpanStated } from '../../../generator/wire/answers/spans.ts';
import type { ProviderStatus } from '../../../generator/wire/answers/status.ts';
import type { Catalogue, KnownProvider } from '../../../generator/wire/release/catalogue.ts';
import type { CalendarPeriod } from '../../../generator/wire/words/calendar.ts';
import type { CurrencyCode, IsoDate } from '../../../generator/wire/words/schemas.ts';
import { Problem } from '../query/problem.ts';
import type { SeriesQuery } from '../query/query.ts';
import { findProvider } from './chosen-fixing.ts';
import { toBoundsProblem, toLatestDate } from './due.ts';
import type { PlanFacts } from './plan.ts';
import { judgeChoice } from './rates-choice.ts';

/** The most figures of one answer, fixings × currencies: a year of all currencies, or two currencies of a century. */
export const FIGURES_MAX = 50_000;
/** What holds more figures than one answer. */
export const FILES = 'v1/series and tables';

export interface SeriesPlan extends PlanFacts {
  readonly provider: KnownProvider;
  /** Of the fixings that are read, oldest first. */
  readonly dates: readonly IsoDate[];
  /** The currencies that are read; null for all. */
  readonly codes: ReadonlySet<CurrencyCode> | null;
  readonly stated: SpanStated;
  readonly isComplete: (period: CalendarPeriod) => boolean;
}

/** @throws Problem */
export function toSeriesPlan(query: SeriesQuery, catalogue: Catalogue, today: IsoDate): SeriesPlan {
  const { view, places, rendition, period, statistic } = query;
  const provider = findProvider(catalogue, query.provider);
  const { currencies, base: asked } = judgeChoice(query, provider, null, catalogue);
  const { from, to } = toBounds(query, provider, catalogue, today);
  const dates = datesWithin(provider.index, from, to);
  const reference = toReference(provider, dates, to);
  const base = asked ?? reference;
  if (dates.length * (currencies?.size ?? 1) > FIGURES_MAX) throw tooLarge(FILES);
  const stated = { provider: provider.facts.code, view, base, currencies, places, period, statistic };
  const codes = currencies === null || base === reference ? currencies : new Set([...currencies, base]);
  return {
    rendition,
    freshness: query.to === null ? 'current' : 'dated',
    provider,
    dates,
    codes,
    stated,
    isComplete: toCompleteness(provider, from, to, catalogue),
  };
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
    return toBoundsProblem(name, date, provider, today) ?? [];
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

/** @param files in the tree that hold more figures than an answer may */
export function tooLarge(files = 'v1/series'): Problem {
  return new Problem(
    1105,
    `span holds more than ${FIGURES_MAX} figures; ask for fewer days or currencies, or read ${files} of the tree`,
  );
}

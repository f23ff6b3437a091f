/** The parameters of a span: its first and its last day, and what an item of it is. */
import { SPAN_PERIODS, type SpanPeriod, STATISTICS, type Statistic } from '../../generator/wire/words/periods.ts';
import type { IsoDate } from '../../generator/wire/words/schemas.ts';
import { Problem, quoted } from './problem.ts';
import { type Parameters, toAsciiLower, toValue } from './target.ts';
import { parseDate } from './values.ts';

export interface SpanChoice {
  readonly from: IsoDate;
  /** Null for the latest fixing. */
  readonly to: IsoDate | null;
  readonly period: SpanPeriod;
}

/** @throws Problem */
export function parseSpan(parameters: Parameters): SpanChoice {
  const from = parseDate(parameters, 'from');
  if (from === null) throw new Problem(1006, 'from is missing; give the first day of the span, as from=2026-01-01');
  const to = parseDate(parameters, 'to');
  if (to !== null && from > to) throw new Problem(1006, `from ${from} is after to ${to}; exchange them`);
  return { from, to, period: parsePeriod(parameters) };
}

function parsePeriod(parameters: Parameters): SpanPeriod {
  const value = toValue(parameters, 'period');
  const period = SPAN_PERIODS.find((known) => known === toAsciiLower(value ?? 'day'));
  if (period !== undefined) return period;
  throw new Problem(1006, `period must be day, month, quarter or year, not ${quoted(value ?? '')}`);
}

/** @throws Problem */
export function parseStatistic(parameters: Parameters, period: SpanPeriod): Statistic {
  const value = toValue(parameters, 'statistic');
  const statistic = STATISTICS.find((known) => known === toAsciiLower(value ?? 'average'));
  if (statistic === undefined) throw new Problem(1022, `statistic must be average or end, not ${quoted(value ?? '')}`);
  if (value === null || period !== 'day') return statistic;
  throw new Problem(1022, 'statistic is about a month, a quarter or a year: give period as well, or leave it out');
}

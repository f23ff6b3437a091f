/** Which fixings a span is read from, and how many figures one answer may have. */
import type { KnownProvider } from '../../generator/wire/release/catalogue.ts';
import type { CurrencyCode, IsoDate } from '../../generator/wire/words/schemas.ts';
import { Problem } from '../query/problem.ts';

export interface SpanWanted {
  readonly provider: KnownProvider;
  /** Dates that have a fixing, oldest first. */
  readonly dates: readonly IsoDate[];
  /** Null for all currencies. */
  readonly codes: ReadonlySet<CurrencyCode> | null;
}

/** The most figures of one answer, fixings × currencies: a year of all currencies, or two currencies of a century. */
export const FIGURES_MAX = 50_000;
/** What holds more figures than one answer. */
export const FILES = 'v1/series, v1/averages and tables';

/** @param files in the tree that hold more figures than an answer may */
export function tooLarge(files = 'v1/series'): Problem {
  return new Problem(
    1105,
    `span holds more than ${FIGURES_MAX} figures; ask for fewer days or currencies, or read ${files} of the tree`,
  );
}

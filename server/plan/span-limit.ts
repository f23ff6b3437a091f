/** How many figures one answer of a span may have. */
import { Problem } from '../query/problem.ts';

/** The most figures of one answer, fixings × currencies: a year of all currencies, or two currencies of a century. */
export const FIGURES_MAX = 50_000;
/** What holds more figures than one answer. */
export const FILES = 'v1/series and tables';

/** @param files in the tree that hold more figures than an answer may */
export function tooLarge(files = 'v1/series'): Problem {
  return new Problem(
    1105,
    `span holds more than ${FIGURES_MAX} figures; ask for fewer days or currencies, or read ${files} of the tree`,
  );
}

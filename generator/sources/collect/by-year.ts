/**
 * Divides what a document states into years. Each is checked and merged by itself, so that a history of 27 years needs
 * little more memory than one. Pure.
 */

import { groupBy } from '../../kit/items.ts';
import { addDays, earlierOf, parseIsoDate } from '../../wire/words/calendar.ts';
import type { Observation } from '../feeds/provider.ts';
import type { Statement } from './merge.ts';

/** What the document states about each year that it covers, oldest first. */
export function* toYears(statement: Statement): Generator<Statement> {
  const [observations, skipped] = [byYear(statement.observations), byYear(statement.skipped)];
  const { to } = statement.covered;
  for (let { from } = statement.covered; from <= to; ) {
    const year = from.slice(0, 4);
    const last = earlierOf(parseIsoDate(`${year}-12-31`), to);
    yield {
      ...statement,
      observations: observations.get(year) ?? [],
      skipped: skipped.get(year) ?? [],
      covered: { from, to: last },
    };
    // No day follows the last one of the year 9999, which an odd row can have.
    if (last === to) return;
    from = addDays(last, 1);
  }
}

/** In the order in which the document has them. */
export function byYear(observations: readonly Observation[]): ReadonlyMap<string, readonly Observation[]> {
  return groupBy(observations, ({ date }) => date.slice(0, 4));
}

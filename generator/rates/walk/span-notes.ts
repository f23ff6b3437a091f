/**
 * What a walk remembers about each half month, so that the next walk can pass over those that nothing has changed. The
 * key covers everything that a half month is made from, except what was looked up beyond it.
 */

import { Ratio } from '../../wire/exact/decimal.ts';
import { parseIsoDate } from '../../wire/words/calendar.ts';
import { compareTexts } from '../../wire/words/order.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import type { Levels, SeriesLevel } from '../quarantine/judge.ts';

/** A question about rows after those at hand. A later archive may answer it differently. */
export interface Lookup {
  readonly provider: string;
  /** As in the rows of a year: `,USD,CHF,`. */
  readonly pair: string;
  /** The days that were searched. */
  readonly from: IsoDate;
  readonly until: IsoDate;
  /** The question was about rows seen before this instant; '' for all rows. */
  readonly seen: string;
}

/** What each night needs to know about every half month. */
export interface SpanNotes {
  /** The digest of the levels after it. */
  readonly levels: string;
  /** Its rows in quarantine, as `PROVIDER rowKey`. */
  readonly held: readonly string[];
  readonly lookups: readonly Lookup[];
  /** The digest of what its lines say about releases. */
  readonly revisions: string;
  /** One line for each date whose rows do not make a fixing. */
  readonly failures: readonly string[];
}

/** What a half month says on the lists of the tree. */
export interface SpanLines {
  readonly corrections: readonly string[];
  readonly quarantine: readonly string[];
}

/** Needed only for half months that are worked out again, and for the one before each of them. */
export interface SpanLeft extends SpanLines {
  /** One line for each series. */
  readonly levels: readonly string[];
}

/** Sorted, so that equal levels have equal lines. */
export function levelLines(levels: Levels): readonly string[] {
  const lines = [...levels].map(([name, { date, level }]) =>
    [name, date, level.date, `${level.value}`, ...(level.renewed === undefined ? [] : [level.renewed])].join('\t'),
  );
  return lines.sort(compareTexts);
}

export function parseLevels(lines: readonly string[]): Levels {
  return new Map(lines.map(parseLevel));
}

function parseLevel(line: string): [string, SeriesLevel] {
  const [name = '', date = '', of = '', value = '', renewed] = line.split('\t');
  return [name, { date: parseIsoDate(date), level: { date: parseIsoDate(of), value: Ratio.parse(value), renewed } }];
}

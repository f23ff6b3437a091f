/**
 * What a walk remembers about each half month, so that the next walk passes over those on which nothing depends that has
 * changed. Its key covers all that a half month is made from, but for what was looked up beyond it.
 */
import type { Levels, SeriesLevel } from '../quarantine/judge.ts';
import { Ratio } from '../wire/exact/decimal.ts';
import { parseIsoDate } from '../wire/words/calendar.ts';
import { compareTexts } from '../wire/words/order.ts';
import type { IsoDate } from '../wire/words/schemas.ts';

/** A question about rows after those at hand, which a later archive may answer otherwise. */
export interface Lookup {
  readonly provider: string;
  /** As in the rows of a year: `,USD,CHF,`. */
  readonly pair: string;
  /** The days that were searched. */
  readonly from: IsoDate;
  readonly until: IsoDate;
  /** Only rows that had been seen before this instant were asked for; '' for all. */
  readonly seen: string;
}

/** What is asked of every half month each night. */
export interface SpanNotes {
  /** Digest of the levels after it. */
  readonly levels: string;
  /** Its rows in quarantine, as `PROVIDER rowKey`. */
  readonly held: readonly string[];
  readonly lookups: readonly Lookup[];
  /** Digest of what its lines say about releases. */
  readonly revisions: string;
  /** One line for each date whose rows do not make a fixing. */
  readonly failures: readonly string[];
}

/** What a half month says on the lists of the tree. */
export interface SpanLines {
  readonly corrections: readonly string[];
  readonly quarantine: readonly string[];
}

/** What is asked only of half months that are worked out again, or before one that is. */
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

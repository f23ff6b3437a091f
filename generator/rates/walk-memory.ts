/**
 * What a walk remembers about each half month, so that the next walk passes over those on which nothing depends that has
 * changed. Nothing of it is believed by itself: it counts only if the key is the same, which covers all that a half
 * month is made from.
 */
import type { Levels, SeriesLevel } from '../quarantine/judge.ts';
import { parseIsoDate } from '../wire/calendar.ts';
import { Ratio } from '../wire/decimal.ts';
import { digestOf } from '../wire/hash.ts';
import { compareTexts } from '../wire/order.ts';
import type { IsoDate } from '../wire/schemas.ts';

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

export interface SpanNotes {
  /** Digest of everything that the half month was made from. */
  readonly key: string;
  /** Digest of the levels after it. */
  readonly levels: string;
  /** Digest of its rows in quarantine. */
  readonly held: string;
  readonly lookups: readonly Lookup[];
}

export interface SpanContent {
  /** One line for each series. */
  readonly levels: readonly string[];
  /** The rows in quarantine, as `PROVIDER rowKey`. */
  readonly held: readonly string[];
}

/** What the walk before has left. */
export interface WalkMemory {
  /** By the first day of the half month. */
  readonly notes: ReadonlyMap<string, SpanNotes>;
  /** The first date of each provider that enters GLOBAL. */
  readonly firsts: ReadonlyMap<string, IsoDate>;
  content(first: IsoDate): SpanContent;
}

export function toNotes(key: string, content: SpanContent, lookups: readonly Lookup[]): SpanNotes {
  return { key, levels: digestOf(content.levels), held: digestOf(content.held), lookups };
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

/**
 * Judges the figures of some days, given what was found about the days before. Date by date, and within a date in the
 * order in which statements were seen, each figure is compared with the ones that stand. Pure.
 */

import type { Holding } from '../../sources/archive/archive.ts';
import {
  type ArchiveRow,
  figureName,
  isAbove,
  isWithdrawn,
  levelOf,
  onDays,
  type ProviderArchive,
  pairText,
  rowKey,
} from '../../sources/archive/rows.ts';
import type { Span } from '../../sources/archive/spans.ts';
import type { Ratio } from '../../wire/exact/decimal.ts';
import { addDays, daysBetween, parseIsoDate } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { doubt } from './doubt.ts';
import type { Quarantined } from './list.ts';
import { inUnitsOf, type Renewal, renewed } from './renewal.ts';
import { type Point, SILENCE_DAYS } from './steps.ts';
import { type Bridges, isBridge, toBridges, type Witnesses } from './witnesses.ts';

/** How far ahead to look for a figure that was seen earlier, if there is no figure before. */
export const KNOWN_DAYS = 731;

/** The last figure of each series that stands, by provider, round and series. */
export type Levels = ReadonlyMap<string, SeriesLevel>;
export interface SeriesLevel {
  /** The last date that the series has a statement for, whether or not it stands. */
  readonly date: IsoDate;
  readonly level: Point;
}

/** Statements of a series that lie after the days at hand, which are read only for the few figures that need them. */
export interface Beyond {
  next(provider: string, series: string): Statements | undefined;
  /** The first row up to a date that had been seen before an instant. */
  known(provider: string, series: string, until: IsoDate, seen: string): ArchiveRow | undefined;
}

const NOTHING_BEYOND: Beyond = { next: () => undefined, known: () => undefined };

export interface Scope {
  /** The days to judge. Rows before and after them are only compared with. */
  readonly span: Span;
  readonly before: Levels;
  readonly beyond: Beyond;
  /** The names of figures that are known to be right (data/accepted.csv), as if a person had accepted each. */
  readonly known: ReadonlySet<string>;
  /** Redenominations that a person has confirmed. */
  readonly renewals: readonly Renewal[];
}

/** Every day that an archive can have. */
export const ALL_DAYS: Scope = {
  span: { from: parseIsoDate('1000-01-01'), to: parseIsoDate('9000-12-31') },
  before: new Map(),
  beyond: NOTHING_BEYOND,
  known: new Set(),
  renewals: [],
};

export interface Judgement {
  /** The figures in quarantine. */
  readonly held: readonly Quarantined[];
  /** The levels after the last of the days. */
  readonly after: Levels;
}

/**
 * No figure is confirmed through one that has not been judged. The source's dollars and euros are confirmed first by
 * those alone who quote its reference currency, and then the dollars through the euros that stood, and the euros
 * through the dollars. What stands after these two rounds is a bridge for all other figures.
 */
const ROUNDS = 2;

/** Judges the figures of one provider, in the order of its series. */
export function judgeProvider(holding: Holding, witnesses: Witnesses, days: Scope): Judgement {
  const { definition } = holding;
  // Days before the span count through the levels that they left.
  const archive =
    days.span === null ? holding.archive : onDays(holding.archive, { from: days.span.from, to: '9999-12-31' });
  const series = [...toSeries(archive)];
  const after = new Map<string, SeriesLevel>();
  const judge = (round: number, bridges: Bridges, chosen: typeof series) =>
    chosen.flatMap(([key, groups]) => new Judge(holding, witnesses, bridges, days, key, round, after).judge(groups));
  const references = definition.references.map(({ currency }) => currency);
  const own = series.filter(([, groups]) => groups.some(({ rows }) => rows.some((row) => isBridge(references, row))));
  let bridges = toBridges(definition, archive, null);
  for (let round = 0; round < ROUNDS; round++) {
    const doubted = judge(round, bridges, own).map(({ row }) => row);
    bridges = toBridges(definition, archive, new Set(doubted));
  }
  return { held: judge(ROUNDS, bridges, series), after };
}

/** The levels of the series that are silent on these days still count, until the silence is too long. */
export function stillCounting(before: Levels, last: IsoDate): ReadonlyMap<string, SeriesLevel> {
  return new Map([...before].filter(([, { date }]) => daysBetween(date, last) <= SILENCE_DAYS));
}

class Judge {
  readonly #name: string;

  constructor(
    readonly holding: Holding,
    readonly witnesses: Witnesses,
    readonly bridges: Bridges,
    readonly days: Scope,
    readonly series: string,
    round: number,
    readonly after: Map<string, SeriesLevel>,
  ) {
    this.#name = `${holding.definition.code} ${round} ${series}`;
  }

  judge(groups: readonly Statements[]): Quarantined[] {
    const { span, before } = this.days;
    const found: Quarantined[] = [];
    const carried = before.get(this.#name);
    let level: Point | null = carried?.level ?? null;
    let last = carried?.date ?? null;
    for (const [index, { date }] of groups.entries()) {
      if (date < span.from) continue;
      if (date > span.to) break;
      const silence = last === null || isSameMonth(last, date) ? 0 : daysBetween(last, date);
      if (silence > SILENCE_DAYS) level = null;
      level = this.#judgeDate(groups, index, level, silence, found) ?? level;
      last = date;
    }
    if (level !== null && last !== null) this.after.set(this.#name, { date: last, level });
    return found;
  }

  /** Returns the figure that stands at the end, or null if none does. */
  #judgeDate(
    groups: readonly Statements[],
    index: number,
    level: Point | null,
    silence: number,
    found: Quarantined[],
  ): Point | null {
    const group = groups[index];
    if (group === undefined) return null;
    const { date, rows } = group;
    const { definition, accepted } = this.holding;
    let standing: Point | null = null;
    for (const row of rows) {
      if (isWithdrawn(row)) {
        standing = null;
        continue;
      }
      const to: Point = { date, value: levelOf(row) };
      const { renewals } = this.days;
      const past = (from: Point | null): Point | null => (from === null ? null : renewed(from, to, row, renewals));
      const from: Point | null = past(level);
      const was: Point | null = past(standing);
      const inUnits = (other: Point) => inUnitsOf(to, other, row, renewals);
      const witnesses = () =>
        this.witnesses.about(this.bridges, date, row.base, row.quote).map((one) => {
          return { ...one, rate: inUnits({ date, value: one.rate }) };
        });
      const next = () => toLevel(this.#next(groups[index + 1]), inUnits)?.value;
      const known = () => toLevel(this.#laterKnown(groups, index + 1, row), inUnits);
      const countVoices = (providers: ReadonlySet<string>, isBesideDoubted: boolean) =>
        this.witnesses.copies.count(isBesideDoubted ? definition.code : null, providers, date);
      const speaking = () => this.witnesses.speaking(definition, date);
      const context = { level: from, standing: was, silence, next, known, witnesses, speaking, countVoices };
      const reason = accepted.has(rowKey(row)) ? null : (crossedSides(row) ?? doubt(to, context));
      const isKnown = reason !== null && this.days.known.has(figureName(definition.code, row));
      if (reason === null || isKnown) standing = { ...to, renewed: (was ?? from)?.renewed };
      else found.push({ provider: definition.code, row, reason });
    }
    return standing;
  }

  #next(following: Statements | undefined): ArchiveRow | undefined {
    const group = following ?? this.days.beyond.next(this.holding.definition.code, this.series);
    return group?.rows.findLast((row) => !isWithdrawn(row));
  }

  #laterKnown(groups: readonly Statements[], start: number, { date, seen }: ArchiveRow): ArchiveRow | undefined {
    const last = addDays(date, KNOWN_DAYS);
    for (let place = start; place < groups.length; place++) {
      const group = groups[place];
      if (group === undefined || group.date > last) return undefined;
      const known = group.rows.find((row) => row.seen < seen && !isWithdrawn(row));
      if (known !== undefined) return known;
    }
    return this.days.beyond.known(this.holding.definition.code, this.series, last, seen);
  }
}

/** No bank sells a currency for less than it pays for it. */
function crossedSides({ bid, ask }: ArchiveRow): string | null {
  return isAbove(bid, ask) ? 'its bid is above its ask' : null;
}

function toLevel(row: ArchiveRow | undefined, inUnits: (other: Point) => Ratio): Point | undefined {
  if (row === undefined) return undefined;
  const level = { date: row.date, value: levelOf(row) };
  return { ...level, value: inUnits(level) };
}

function isSameMonth(left: IsoDate, right: IsoDate): boolean {
  return left.slice(0, 7) === right.slice(0, 7);
}

// What one table of a source states about one pair, date by date. Pure.

/** One table's statements about one pair and one date, oldest first. */
export interface Statements {
  readonly date: IsoDate;
  readonly rows: ArchiveRow[];
}

/** By the key of the series, oldest first. */
export function toSeries({ rows }: ProviderArchive): Map<string, Statements[]> {
  const series = new Map<string, Statements[]>();
  for (const row of rows) {
    // A figure of zero is compared with nothing: there is no fixing of it, which is said where fixings are made.
    if (!isWithdrawn(row) && !/[1-9]/.test(row.mid || row.bid + row.ask)) continue;
    const key = seriesOf(row);
    const groups = series.get(key) ?? [];
    if (groups.length === 0) series.set(key, groups);
    const last = groups.at(-1);
    if (last?.date === row.date) last.rows.push(row);
    else groups.push({ date: row.date, rows: [row] });
  }
  return series;
}

export function seriesOf(row: ArchiveRow): string {
  return `${pairText(row)} ${row.table}`;
}

/**
 * What a walk has worked out about one half month, and the archive as it was known at an instant: the rows seen, the
 * figures accepted, and the figures in quarantine. Pure.
 */

import type { DatedHolding } from '../../sources/archive/archive.ts';
import { acceptedUntil, type RedenominationRow } from '../../sources/archive/confirmed.ts';
import { type Hold, type HoldRow, holdsUntil } from '../../sources/archive/holds.ts';
import { type ArchiveRow, toAsOf } from '../../sources/archive/rows.ts';
import { DAYS_AFTER, DAYS_BEFORE, DAYS_BEFORE_QUARTERLY, type Span } from '../../sources/archive/spans.ts';
import type { ProviderFacts } from '../../sources/feeds/provider.ts';
import { Ratio } from '../../wire/exact/decimal.ts';
import { addDays, parseIsoDate } from '../../wire/words/calendar.ts';
import { compareTexts } from '../../wire/words/order.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { AHEAD_DAYS, isSetBefore } from '../blend/fixing.ts';
import { exclusionOf, type Global } from '../blend/global.ts';
import { History } from '../blend/history.ts';
import type { Levels, SeriesLevel } from '../quarantine/judge.ts';
import type { Quarantined } from '../quarantine/list.ts';
import { splitKnown } from '../quarantine/quarantine.ts';

export interface ArchiveState {
  /** Null for all that is known. */
  readonly until: string | null;
  readonly holdings: readonly DatedHolding[];
  readonly quarantined: readonly Quarantined[];
  readonly heldBack: ReadonlySet<ArchiveRow>;
  /** Every line about holds of GLOBAL, including those after the instant. */
  readonly globalRows: readonly HoldRow[];
  /** The holds of GLOBAL that were in effect at the instant. */
  readonly globalHolds: readonly Hold[];
  /** Every line about redenominations, including those after the instant. */
  readonly redenominations: readonly RedenominationRow[];
}

/** What is known about one span. Holdings and histories reach from 45 days before it to six days after it. */
export interface SpanState extends ArchiveState {
  readonly span: Span;
  /** What was found about the days before the span. */
  readonly before: Found;
  /** The levels at the end of the span. */
  readonly levels: Levels;
  /** One for each provider that has figures near the span. */
  readonly histories: readonly History[];
  readonly global: Global;
  /** What was asked about rows after those at hand. */
  readonly lookups: readonly Lookup[];
}

/** What the judgement of some days leaves to the days after them. */
export interface Found {
  readonly levels: Levels;
  /** Rows in quarantine, as far back as later days can reach. */
  readonly heldBack: ReadonlySet<ArchiveRow>;
}

export const NOTHING_FOUND: Found = { levels: new Map(), heldBack: new Set() };

/** The days whose rows can affect the half month. */
export function near({ validity }: ProviderFacts, { from, to }: Span): Span {
  const before = validity === 'quarter' ? DAYS_BEFORE_QUARTERLY : DAYS_BEFORE;
  return { from: addDays(from, -before), to: addDays(to, DAYS_AFTER) };
}

/** The findings that later half months need. They judge their own days themselves. */
export function leftBy({ span, levels, heldBack }: Pick<SpanState, 'span' | 'levels' | 'heldBack'>): Found {
  const kept = addDays(span.to, 1 - DAYS_BEFORE_QUARTERLY);
  return { levels, heldBack: new Set([...heldBack].filter(({ date }) => kept <= date && date <= span.to)) };
}

/** The days after a half month whose lists may have been made in it. */
export function daysAhead({ to }: Span): Span {
  return { from: addDays(to, 1), to: addDays(to, AHEAD_DAYS) };
}

export function reachesBack(definition: ProviderFacts): boolean {
  return isSetBefore(definition) && exclusionOf(definition) === null;
}

/** The same holdings at an earlier instant: an archive only ever grows, and each row says when it was seen. */
export function toEarlier(holdings: readonly DatedHolding[], until: string): readonly DatedHolding[] {
  return holdings.map((holding) => {
    const { archive, acceptances, holdRows } = holding;
    const accepted = acceptedUntil(acceptances, until);
    return { ...holding, archive: toAsOf(archive, until), accepted, holds: holdsUntil(holdRows, until) };
  });
}

/**
 * The instants at which rows were seen, figures were accepted, or holds began or ended, after `from` and up to the
 * state's own instant.
 */
export function newsSince(
  {
    holdings,
    globalRows,
    redenominations,
    until,
  }: Pick<ArchiveState, 'holdings' | 'globalRows' | 'redenominations' | 'until'>,
  from: string,
): readonly string[] {
  const isNews = (at: string) => at > from && (until === null || at <= until);
  const ofGlobal = [...globalRows, ...redenominations].map(({ at }) => at).filter(isNews);
  const ofProviders = holdings.flatMap(({ archive, acceptances, holdRows }) => {
    const seen = archive.rows.filter((row) => row.seen > from).map((row) => row.seen);
    return [...new Set(seen), ...[...acceptances.values(), ...holdRows.map(({ at }) => at)].filter(isNews)];
  });
  return [...ofProviders, ...ofGlobal];
}

/**
 * The history of each provider that has a row in force.
 * @param settled the histories of the span before, whose dates before a day are the same
 * @param others the histories of another state, whose fixings are used again where the rows are the same
 */
export function toHistories(
  { holdings, heldBack }: Pick<ArchiveState, 'holdings' | 'heldBack'>,
  others: readonly History[] = [],
  settled: { readonly histories: readonly History[]; readonly until: IsoDate } | null = null,
): readonly History[] {
  const byCode = new Map<string, History>(others.map((history) => [history.provider, history]));
  const histories = holdings.map(({ definition, archive }) => {
    const held = settled?.histories.find(({ provider }) => provider === definition.code);
    const before = settled === null || held === undefined ? null : { history: held, until: settled.until };
    return new History(definition, archive, heldBack, byCode.get(definition.code) ?? null, before);
  });
  return histories.filter(({ dates }) => dates.length > 0);
}

/**
 * The history of each contributor with a figure in quarantine, as if quarantine held nothing but what is held by name
 * and older lists under new dates.
 * @param histories without the figures in quarantine; their fixings are used again where the rows are the same
 */
export function spokenHistories(
  { holdings, heldBack }: Pick<ArchiveState, 'holdings' | 'heldBack'>,
  histories: readonly History[],
  span: Span,
): readonly History[] {
  const byCode = new Map<string, History>(histories.map((history) => [history.provider, history]));
  return holdings.flatMap((holding) => {
    const { definition, archive } = holding;
    if (exclusionOf(definition) !== null || !archive.rows.some((row) => heldBack.has(row))) return [];
    const unheard = new Set(splitKnown(holding, near(definition, span)).held.map(({ row }) => row));
    return [new History(definition, archive, unheard, byCode.get(definition.code) ?? null)];
  });
}

// What a walk remembers about each half month, so that the next walk can pass over those that nothing has changed.
// The key covers everything that a half month is made from, except what was looked up beyond it.

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

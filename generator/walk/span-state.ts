/** What a walk through the archive has worked out about one half month. */
import type { ArchiveRow } from '../archive/rows.ts';
import { DAYS_AFTER, DAYS_BEFORE, DAYS_BEFORE_QUARTERLY, type Span } from '../archive/spans.ts';
import type { ProviderDefinition } from '../feeds/provider.ts';
import type { Levels } from '../quarantine/judge.ts';
import { AHEAD_DAYS, isSetBefore } from '../rates/fixing-day.ts';
import { exclusionOf, type Global } from '../rates/global.ts';
import type { History } from '../rates/history.ts';
import { addDays } from '../wire/words/calendar.ts';
import type { ArchiveState } from './archive-state.ts';
import type { Lookup } from './span-notes.ts';

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

/** The days whose rows can have a part in the half month. */
export function near({ validity }: ProviderDefinition, { from, to }: Span): Span {
  const before = validity === 'quarter' ? DAYS_BEFORE_QUARTERLY : DAYS_BEFORE;
  return { from: addDays(from, -before), to: addDays(to, DAYS_AFTER) };
}

/** What later half months need of what was found. They judge their own days themselves. */
export function leftBy({ span, levels, heldBack }: Pick<SpanState, 'span' | 'levels' | 'heldBack'>): Found {
  const kept = addDays(span.to, 1 - DAYS_BEFORE_QUARTERLY);
  return { levels, heldBack: new Set([...heldBack].filter(({ date }) => kept <= date && date <= span.to)) };
}

/** The days after a half month whose lists may have been made in it. */
export function daysAhead({ to }: Span): Span {
  return { from: addDays(to, 1), to: addDays(to, AHEAD_DAYS) };
}

export function reachesBack(definition: ProviderDefinition): boolean {
  return isSetBefore(definition) && exclusionOf(definition) === null;
}

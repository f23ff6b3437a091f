/** Passes over half months that were worked out before from the same rows, and notes the others. */

import type { Memory } from '../../kit/memory.ts';
import type { DatedHolding } from '../../sources/archive/holdings.ts';
import { type ArchiveRow, rowKey } from '../../sources/archive/rows.ts';
import { DAYS_BEFORE_QUARTERLY, type Span } from '../../sources/archive/spans.ts';
import { addDays } from '../../wire/words/calendar.ts';
import { digestOf } from '../../wire/words/hash.ts';
import { compareTexts } from '../../wire/words/order.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import type { Levels } from '../quarantine/judge.ts';
import type { SpanKeys } from './span-keys.ts';
import { levelLines, parseLevels, type SpanLeft, type SpanLines, type SpanNotes } from './span-notes.ts';
import type { Found, SpanState } from './span-state.ts';

/** At most so many half months can affect a later one. */
const SPANS_BEFORE = 8;
const [FIRSTS, NOTES] = ['firsts', 'spans/'];
const notesOf = (span: Span) => `${NOTES}${span.from}`;
const leftOf = (span: Span) => `left/${span.from}`;

interface Passed {
  readonly span: Span;
  readonly notes: SpanNotes;
}

/** The first days of the half months that are remembered. */
export function rememberedSpans(memory: Memory): readonly string[] {
  return memory.names(NOTES).map((name) => name.slice(NOTES.length));
}

export class Skipping {
  /** Every half month so far, oldest first, with its notes. */
  readonly passed: Passed[] = [];
  #newest: { readonly from: IsoDate; readonly levels: Levels } | null = null;
  #key = '';

  constructor(
    readonly keys: SpanKeys,
    readonly memory: Memory,
    /** Digest of what the ledger of releases says about the dates of a half month. */
    readonly revisionsOf: (span: Span) => string,
  ) {}

  /** The first date of each provider that enters GLOBAL, as the last walk left them. */
  get firsts(): ReadonlyMap<string, IsoDate> {
    return new Map(JSON.parse(this.memory.before(FIRSTS) ?? '[]'));
  }

  /**
   * Whether everything that the half month depends on is unchanged.
   * @param known what the walk knows of all half months
   */
  passes(span: Span, known: readonly string[]): boolean {
    const { keys, memory } = this;
    const held = this.#near(span).map(({ notes }) => digestOf(notes.held));
    this.#key = keys.of(span, [...known, this.passed.at(-1)?.notes.levels ?? '', ...held]);
    if (keys.hasNews(span) || !memory.keeps(notesOf(span), this.#key)) return false;
    const notes: SpanNotes = JSON.parse(memory.before(notesOf(span)) ?? '');
    if (notes.revisions !== this.revisionsOf(span)) return false;
    if (!notes.lookups.every((lookup) => keys.isAnswered(lookup))) return false;
    memory.keeps(leftOf(span), this.#key);
    this.passed.push({ span, notes });
    return true;
  }

  /** The key of the newest half month so far. */
  get key(): string {
    return this.#key;
  }

  /** What was found about the days before the next half month to be worked out. */
  foundBefore(span: Span, holdings: readonly DatedHolding[]): Found {
    const before = this.passed.findLast((one) => one.span.to < span.from);
    const held = new Set(this.#near(span).flatMap(({ notes }) => notes.held));
    const levels = before === undefined ? new Map() : this.#levelsAfter(before.span);
    return { levels, heldBack: held.size === 0 ? new Set() : rowsOf(holdings, held) };
  }

  /** What the lists of the last run say about the half month; null if it is new. */
  linesBefore(span: Span): SpanLines | null {
    return this.#leftBefore(span);
  }

  /** Call it once for each half month that was worked out, in order. @param revisions as `revisionsOf` */
  note(state: SpanState, lines: SpanLines, revisions: string, failures: readonly string[]): void {
    const { span, lookups } = state;
    const left: SpanLeft = { levels: levelLines(state.levels), ...lines };
    const notes = { levels: digestOf(left.levels), held: heldIn(state), lookups, revisions, failures };
    this.memory.note(notesOf(span), this.#key, JSON.stringify(notes));
    this.memory.note(leftOf(span), this.#key, JSON.stringify(left));
    this.#newest = { from: span.from, levels: state.levels };
    this.passed.push({ span, notes });
  }

  noteFirsts(firsts: ReadonlyMap<string, IsoDate>): void {
    this.memory.note(FIRSTS, '', JSON.stringify([...firsts]));
  }

  /** The half months whose rows in quarantine can still affect this one. */
  #near({ from }: Span): readonly Passed[] {
    const first = addDays(from, -DAYS_BEFORE_QUARTERLY);
    return this.passed.slice(-SPANS_BEFORE).filter(({ span }) => span.to >= first && span.to < from);
  }

  /** Only the newest levels are ever asked for. Those of all half months would fill the memory. */
  #levelsAfter(span: Span): Levels {
    if (this.#newest?.from === span.from) return this.#newest.levels;
    const left = this.#leftBefore(span);
    if (left === null) throw new TypeError(`no memory of the half month from ${span.from}`);
    return parseLevels(left.levels);
  }

  #leftBefore(span: Span): SpanLeft | null {
    return JSON.parse(this.memory.before(leftOf(span)) ?? 'null');
  }
}

function heldIn({ quarantined }: SpanState): readonly string[] {
  return quarantined.map(({ provider, row }) => `${provider} ${rowKey(row)}`).sort(compareTexts);
}

function rowsOf(holdings: readonly DatedHolding[], held: ReadonlySet<string>): ReadonlySet<ArchiveRow> {
  const rows = holdings.flatMap(({ archive: { provider, rows: own } }) =>
    own.filter((row) => held.has(`${provider} ${rowKey(row)}`)),
  );
  return new Set(rows);
}

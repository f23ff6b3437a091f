/** Passes over the half months of a walk that were worked out before from the same rows, and notes those that were not. */
import type { DatedHolding } from '../archive/holdings.ts';
import { type ArchiveRow, rowKey } from '../archive/rows.ts';
import { DAYS_BEFORE_QUARTERLY, type Span } from '../archive/spans.ts';
import { addDays } from '../wire/calendar.ts';
import { compareTexts } from '../wire/order.ts';
import type { SpanKeys } from './span-keys.ts';
import type { Found, SpanState } from './span-state.ts';
import { levelLines, parseLevels, type SpanContent, type SpanNotes, toNotes, type WalkMemory } from './walk-memory.ts';

/** No more half months than these end within the days before another one. */
const SPANS_BEFORE = 8;

interface Passed {
  readonly span: Span;
  readonly notes: SpanNotes;
}
/** A half month that this walk has worked out. */
export interface Noted extends Passed {
  readonly content: SpanContent;
}

export class Skipping {
  /** Every half month so far, oldest first. */
  readonly #passed: Passed[] = [];
  readonly #held = new Map<string, readonly string[]>();
  #newest: Noted | null = null;
  #key = '';

  constructor(
    readonly keys: SpanKeys,
    /** Null if there is none, or none that fits. */
    readonly memory: WalkMemory | null,
  ) {}

  /**
   * Whether nothing on which the half month depends has changed.
   * @param known what the walk knows of all half months
   */
  passes(span: Span, known: readonly string[]): boolean {
    const near = this.#near(span);
    const levels = this.#passed.at(-1)?.notes.levels ?? '';
    this.#key = this.keys.of(span, [...known, levels, ...near.map(({ notes }) => notes.held)]);
    const notes = this.memory?.notes.get(span.from);
    if (notes === undefined || notes.key !== this.#key || this.keys.hasNews(span)) return false;
    if (!notes.lookups.every((lookup) => this.keys.isAnswered(lookup))) return false;
    this.#passed.push({ span, notes });
    return true;
  }

  /** What was found about the days before the half month that is about to be worked out. */
  foundBefore(span: Span, holdings: readonly DatedHolding[]): Found {
    const before = this.#passed.findLast((one) => one.span.to < span.from);
    const held = new Set(this.#near(span).flatMap((one) => this.#held.get(one.span.from) ?? this.#recall(one).held));
    const levels = before === undefined ? new Map() : parseLevels(this.#recall(before).levels);
    return { levels, heldBack: held.size === 0 ? new Set() : rowsOf(holdings, held) };
  }

  /** To be called once for each half month that does not pass, in their order. */
  note(state: SpanState): Noted {
    const { span } = state;
    const content = { levels: levelLines(state.levels), held: heldIn(state) };
    this.#newest = { span, notes: toNotes(this.#key, content, state.lookups), content };
    this.#held.set(span.from, content.held);
    // Later half months ask for no others.
    for (const oldest of this.#held.keys()) if (this.#held.size > SPANS_BEFORE) this.#held.delete(oldest);
    this.#passed.push({ span, notes: this.#newest.notes });
    return this.#newest;
  }

  /** Every half month so far, with its notes. */
  get passed(): readonly Passed[] {
    return this.#passed;
  }

  /** Those from which a row in quarantine can reach the half month. */
  #near({ from }: Span): readonly Passed[] {
    const first = addDays(from, -DAYS_BEFORE_QUARTERLY);
    return this.#passed.slice(-SPANS_BEFORE).filter(({ span }) => span.to >= first && span.to < from);
  }

  /** The levels of all that this walk works out would fill the memory; of those before, only the newest are asked for. */
  #recall({ span }: Passed): SpanContent {
    const content = this.#newest?.span.from === span.from ? this.#newest.content : this.memory?.content(span.from);
    if (content === undefined) throw new TypeError(`no memory of the half month from ${span.from}`);
    return content;
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

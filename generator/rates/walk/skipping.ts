/** Passes over half months that were worked out before from the same rows, and notes the others. */
import type { Memory } from '../../kit/memory.ts';
import type { DatedHolding } from '../../sources/archive/archive.ts';
import type { RedenominationRow } from '../../sources/archive/confirmed.ts';
import type { HoldRow } from '../../sources/archive/holds.ts';
import { type ArchiveRow, rowKey } from '../../sources/archive/rows.ts';
import { DAYS_AFTER, DAYS_BEFORE_QUARTERLY, pieceOf, piecesFor, type Span } from '../../sources/archive/spans.ts';
import { addDays } from '../../wire/words/calendar.ts';
import { digestOf } from '../../wire/words/hash.ts';
import { compareTexts } from '../../wire/words/order.ts';
import { GLOBAL, type IsoDate } from '../../wire/words/schemas.ts';
import { KNOWN_DAYS, type Levels } from '../quarantine/judge.ts';
import { EARLY_DAYS, LATE_DAYS } from '../quarantine/renewal.ts';
import { type BankPieces, joinedPieces, type Pieces } from './pieces.ts';
import {
  type Found,
  type Lookup,
  levelLines,
  parseLevels,
  type SpanLeft,
  type SpanLines,
  type SpanNotes,
  type SpanState,
} from './span-state.ts';
import type { Source } from './walk-sources.ts';

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

// Digests of what each half month is made from, and whether a question about later rows still has its old answer.

/** What a person wrote about the figures of some days. */
interface Word {
  readonly from: string;
  /** '' for no end. */
  readonly until: string;
  /** When it was written. */
  readonly at: string;
  readonly text: string;
}

const NO_PIECES: Pieces = { digest: '', lastSeen: '' };

export class SpanKeys {
  readonly #pieces: ReadonlyMap<string, Pieces>;
  readonly #words: readonly Word[];
  readonly #byProvider: ReadonlyMap<string, BankPieces>;

  constructor(
    banks: readonly BankPieces[],
    sources: readonly Source[],
    globalRows: readonly HoldRow[],
    redenominations: readonly RedenominationRow[],
    /** The instant of the last release; null if there was none. Whatever was seen later is worked out again. */
    readonly released: string | null,
  ) {
    this.#pieces = joinedPieces(banks);
    this.#byProvider = new Map(banks.map((own) => [own.provider, own]));
    const ofProviders = sources.flatMap(({ definition: { code }, acceptances, holdRows }) => [
      // The key of a row begins with its date.
      ...[...acceptances].map(([key, at]) => toWord(code, key.slice(0, 10), key.slice(0, 10), at, key)),
      ...holdRows.map((row) => toWord(code, row.from, row.until, row.at, JSON.stringify(row))),
    ]);
    const ofGlobal = globalRows.map((row) => toWord(GLOBAL, row.from, row.until, row.at, JSON.stringify(row)));
    const renewing = redenominations.map((row) => {
      // An old figure is compared with later ones that were seen before it.
      const [from, until] = [addDays(row.from, -EARLY_DAYS - KNOWN_DAYS), addDays(row.from, LATE_DAYS)];
      return toWord(GLOBAL, from, until, row.at, JSON.stringify(row));
    });
    this.#words = [...ofProviders, ...ofGlobal, ...renewing];
  }

  /** @param carried what earlier half months left behind, and what the walk knows about all of them */
  of(span: Span, carried: readonly string[]): string {
    const pieces = piecesFor(span).map((first) => this.#piecesAt(first).digest);
    return digestOf([...carried, ...pieces, ...this.#wordsNear(span).map(({ text }) => text)]);
  }

  /** Whether anything that the half month is made from was seen or written after the last release. */
  hasNews(span: Span): boolean {
    const { released } = this;
    if (released === null) return false;
    const isNew = (at: string) => at > released;
    return (
      piecesFor(span).some((first) => isNew(this.#piecesAt(first).lastSeen)) ||
      this.#wordsNear(span).some(({ at }) => isNew(at))
    );
  }

  /** Whether the old answer stands: no row that has changed since could be a different one. */
  isAnswered({ provider, pair, from, until, seen }: Lookup): boolean {
    const bank = this.#byProvider.get(provider);
    if (bank === undefined) return false;
    const first = pieceOf(from);
    for (const changed of bank.changed) {
      if (changed < first || changed > until) continue;
      const { digest, firstSeen } = bank.piece(changed);
      // The piece is gone, so nobody knows which rows it had.
      if (digest === '' || ((seen === '' || firstSeen < seen) && bank.has(changed, pair))) return false;
    }
    return true;
  }

  #piecesAt(first: string): Pieces {
    return this.#pieces.get(first) ?? NO_PIECES;
  }

  #wordsNear(span: Span): readonly Word[] {
    const [first, last] = [addDays(span.from, -DAYS_BEFORE_QUARTERLY), addDays(span.to, DAYS_AFTER)];
    return this.#words.filter(({ from, until }) => from <= last && (until === '' || until >= first));
  }
}

function toWord(provider: string, from: string, until: string, at: string, text: string): Word {
  return { from, until, at, text: `${provider} ${at} ${text}` };
}

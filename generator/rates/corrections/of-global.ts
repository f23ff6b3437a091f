/**
 * Every figure that changed after it was first seen: those that a provider changed or withdrew, and those of GLOBAL
 * that a release had stated, from each release to the next, and from the last one to the present state. All of it
 * follows from the archive's rows; what the release ledger already holds is not worked out again.
 */
import { groupBy } from '../../kit/items.ts';
import { type ArchiveRow, isWithdrawn, type ProviderArchive } from '../../sources/archive/rows.ts';
import { type Span, spanOf } from '../../sources/archive/spans.ts';
import { SIDES } from '../../wire/answers/table.ts';
import { Decimal } from '../../wire/exact/decimal.ts';
import { instantAfter, parseIsoDate } from '../../wire/words/calendar.ts';
import { digestOf } from '../../wire/words/hash.ts';
import { compareTexts } from '../../wire/words/order.ts';
import { EUR, GLOBAL } from '../../wire/words/schemas.ts';
import { METHOD } from '../blend/blend.ts';
import { type Found, leftBy, newsSince, type SpanState } from '../walk/span-state.ts';
import type { Walk } from '../walk/walk.ts';
import {
  type Correction,
  correctionLines,
  type Release,
  type RevisionLine,
  readReleases,
  readRevisions,
  toRevisionLine,
} from './release-ledger.ts';
import { type Revision, toRevisions } from './revisions.ts';

/** A release and the one that follows it, or null for the present state. */
interface Pair {
  readonly release: Release;
  readonly next: Release | null;
  /** Whether the ledger has every line of the pair. */
  readonly isWhole: boolean;
}

export class GlobalCorrections {
  readonly #pairs: readonly Pair[];
  /** The lines of whole pairs, by the first day of the half month of their date; '' for lines without a date. */
  readonly #ledgered: ReadonlyMap<string, readonly RevisionLine[]>;
  #pasts = new Map<string, Found>();

  private constructor(
    readonly walk: Walk,
    releases: readonly Release[],
    ledger: readonly RevisionLine[],
  ) {
    const pairs = releases.map((release, place) => toPair(release, releases[place + 1] ?? null, ledger));
    this.#pairs = pairs.map(({ pair }) => pair);
    const whole = pairs.flatMap(({ pair, lines }) => (pair.isWhole ? lines : []));
    this.#ledgered = groupBy(whole, ({ date }) => (date === '' ? '' : spanOf(parseIsoDate(date)).from));
  }

  static async open(walk: Walk): Promise<GlobalCorrections> {
    const { archiveDir, asOf } = walk.options;
    const releases = await readReleases(archiveDir, asOf);
    const ledger = releases.length === 0 ? [] : await readRevisions(archiveDir);
    return new GlobalCorrections(walk, releases, ledger.toSorted(bySeen));
  }

  /** The instant of the last release; null if there is none. */
  get released(): string | null {
    return this.#pairs.at(-1)?.release.time ?? null;
  }

  /** Whether the ledger has all that earlier releases revised, so that only the last one is compared with. */
  get isSettled(): boolean {
    return this.#pairs.every(({ isWhole, next }) => isWhole || next === null);
  }

  /**
   * Digest of what the ledger holds about the dates of a span. That is all that `linesOf` says about them if it is
   * settled and nothing near them was seen after the last release.
   */
  digestOfLedger(span: Span): string {
    return digestOfLines(this.#ledgered.get(span.from) ?? []);
  }

  /** Lines of v1/corrections.csv about the dates of a span. The spans must come oldest first. */
  linesOf(state: SpanState): readonly RevisionLine[] {
    const ledgered = this.#ledgered.get(state.span.from) ?? [];
    const gone = new Set<string>();
    const lines: RevisionLine[] = [];
    const pasts = new Map<string, Found>();
    let place = 0;
    for (const { release, next, isWhole } of this.#pairs) {
      const found: RevisionLine[] = isWhole ? [] : [...this.#revisions(state, release, next, gone, pasts)];
      while (isWhole && place < ledgered.length && next !== null && (ledgered[place]?.seen ?? '') <= next.time) {
        found.push(ledgered[place++] as RevisionLine);
      }
      for (const line of found) {
        lines.push(line);
        if (line.now === '') gone.add(`${line.date} ${line.currency}`);
        else gone.delete(`${line.date} ${line.currency}`);
      }
    }
    this.#pasts = pasts;
    return lines;
  }

  /** The lines that are about no date: a new method may have changed any figure. */
  methodLines(): readonly RevisionLine[] {
    const until = this.walk.options.asOf;
    const found = this.#pairs.flatMap(({ release, next, isWhole }) =>
      isWhole ? [] : methodLine(release, next, until),
    );
    return [...(this.#ledgered.get('') ?? []), ...found];
  }

  #revisions(
    state: SpanState,
    { time }: Release,
    next: Release | null,
    gone: ReadonlySet<string>,
    pasts: Map<string, Found>,
  ): readonly RevisionLine[] {
    // The rows alone show whether anything is new; if nothing is, no state has to be worked out.
    const hasNews = newsSince(state, time).some((at) => next === null || at <= next.time);
    if (!hasNews) return [];
    const before = this.#past(state, time, pasts);
    const after = next === null ? state : this.#past(state, next.time, pasts);
    const wasGone = (date: string, currency: string) => gone.has(`${date} ${currency}`);
    return toRevisions(before, after, time, wasGone).map(toLine);
  }

  /** The span as it was known at an instant. */
  #past(state: SpanState, until: string, pasts: Map<string, Found>): SpanState {
    const past = this.walk.earlier(state, until, this.#pasts.get(until) ?? state.before);
    pasts.set(until, leftBy(past));
    return past;
  }
}

/** The same whatever the order, because the list is sorted. */
function digestOfLines(lines: readonly RevisionLine[]): string {
  return digestOf(lines.map(({ text }) => text).sort());
}

/** @param ledger oldest first */
function toPair(release: Release, next: Release | null, ledger: readonly RevisionLine[]) {
  const lines = ledger.filter(({ seen }) => release.time < seen && next !== null && seen <= next.time);
  return { pair: { release, next, isWhole: next !== null && next.revisions === `${lines.length}` }, lines };
}

function toLine({ currency, ...revision }: Revision): RevisionLine {
  return lineOf({ ...revision, quote: currency, oldPer: '1', newPer: '1' });
}

function lineOf(row: Omit<Correction, 'provider' | 'base' | 'side'>): RevisionLine {
  const [text = ''] = correctionLines([{ provider: GLOBAL, base: EUR, side: 'mid', ...row }]);
  const line = toRevisionLine(text);
  if (line === null) throw new TypeError(`the ledger cannot read back its own line: ${text}`);
  return line;
}

/**
 * Both states are worked out by today's method, so what an older method stated cannot be compared figure by figure. One
 * line says that any figure may have changed, and the earliest instant at which it can have.
 */
function methodLine({ time, method }: Release, next: Release | null, until: string | null): readonly RevisionLine[] {
  const now = next?.method ?? METHOD;
  const seen = instantAfter(time, new Date(time));
  if (method === '' || now === '' || method === now || (until !== null && seen > until)) return [];
  return [lineOf({ date: '', quote: '', oldPer: '', old: method, newPer: '', new: now, seen, cause: 'method' })];
}

function bySeen(left: RevisionLine, right: RevisionLine): number {
  return compareTexts(left.seen, right.seen);
}

/**
 * @param heldBack the rows in quarantine: a figure that was never in the tree was not corrected either
 */
export function providerCorrections(
  archive: ProviderArchive,
  heldBack: ReadonlySet<ArchiveRow>,
): readonly Correction[] {
  return [...corrections(archive, heldBack)];
}

function* corrections({ provider, rows }: ProviderArchive, heldBack: ReadonlySet<ArchiveRow>): Generator<Correction> {
  const last = new Map<string, ArchiveRow>();
  let pair = '';
  for (const row of rows) {
    if (heldBack.has(row)) continue;
    const own = `${row.date} ${row.base} ${row.quote}`;
    if (own !== pair) last.clear();
    pair = own;
    const before = last.get(row.table);
    last.set(row.table, row);
    if (before !== undefined) yield* differences(provider, before, row);
  }
}

function* differences(provider: string, before: ArchiveRow, after: ArchiveRow): Generator<Correction> {
  for (const side of SIDES) {
    if (isSame(before, after, side)) continue;
    const { date, base, quote, seen } = after;
    const figures = { oldPer: before.per, old: before[side], newPer: after.per, new: after[side] };
    yield { provider, date, base, quote, side, ...figures, seen, cause: causeOf(before, after) };
  }
}

function isSame(before: ArchiveRow, after: ArchiveRow, side: (typeof SIDES)[number]): boolean {
  const [old, now] = [before[side], after[side]];
  if (old === '' || now === '') return old === now;
  const perUnit = (row: ArchiveRow, figure: string) => Decimal.parse(figure).over(Decimal.parse(row.per));
  return perUnit(before, old).compareTo(perUnit(after, now)) === 0;
}

function causeOf(before: ArchiveRow, after: ArchiveRow): string {
  if (isWithdrawn(after)) return 'withdrawn';
  return isWithdrawn(before) ? 'published again' : 'corrected';
}

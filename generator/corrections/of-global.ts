/**
 * Every figure of GLOBAL that changed after a release had stated it: from each release to the next, and from the last
 * one to the present state. All of it follows from the archive's rows; what the release ledger already holds is not
 * worked out again.
 */
import type { CurrencyFacts } from '../facts/currencies.ts';
import type { Peg } from '../facts/pegs.ts';
import { type ArchiveState, newsSince, toEarlier } from '../rates/archive-state.ts';
import { METHOD } from '../rates/blend.ts';
import type { History } from '../rates/history.ts';
import { toInstant } from '../wire/calendar.ts';
import { compareTexts } from '../wire/order.ts';
import { EUR, GLOBAL } from '../wire/schemas.ts';
import { type Correction, correctionLines } from './columns.ts';
import { type Release, type RevisionLine, readReleases, readRevisions, toRevisionLine } from './release-ledger.ts';
import { type Revision, toRevisions } from './revisions.ts';

interface GlobalCorrectionsOptions {
  readonly archiveDir: string;
  readonly now: ArchiveState;
  /** The histories of the present state. */
  readonly histories: readonly History[];
  readonly pegs: readonly Peg[];
  readonly currencies: readonly CurrencyFacts[];
}

/** Lines of v1/corrections.csv, sorted by date, currency and the instant of the change. */
export async function globalCorrections(options: GlobalCorrectionsOptions): Promise<readonly string[]> {
  const { archiveDir, now } = options;
  const releases = await readReleases(archiveDir, now.until);
  const chain = new Chain(options, releases.length === 0 ? [] : (await readRevisions(archiveDir)).toSorted(bySeen));
  for (const [place, release] of releases.entries()) chain.add(release, releases[place + 1] ?? null);
  return chain.lines.toSorted(byFigure).map(({ text }) => text);
}

/** The releases are added in order, each together with the one that follows it. */
class Chain {
  readonly lines: RevisionLine[] = [];
  /** The date and currency of each figure that stood once and is gone. */
  readonly #gone = new Set<string>();
  /**
   * The state that was worked out last: the later state of one pair of releases is the earlier state of the next pair.
   */
  #last: ArchiveState | null = null;
  /** Index into the ledger: the lines before it belong to earlier pairs. */
  #place = 0;

  /** @param ledger oldest first */
  constructor(
    readonly options: GlobalCorrectionsOptions,
    readonly ledger: readonly RevisionLine[],
  ) {}

  /** @param next null: the present state */
  add(release: Release, next: Release | null): void {
    const held = next === null ? [] : this.#held(release.time, next.time);
    const isWhole = next !== null && next.revisions === `${held.length}`;
    const lines = isWhole
      ? held
      : [...this.#revisions(release, next), ...methodLine(release, next, this.options.now.until)];
    for (const line of lines) {
      this.lines.push(line);
      if (line.now === '') this.#gone.add(`${line.date} ${line.currency}`);
      else this.#gone.delete(`${line.date} ${line.currency}`);
    }
  }

  #held(after: string, until: string): readonly RevisionLine[] {
    while ((this.ledger[this.#place]?.seen ?? '9999') <= after) this.#place++;
    const first = this.#place;
    while ((this.ledger[this.#place]?.seen ?? '9999') <= until) this.#place++;
    return this.ledger.slice(first, this.#place);
  }

  #revisions({ time }: Release, next: Release | null): readonly RevisionLine[] {
    const { now, histories, pegs, currencies } = this.options;
    // The rows alone show whether anything is new; if nothing is, no state has to be worked out.
    const hasNews = newsSince(now, time).some((at) => next === null || at <= next.time);
    if (!hasNews) return [];
    const before = this.#last?.until === time ? this.#last : toEarlier(now, time);
    const after = next === null ? now : toEarlier(now, next.time);
    this.#last = after;
    const wasGone = (date: string, currency: string) => this.#gone.has(`${date} ${currency}`);
    const facts = { pegs, currencies, wasGone };
    return toRevisions(before, after, time, facts, next === null ? histories : null).map(toLine);
  }
}

function toLine({ currency, ...revision }: Revision): RevisionLine {
  return lineOf({ ...revision, quote: currency, oldPer: '1', newPer: '1' });
}

function lineOf(row: Omit<Correction, 'provider' | 'base' | 'side'>): RevisionLine {
  const [text = ''] = correctionLines([{ provider: GLOBAL, base: EUR, side: 'mid', ...row }]);
  const line = toRevisionLine(text);
  if (line === null) throw new TypeError(`the ledger could not read back what was written for it: ${text}`);
  return line;
}

/**
 * Both states are worked out by today's method, so what an older method stated cannot be compared figure by figure. One
 * line says that any figure may have changed, and the earliest instant at which it can have.
 */
function methodLine({ time, method }: Release, next: Release | null, until: string | null): readonly RevisionLine[] {
  const now = next?.method ?? METHOD;
  const seen = toInstant(new Date(Date.parse(time) + 1000));
  if (method === '' || now === '' || method === now || (until !== null && seen > until)) return [];
  return [lineOf({ date: '', quote: '', oldPer: '', old: method, newPer: '', new: now, seen, cause: 'method' })];
}

function byFigure(left: RevisionLine, right: RevisionLine): number {
  return compareTexts(left.date, right.date) || compareTexts(left.currency, right.currency) || bySeen(left, right);
}

function bySeen(left: RevisionLine, right: RevisionLine): number {
  return compareTexts(left.seen, right.seen);
}

/**
 * Every figure of GLOBAL that changed after a release had stated it: from release to release, and from the last one to the
 * state at hand. Follows from the archive alone: what the ledger beside it holds is not worked out again.
 */

import type { CurrencyFacts } from '../facts/currencies.ts';
import type { Peg } from '../facts/pegs.ts';
import { type Moment, newsSince, toEarlier } from '../rates/archive-state.ts';
import { METHOD } from '../rates/blend.ts';
import type { History } from '../rates/history.ts';
import { toInstant } from '../wire/calendar.ts';
import { compareTexts } from '../wire/order.ts';
import { EUR, GLOBAL } from '../wire/schemas.ts';
import { correctionLines } from './columns.ts';
import { parseRevision, type Release, type RevisionLine, readReleases, readRevisions } from './release-ledger.ts';
import { type Revision, toRevisions } from './revisions.ts';

export interface GlobalCorrectionsOptions {
  readonly archiveDir: string;
  readonly now: Moment;
  /** Of the state at hand. */
  readonly histories: readonly History[];
  readonly pegs: readonly Peg[];
  readonly currencies: readonly CurrencyFacts[];
}

/** Lines of v1/corrections.csv, by date and currency, oldest first. */
export async function globalCorrections(options: GlobalCorrectionsOptions): Promise<readonly string[]> {
  const { archiveDir, now } = options;
  const releases = await readReleases(archiveDir, now.until);
  const chain = new Chain(options, releases.length === 0 ? [] : (await readRevisions(archiveDir)).toSorted(bySeen));
  for (const [place, release] of releases.entries()) chain.add(release, releases[place + 1] ?? null);
  return chain.lines.toSorted(byFigure).map(({ text }) => text);
}

class Chain {
  readonly lines: RevisionLine[] = [];
  /** Figures that stood once and are gone. */
  readonly #gone = new Set<string>();
  /** The state worked out last: of two pairs in a row the one's end is the other's beginning. */
  #last: Moment | null = null;
  /** Of the ledger: lines before it are those of earlier pairs. */
  #place = 0;

  /** @param ledger oldest first */
  constructor(
    readonly options: GlobalCorrectionsOptions,
    readonly ledger: readonly RevisionLine[],
  ) {}

  /** @param next null: the state at hand */
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
    // The rows alone tell that nothing is new: no state needs to be worked out.
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

function toLine({ date, currency, old, new: now, seen, cause }: Revision): RevisionLine {
  const row = { provider: GLOBAL, date, base: EUR, quote: currency, side: 'mid' };
  const [text = ''] = correctionLines([{ ...row, oldPer: '1', old, newPer: '1', new: now, seen, cause }]);
  return parseRevision(text, `GLOBAL ${date} ${currency}`);
}

/**
 * Both states are worked out by the method of today, so that what an older one had stated cannot be told figure by figure:
 * one line says that any of them may be another, and when at the earliest.
 */
function methodLine({ time, method }: Release, next: Release | null, until: string | null): readonly RevisionLine[] {
  const now = next?.method ?? METHOD;
  const seen = toInstant(new Date(Date.parse(time) + 1000));
  if (method === '' || now === '' || method === now || (until !== null && seen > until)) return [];
  const row = { provider: GLOBAL, date: '', base: EUR, quote: '', side: 'mid', oldPer: '', newPer: '' };
  const [text = ''] = correctionLines([{ ...row, old: method, new: now, seen, cause: 'method' }]);
  return [parseRevision(text, 'GLOBAL')];
}

function byFigure(left: RevisionLine, right: RevisionLine): number {
  return compareTexts(left.date, right.date) || compareTexts(left.currency, right.currency) || bySeen(left, right);
}

function bySeen(left: RevisionLine, right: RevisionLine): number {
  return compareTexts(left.seen, right.seen);
}

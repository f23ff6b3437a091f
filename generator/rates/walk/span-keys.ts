/** Digests of what each half month is made from, and whether a question about later rows still has its old answer. */

import type { RedenominationRow } from '../../sources/archive/confirmed.ts';
import type { HoldRow } from '../../sources/archive/holds.ts';
import { DAYS_AFTER, DAYS_BEFORE_QUARTERLY, pieceOf, piecesFor, type Span } from '../../sources/archive/spans.ts';
import { addDays } from '../../wire/words/calendar.ts';
import { digestOf } from '../../wire/words/hash.ts';
import { GLOBAL } from '../../wire/words/schemas.ts';
import { KNOWN_DAYS } from '../quarantine/judge.ts';
import { EARLY_DAYS, LATE_DAYS } from '../quarantine/renewal.ts';
import { type BankPieces, joinedPieces, type Pieces } from './pieces.ts';
import type { Lookup } from './span-notes.ts';
import type { Source } from './walk-sources.ts';

/** What a person or the gate wrote about the figures of some days. */
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

/** Digests of what each half month is made from, and whether a question about later rows has its old answer still. */
import type { HoldRow } from '../archive/holds.ts';
import type { Partitions } from '../archive/partitions.ts';
import type { RedenominationRow } from '../archive/redenominated.ts';
import { DAYS_AFTER, DAYS_BEFORE_QUARTERLY, pieceOf, piecesFor, type Span } from '../archive/spans.ts';
import { KNOWN_DAYS } from '../quarantine/judge.ts';
import { EARLY_DAYS, LATE_DAYS } from '../quarantine/renewal.ts';
import { addDays } from '../wire/calendar.ts';
import { digestOf } from '../wire/hash.ts';
import { GLOBAL, type IsoDate } from '../wire/schemas.ts';
import type { Lookup } from './walk-memory.ts';

/** What a person or the gate wrote about the figures of some days. */
interface Word {
  readonly from: string;
  /** '' for no end. */
  readonly until: string;
  /** When it was written. */
  readonly at: string;
  readonly text: string;
}

interface Written {
  readonly provider: string;
  /** When each row was accepted, by the row's key, which begins with its date. */
  readonly acceptances: ReadonlyMap<string, string>;
  readonly holdRows: readonly HoldRow[];
}

/** Of one piece of every provider. */
export interface Pieces {
  readonly digest: string;
  readonly lastSeen: string;
}

/** By the first day of the piece. */
export type PiecesByDay = ReadonlyMap<string, Pieces>;

const NO_PIECES: Pieces = { digest: '', lastSeen: '' };

export class SpanKeys {
  readonly pieces: PiecesByDay;
  readonly #words: readonly Word[];
  readonly #byProvider: ReadonlyMap<string, Partitions>;

  constructor(
    partitions: readonly Partitions[],
    written: readonly Written[],
    globalRows: readonly HoldRow[],
    redenominations: readonly RedenominationRow[],
    /** The instant of the last release; null if there was none. What was seen later is news, and is worked out again. */
    readonly released: string | null,
    /** What the run before has joined, if it had the same providers; else null. */
    before: PiecesByDay | null,
  ) {
    this.pieces = before === null ? joined(partitions) : joinedAgain(partitions, before);
    this.#byProvider = new Map(partitions.map((own) => [own.provider, own]));
    const ofProviders = written.flatMap(({ provider, acceptances, holdRows }) => [
      ...[...acceptances].map(([key, at]) => toWord(provider, key.slice(0, 10), key.slice(0, 10), at, key)),
      ...holdRows.map((row) => toWord(provider, row.from, row.until, row.at, JSON.stringify(row))),
    ]);
    const ofGlobal = globalRows.map((row) => toWord(GLOBAL, row.from, row.until, row.at, JSON.stringify(row)));
    const renewing = redenominations.map((row) => {
      // A figure of before is compared with later ones that were seen earlier.
      const [from, until] = [addDays(row.from, -EARLY_DAYS - KNOWN_DAYS), addDays(row.from, LATE_DAYS)];
      return toWord(GLOBAL, from, until, row.at, JSON.stringify(row));
    });
    this.#words = [...ofProviders, ...ofGlobal, ...renewing];
  }

  /** The newest instant at which anything was seen or written. */
  get newestSeen(): string {
    const seen = [...this.pieces.values()].map(({ lastSeen }) => lastSeen);
    return newestOf([...seen, ...this.#words.map(({ at }) => at)]);
  }

  /** @param carried what the half months before have left, and what the walk knows of all */
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

  /** Whether none of the rows that changed since can be an answer. */
  isAnswered({ provider, pair, from, until, seen }: Lookup): boolean {
    const partitions = this.#byProvider.get(provider);
    if (partitions === undefined) return false;
    const first = pieceOf(from);
    for (const changed of partitions.changed) {
      if (changed < first || changed > until) continue;
      const piece = partitions.piece(changed as IsoDate);
      // Of a piece that is gone nobody knows what it had.
      if (piece === undefined || ((seen === '' || piece.firstSeen < seen) && partitions.has(changed, pair)))
        return false;
    }
    return true;
  }

  #piecesAt(first: IsoDate): Pieces {
    return this.pieces.get(first) ?? NO_PIECES;
  }

  #wordsNear(span: Span): readonly Word[] {
    const [first, last] = [addDays(span.from, -DAYS_BEFORE_QUARTERLY), addDays(span.to, DAYS_AFTER)];
    return this.#words.filter(({ from, until }) => from <= last && (until === '' || until >= first));
  }
}

function toWord(provider: string, from: string, until: string, at: string, text: string): Word {
  return { from, until, at, text: `${provider} ${at} ${text}` };
}

function joined(partitions: readonly Partitions[]): PiecesByDay {
  const digests = new Map<string, string[]>();
  const seen = new Map<string, string>();
  for (const own of partitions) {
    for (const [first, { digest, lastSeen }] of own.pieces()) {
      const held = digests.get(first) ?? [];
      digests.set(first, held);
      held.push(`${own.provider} ${digest}`);
      if (lastSeen > (seen.get(first) ?? '')) seen.set(first, lastSeen);
    }
  }
  return new Map(
    [...digests].map(([first, held]) => [first, { digest: digestOf(held), lastSeen: seen.get(first) ?? '' }]),
  );
}

/** Only the pieces that changed: in 27 years a hundred banks have 130,000, and a night brings a hundred. */
function joinedAgain(partitions: readonly Partitions[], before: PiecesByDay): PiecesByDay {
  const pieces = new Map(before);
  for (const first of new Set(partitions.flatMap(({ changed }) => [...changed]))) {
    const held = partitions.flatMap((own) => {
      const piece = own.piece(first as IsoDate);
      return piece === undefined ? [] : [{ line: `${own.provider} ${piece.digest}`, lastSeen: piece.lastSeen }];
    });
    const lastSeen = newestOf(held.map((one) => one.lastSeen));
    if (held.length === 0) pieces.delete(first);
    else pieces.set(first, { digest: digestOf(held.map(({ line }) => line)), lastSeen });
  }
  return pieces;
}

function newestOf(instants: readonly string[]): string {
  let newest = '';
  for (const instant of instants) if (instant > newest) newest = instant;
  return newest;
}

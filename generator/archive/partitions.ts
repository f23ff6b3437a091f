/**
 * Which parts of an archive changed since a run before. A year's file whose size and times are the same is not read; of
 * any other the digests of its 48 pieces are made again, so that a new day touches one piece of its year.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, hashOf } from '../wire/hash.ts';
import type { IsoDate } from '../wire/schemas.ts';
import { piecesOf } from './spans.ts';
import type { ArchiveWindow } from './window.ts';

export interface Piece {
  readonly digest: string;
  /** The instants at which its first and its last row were seen. */
  readonly firstSeen: string;
  readonly lastSeen: string;
}

interface Partition {
  /** Size, times and inode of the file. */
  readonly signature: string;
  /** By first day; a piece without rows is missing. */
  readonly pieces: ReadonlyMap<string, Piece>;
}

/** The pieces of one provider. */
export class Partitions {
  readonly provider: string;
  /** What `text` returned in the run before; '' if there was none. */
  readonly before: string;
  readonly #years = new Map<string, Partition>();
  /** Whether every file is the one that the run before has seen, so that its text still holds. */
  readonly isSame: boolean;
  /** The first days of pieces that are new, changed or gone since the run before. */
  readonly changed: ReadonlySet<string>;

  constructor(
    readonly window: ArchiveWindow,
    before: string,
  ) {
    this.provider = window.provider;
    this.before = before;
    const held = parsePartitions(before);
    const changed = new Set<string>();
    let same = 0;
    for (const year of window.years) {
      const signature = signatureOf(join(window.dir, window.provider, `${year}.csv`));
      const known = held.get(year);
      if (known?.signature === signature) {
        this.#years.set(year, known);
        same++;
      } else {
        const pieces = piecesIn(window, year);
        this.#years.set(year, { signature, pieces });
        for (const first of differences(known?.pieces ?? new Map(), pieces)) changed.add(first);
      }
    }
    for (const [year, { pieces }] of held) {
      if (!this.#years.has(year)) for (const first of pieces.keys()) changed.add(first);
    }
    this.changed = changed;
    this.isSame = same === held.size && same === window.years.length;
  }

  piece(first: IsoDate): Piece | undefined {
    return this.#years.get(first.slice(0, 4))?.pieces.get(first);
  }

  *pieces(): Generator<readonly [string, Piece]> {
    for (const { pieces } of this.#years.values()) yield* pieces;
  }

  /** Whether the piece has a row with that text. @param first the first day of the piece */
  has(first: string, text: string): boolean {
    const year = first.slice(0, 4);
    const piece = piecesOf(year).find(({ from }) => from === first);
    return piece !== undefined && this.window.open(year).slice(piece.from, piece.to).includes(text);
  }

  /** Digest of the pieces that end on the day or later. */
  digestSince(day: string): string {
    const later = [...this.pieces()].filter(([first]) => first > day.slice(0, 7));
    return digestOf(later.flatMap(([first, { digest }]) => [first, digest]));
  }

  /** One line for each file: its year, its signature, and its pieces. */
  text(): string {
    const lines = [...this.#years].map(([year, { signature, pieces }]) => {
      const cells = [...pieces].map(([first, piece]) =>
        [first, piece.digest, piece.firstSeen, piece.lastSeen].join(' '),
      );
      return [year, signature, ...cells].join(',');
    });
    return [...lines, ''].join('\n');
  }
}

function* differences(before: ReadonlyMap<string, Piece>, after: ReadonlyMap<string, Piece>): Generator<string> {
  for (const [first, { digest }] of after) if (before.get(first)?.digest !== digest) yield first;
  for (const first of before.keys()) if (!after.has(first)) yield first;
}

function signatureOf(path: string): string {
  const { size, mtimeMs, ctimeMs, ino } = statSync(path);
  return [size, mtimeMs, ctimeMs, ino].join(' ');
}

const SEEN = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g;

function piecesIn(window: ArchiveWindow, year: string): ReadonlyMap<string, Piece> {
  const file = window.open(year);
  const pieces = new Map<string, Piece>();
  for (const { from, to } of piecesOf(year)) {
    const text = file.slice(from, to);
    if (text === '') continue;
    let [firstSeen, lastSeen] = ['9', ''];
    for (const [seen] of text.matchAll(SEEN)) {
      if (seen < firstSeen) firstSeen = seen;
      if (seen > lastSeen) lastSeen = seen;
    }
    pieces.set(from, { digest: hashOf(text).slice(0, 16), firstSeen, lastSeen });
  }
  return pieces;
}

/** Text of another form says nothing, so that every file is read again. */
function parsePartitions(text: string): ReadonlyMap<string, Partition> {
  const lines = text.split('\n').slice(0, -1);
  return new Map(
    lines.map((line) => {
      const [year = '', signature = '', ...cells] = line.split(',');
      const pieces = cells.map((cell) => {
        const [first = '', digest = '', firstSeen = '', lastSeen = ''] = cell.split(' ');
        return [first, { digest, firstSeen, lastSeen }] as const;
      });
      return [year, { signature, pieces: new Map(pieces) }] as const;
    }),
  );
}

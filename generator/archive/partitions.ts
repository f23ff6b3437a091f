/**
 * Which parts of an archive changed since a run before. A year's file whose size and times are the same is not read; of
 * any other the digests of its 48 pieces are made again, so that a new day touches one piece of its year.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { signatureOf } from '../kit/files.ts';
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
  /**
   * As in `text`, but as bytes. 27 years of a hundred banks have 130,000 pieces, of which a night needs few. An instant
   * that was cut from the text of a year would keep all of it in memory, and nothing of it is in these.
   */
  readonly cells: Buffer;
}

/** By first day; a piece without rows is missing. */
type Pieces = ReadonlyMap<string, Piece>;

/** The pieces of one provider. */
export class Partitions {
  readonly provider: string;
  /** What `text` returned in the run before; '' if there was none. */
  readonly before: string;
  readonly #years = new Map<string, Partition>();
  /** The year that was asked for last. */
  #read: { readonly year: string; readonly pieces: Pieces } | null = null;
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
    const folder = join(window.dir, window.provider);
    let same = 0;
    for (const year of window.years) {
      const signature = signatureOf(statSync(`${folder}/${year}.csv`));
      const known = held.get(year);
      if (known?.signature === signature) {
        this.#years.set(year, known);
        same++;
      } else {
        const pieces = piecesIn(window, year);
        this.#years.set(year, { signature, cells: toCells(pieces) });
        for (const first of differences(piecesOfYear(known), pieces)) changed.add(first);
      }
    }
    for (const [year, gone] of held) {
      if (!this.#years.has(year)) for (const first of piecesOfYear(gone).keys()) changed.add(first);
    }
    this.changed = changed;
    this.isSame = same === held.size && same === window.years.length;
  }

  piece(first: IsoDate): Piece | undefined {
    const year = first.slice(0, 4);
    if (this.#read?.year !== year) this.#read = { year, pieces: piecesOfYear(this.#years.get(year)) };
    return this.#read.pieces.get(first);
  }

  *pieces(): Generator<readonly [string, Piece]> {
    for (const own of this.#years.values()) yield* piecesOfYear(own);
  }

  /** Whether the piece has a row with that text. @param first the first day of the piece */
  has(first: string, text: string): boolean {
    const year = first.slice(0, 4);
    const piece = piecesOf(year).find(({ from }) => from === first);
    return piece !== undefined && this.window.open(year).slice(piece.from, piece.to).includes(text);
  }

  /** Digest of the pieces that end on the day or later. */
  digestSince(day: string): string {
    const years = [...this.#years].filter(([year]) => year >= day.slice(0, 4));
    const later = years.flatMap(([, own]) => [...piecesOfYear(own)]).filter(([first]) => first > day.slice(0, 7));
    return digestOf(later.flatMap(([first, { digest }]) => [first, digest]));
  }

  /** One line for each file: its year, its signature, and its pieces. */
  text(): string {
    const lines = [...this.#years].map(([year, { signature, cells }]) =>
      [year, signature, cells.toString('latin1')].join(),
    );
    return [...lines, ''].join('\n');
  }
}

function* differences(before: Pieces, after: Pieces): Generator<string> {
  for (const [first, { digest }] of after) if (before.get(first)?.digest !== digest) yield first;
  for (const first of before.keys()) if (!after.has(first)) yield first;
}

const SEEN = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g;

function piecesIn(window: ArchiveWindow, year: string): Pieces {
  const spans = piecesOf(year);
  const pieces = new Map<string, Piece>();
  for (const text of window.open(year).texts(spans)) {
    const from = spans[pieces.size]?.from ?? '';
    let [firstSeen, lastSeen] = ['9', ''];
    for (const [seen] of text.matchAll(SEEN)) {
      if (seen < firstSeen) firstSeen = seen;
      if (seen > lastSeen) lastSeen = seen;
    }
    pieces.set(from, { digest: text === '' ? '' : hashOf(text).slice(0, 16), firstSeen, lastSeen });
  }
  return new Map([...pieces].filter(([, { digest }]) => digest !== ''));
}

function toCells(pieces: Pieces): Buffer {
  const cells = [...pieces].map(([first, { digest, firstSeen, lastSeen }]) =>
    [first, digest, firstSeen, lastSeen].join(' '),
  );
  return Buffer.from(cells.join(), 'latin1');
}

function piecesOfYear(partition: Partition | undefined): Pieces {
  if (partition === undefined || partition.cells.length === 0) return new Map();
  return new Map(
    partition.cells
      .toString('latin1')
      .split(',')
      .map((cell) => {
        const [first = '', digest = '', firstSeen = '', lastSeen = ''] = cell.split(' ');
        return [first, { digest, firstSeen, lastSeen }] as const;
      }),
  );
}

/** Text of another form says nothing, so that every file is read again. */
function parsePartitions(text: string): ReadonlyMap<string, Partition> {
  const lines = text.split('\n').slice(0, -1);
  return new Map(
    lines.map((line) => {
      const [year = '', signature = ''] = line.split(',', 2);
      return [
        year,
        { signature, cells: Buffer.from(line.slice(year.length + signature.length + 2), 'latin1') },
      ] as const;
    }),
  );
}

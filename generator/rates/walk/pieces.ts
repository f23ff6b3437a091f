/**
 * Which parts of an archive changed since the last run. Each year of a bank has 48 pieces. If a file is known by its
 * hash, the digests of its pieces are remembered, so a new day changes only one piece of its year.
 */

import type { KnownFiles } from '../../kit/known-files.ts';
import type { Memory } from '../../kit/memory.ts';
import { pieceOf, piecesOf } from '../../sources/archive/spans.ts';
import type { ArchiveWindow } from '../../sources/archive/window.ts';
import { digestOf, hashOf } from '../../wire/words/hash.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';

interface Piece {
  /** '' for a piece without rows. */
  readonly digest: string;
  /** The instants at which its first and its last row were seen. */
  readonly firstSeen: string;
  readonly lastSeen: string;
}

/** `-01-01`, `-01-07` and so on: how the first days of the pieces of any year end. */
const STARTS = piecesOf('2000').map(({ from }) => from.slice(4));

export class BankPieces {
  readonly provider: string;
  /** The cells of its pieces, by year. 27 years of a hundred banks have 130,000, and a night needs few of them. */
  readonly #years = new Map<string, string>();
  /** The piece that was searched last. All questions of a night are about the one piece that it changes. */
  #searched: { readonly first: string; readonly rows: string } | null = null;
  /** The first days of pieces that are new, changed or gone since the last run. */
  readonly changed: ReadonlySet<string>;

  constructor(
    readonly window: ArchiveWindow,
    files: KnownFiles,
    memory: Memory,
  ) {
    const { provider } = window;
    this.provider = provider;
    const changed: string[] = [];
    for (const year of window.years) {
      const name = `pieces/${provider}/${year}`;
      const [, sha256] = files.of(`${provider}/${year}.csv`);
      const cells = memory.remember(name, sha256, () => cellsIn(window, year));
      this.#years.set(year, cells);
      changed.push(...differences(year, memory.before(name) ?? '', cells));
    }
    const remembered = memory.names(`pieces/${provider}/`).map((name) => name.slice(-4));
    const gone = remembered.filter((year) => !this.#years.has(year));
    this.changed = new Set([...changed, ...gone.flatMap((year) => STARTS.map((start) => `${year}${start}`))]);
  }

  get years(): readonly string[] {
    return [...this.#years.keys()];
  }

  /** One cell for each piece of the year. It begins with the digest and ends with the instant of the last row. */
  cells(year: string): readonly string[] {
    return this.#years.get(year)?.split(',') ?? [];
  }

  /** @param first the first day of the piece */
  piece(first: string): Piece {
    const cell = this.cells(first.slice(0, 4))[STARTS.indexOf(first.slice(4))] ?? '';
    const [digest = '', firstSeen = '', lastSeen = ''] = cell.split(' ');
    return { digest, firstSeen, lastSeen };
  }

  /** Whether the piece has a row with that text. @param first the first day of the piece */
  has(first: string, text: string): boolean {
    if (this.#searched?.first !== first) this.#searched = { first, rows: this.#rowsOf(first) };
    return this.#searched.rows.includes(text);
  }

  #rowsOf(first: string): string {
    const year = first.slice(0, 4);
    const piece = piecesOf(year).find(({ from }) => from === first);
    return piece === undefined ? '' : this.window.year(year).slice(piece).toString('latin1');
  }

  /** The digest of all pieces that end on the day or later. */
  digestSince(day: IsoDate): string {
    const since = pieceOf(day);
    const years = this.years.filter((year) => year >= since.slice(0, 4));
    return digestOf(years.flatMap((year) => this.cells(year).filter((_, place) => `${year}${STARTS[place]}` >= since)));
  }
}

function differences(year: string, before: string, now: string): readonly string[] {
  if (before === now) return [];
  const old = before.split(',');
  const cells = now.split(',');
  return STARTS.flatMap((start, place) => ((old[place] ?? '') === (cells[place] ?? '') ? [] : [`${year}${start}`]));
}

const SEEN = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g;

/** Checks every row, because a walk may pass over the days of a damaged one. */
function cellsIn(window: ArchiveWindow, year: string): string {
  const file = window.year(year);
  file.refuseDisorder();
  return piecesOf(year)
    .map((piece) => toCell(file.slice(piece).toString('latin1')))
    .join();
}

function toCell(text: string): string {
  if (text === '') return '';
  let [firstSeen, lastSeen] = ['9', ''];
  for (const [seen] of text.matchAll(SEEN)) {
    if (seen < firstSeen) firstSeen = seen;
    if (seen > lastSeen) lastSeen = seen;
  }
  return `${hashOf(text).slice(0, 16)} ${firstSeen} ${lastSeen}`;
}

/** What one piece of all banks comes to. */
export interface Pieces {
  readonly digest: string;
  readonly lastSeen: string;
}

/** By the first day of each piece. Pieces without rows are left out. */
export function joinedPieces(banks: readonly BankPieces[]): ReadonlyMap<string, Pieces> {
  const joined = new Map<string, Pieces>();
  for (const year of new Set(banks.flatMap(({ years }) => years))) {
    const held = banks.map((bank) => ({ bank: bank.provider, cells: bank.cells(year) }));
    for (const [place, start] of STARTS.entries()) {
      let [text, lastSeen] = ['', ''];
      for (const { bank, cells } of held) {
        const cell = cells[place] ?? '';
        if (cell === '') continue;
        text += `${bank} ${cell}\n`;
        const seen = cell.slice(cell.lastIndexOf(' ') + 1);
        if (seen > lastSeen) lastSeen = seen;
      }
      if (text !== '') joined.set(`${year}${start}`, { digest: hashOf(text), lastSeen });
    }
  }
  return joined;
}

/** What the run before remembered, if it fits the tree in place, the program, its options and the archive's releases. */
import type { Span } from '../archive/spans.ts';
import type { PiecesByDay } from '../rates/span-keys.ts';
import type { SpanContent, WalkMemory } from '../rates/walk-memory.ts';
import { releasePath } from '../wire/paths.ts';
import { type IsoDate, isoDate } from '../wire/schemas.ts';
import type { TreeInPlace } from './change.ts';
import { type MemoryHeader, readHeader, readPieces, readSpan, type SpanEntry, type SpanLeft } from './memory-files.ts';
import { type Names, ReleaseName } from './release-name.ts';

/** What this run is made from, besides the rows of the archive. */
export interface Circumstances {
  /** Digest of the program, its options and its lists of facts. */
  readonly facts: string;
  /** The releases that the archive knows, as `TIME ID`, oldest first. */
  readonly releases: readonly string[];
  /** Every half month of the archive. */
  readonly spans: readonly Span[];
}

export class RunMemory implements WalkMemory {
  readonly firsts: ReadonlyMap<string, IsoDate>;
  readonly notes: ReadonlyMap<string, SpanEntry>;

  private constructor(
    readonly header: MemoryHeader,
    readonly inPlace: TreeInPlace,
  ) {
    this.firsts = new Map(Object.entries(header.firsts));
    this.notes = new Map(Object.entries(header.spans));
  }

  /** Null where nothing is remembered, or what is remembered does not fit. */
  static open(inPlace: TreeInPlace, now: Circumstances): RunMemory | null {
    const header = readHeader(inPlace, now.facts);
    if (header === null || !hasFollowed(header, now.releases)) return null;
    const known = new Set<string>(now.spans.map(({ from }) => from));
    if (Object.keys(header.spans).some((first) => !known.has(first))) return null;
    return header.release === releaseInPlace(inPlace, header.names) ? new RunMemory(header, inPlace) : null;
  }

  /** What was joined of the pieces of these providers; null if others were joined. */
  joined(providers: readonly string[]): PiecesByDay | null {
    const { pieces, joined } = this.header;
    if (Object.keys(pieces).join() !== providers.join()) return null;
    return new Map(Object.entries(joined).map(([first, [digest, lastSeen]]) => [first, { digest, lastSeen }]));
  }

  pieces(provider: string): string {
    return readPieces(this.inPlace, provider, this.header);
  }

  content(first: IsoDate): SpanContent {
    const left = this.left(first);
    if (left === null) throw new TypeError(`nothing is remembered of the half month from ${first}`);
    return left;
  }

  /** What a half month left; null if it is new. @throws DamagedInPlace where its file is not what was written */
  left(first: IsoDate): SpanLeft | null {
    const entry = this.notes.get(first);
    return entry === undefined ? null : readSpan(this.inPlace, first, entry);
  }
}

/**
 * Whether the archive has the same releases, and those made since contain all that was known then. What is remembered
 * about figures that changed after a release holds for a later one only if nothing lies between them.
 */
function hasFollowed({ releases, newestSeen }: MemoryHeader, now: readonly string[]): boolean {
  return (
    releases.every((one, place) => one === now[place]) && now.slice(releases.length).every((one) => one >= newestSeen)
  );
}

/** The release that the tree's naming files make up, which is another one if any of them was changed. */
function releaseInPlace(inPlace: TreeInPlace, known: Names): string | null {
  const text = inPlace.read(releasePath)?.toString('utf8') ?? '';
  const date = isoDate.safeParse(/"date":"([^"]*)"/.exec(text)?.[1]).data;
  return date === undefined ? null : new ReleaseName().of(date, inPlace, known);
}

/**
 * The files in which C2SP tlog-tiles lays a log out: bundles of entries, and tiles of up to 256 hashes of one level of
 * the tree. A tile that is not full says its width in its name, so that no file ever changes. Entries are read out of
 * the bundles.
 */
import { LOG } from '../../wire/release/keys.ts';
import { PlainError } from '../../wire/words/input-error.ts';
import { HASH_BYTES, rootOf, toSize } from './merkle.ts';

export const TILES = `${LOG}tile/`;
export const ENTRIES = `${TILES}entries/`;

const TILE_WIDTH = 256;
const LENGTH_BYTES = 2;
/** The line of a release has 140 bytes. */
const ENTRY_BYTES_MAX = 500;

/** @param width how many of its 256 places the tile has filled */
export function tileKey(level: number | 'entries', index: number, width: number): string {
  const digits = `${index}`.padStart(Math.ceil(`${index}`.length / 3) * 3, '0');
  const parts = digits.match(/\d{3}/g) ?? [];
  const place = parts.map((part, at) => (at === parts.length - 1 ? part : `x${part}`)).join('/');
  return `${TILES}${level}/${place}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

/** The key that the tile has once it is full; null for a key of another form. */
export function fullKeyOf(key: string): string | null {
  return /^(.+)\.p\/\d+$/.exec(key)?.[1] ?? null;
}

/** The key of the bundle with the last entry of a log of that size. */
export function lastBundleKey(size: number): string {
  return tileKey('entries', Math.floor((size - 1) / TILE_WIDTH), widthOf(size));
}

/** How many entries its last bundle has. */
export function widthOf(size: number): number {
  return ((size - 1) % TILE_WIDTH) + 1;
}

/** The size of a log whose last bundle has that key; null for a key of something else. */
export function sizeOfBundle(key: string): number | null {
  const [, place = '', width] = /^((?:x\d{3}\/)*\d{3})(?:\.p\/(\d+))?$/.exec(key.slice(ENTRIES.length)) ?? [];
  if (!key.startsWith(ENTRIES) || place === '') return null;
  const index = toSize(place.replaceAll(/[x/]/g, ''));
  return index * TILE_WIDTH + (width === undefined ? TILE_WIDTH : toSize(width));
}

export function bundleBytes(entries: readonly Buffer[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt16BE(entry.length);
      return [length, entry];
    }),
  );
}

/** Null for bytes that are not whole entries of a size and number that a tile has: others would fill the memory. */
export function parseBundle(bytes: Buffer): readonly Buffer[] | null {
  const entries: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (at + LENGTH_BYTES > bytes.length || entries.length === TILE_WIDTH) return null;
    const length = bytes.readUInt16BE(at);
    const end = at + LENGTH_BYTES + length;
    if (end > bytes.length || length > ENTRY_BYTES_MAX) return null;
    entries.push(bytes.subarray(at + LENGTH_BYTES, end));
    at = end;
  }
  return entries;
}

interface LogFile {
  readonly key: string;
  readonly bytes: Buffer;
}

/**
 * The files that a log has when it has grown, and did not have before: entries first, because all else follows from them.
 * @param leaves their hashes
 */
export function* newFiles(before: number, entries: readonly Buffer[], leaves: readonly Buffer[]): Generator<LogFile> {
  for (const [index, width] of newTiles(before, entries.length)) {
    const start = index * TILE_WIDTH;
    yield { key: tileKey('entries', index, width), bytes: bundleBytes(entries.slice(start, start + width)) };
  }
  // Each hash of a level covers so many leaves.
  for (let [level, span] = [0, 1]; span <= entries.length; level++, span *= TILE_WIDTH) {
    const counts = [before, entries.length].map((size) => Math.floor(size / span)) as [number, number];
    for (const [index, width] of newTiles(...counts)) {
      const places = Array.from({ length: width }, (_, place) => (index * TILE_WIDTH + place) * span);
      const hashes = places.map((start) => rootOf(leaves.slice(start, start + span)));
      yield { key: tileKey(level, index, width), bytes: Buffer.concat(hashes, width * HASH_BYTES) };
    }
  }
}

/** Index and width of each tile that a row of hashes has when it has grown. */
function* newTiles(before: number, after: number): Generator<readonly [index: number, width: number]> {
  if (before === after) return;
  for (let index = Math.floor(before / TILE_WIDTH); index * TILE_WIDTH < after; index++)
    yield [index, Math.min(TILE_WIDTH, after - index * TILE_WIDTH)];
}

/** Returns null if there is no such object. */
type Read = (key: string) => Promise<Buffer | null>;

/** What is stored is not what was signed, or was there before: to go on would make a second log under the same name. */
export class LogForked extends PlainError {
  override readonly name = 'LogForked';
  readonly outcome = 'forked';
}

/** A night adds one. Whoever states more can make them as they are asked for, without end. */
const ENTRIES_MAX = 1_000_000;

/** @throws LogForked if an entry is missing or a bundle cannot be read */
export async function readEntries(read: Read, size: number): Promise<readonly Buffer[]> {
  if (size > ENTRIES_MAX) throw new LogForked(`the checkpoint states ${size} entries; at most ${ENTRIES_MAX} are read`);
  const entries: Buffer[] = [];
  while (entries.length < size) {
    const end = Math.min(size, entries.length + TILE_WIDTH);
    const key = lastBundleKey(end);
    // A bundle that is not full may be deleted once the full one is there.
    const bytes = (await read(key)) ?? (await read(tileKey('entries', Math.floor((end - 1) / TILE_WIDTH), TILE_WIDTH)));
    const own = bytes === null ? null : parseBundle(bytes);
    if (own === null || own.length < widthOf(end))
      throw new LogForked(
        `${key} is ${bytes === null ? 'missing' : 'damaged'}: "ratetree repair" writes it again if it can`,
      );
    entries.push(...own.slice(0, widthOf(end)));
  }
  return entries;
}

/** All entries, also those that a publisher left who was killed before the checkpoint. A witness may have seen them. */
export async function withLeft(read: Read, signed: readonly Buffer[]): Promise<readonly Buffer[]> {
  let entries = signed;
  for (;;) {
    const key = lastBundleKey(entries.length + 1);
    const bytes = await read(key);
    if (bytes === null) return entries;
    const own = parseBundle(bytes) ?? [];
    const start = entries.length + 1 - widthOf(entries.length + 1);
    const isNext = own.length === widthOf(entries.length + 1);
    if (!isNext || !own.slice(0, -1).every((entry, place) => entries[start + place]?.equals(entry)))
      throw new LogForked(`${key} does not go on from the entries before it`);
    entries = [...entries, ...own.slice(-1)];
  }
}

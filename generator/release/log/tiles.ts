/**
 * The files in which C2SP tlog-tiles lays a log out: bundles of entries, and tiles of up to 256 hashes of one level of
 * the tree. A tile that is not full says its width in its name, so that no file ever changes.
 */
import { LOG } from '../../wire/release/keys.ts';
import { HASH_BYTES, rootOf } from './merkle.ts';
import { toSize } from './sizes.ts';

export const TILES = `${LOG}tile/`;
export const ENTRIES = `${TILES}entries/`;

export const TILE_WIDTH = 256;
const LENGTH_BYTES = 2;
const BYTE_BITS = 8;

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

/** Null for bytes that are not whole entries. */
export function parseBundle<Bytes extends Uint8Array>(bytes: Bytes): readonly Bytes[] | null {
  const entries: Bytes[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (at + LENGTH_BYTES > bytes.length) return null;
    const [high = 0, low = 0] = bytes.subarray(at, at + LENGTH_BYTES);
    const end = at + LENGTH_BYTES + ((high << BYTE_BITS) | low);
    if (end > bytes.length) return null;
    entries.push(bytes.subarray(at + LENGTH_BYTES, end) as Bytes);
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

/** Reads the entries of a log out of its bundles. */
import { PlainError } from '../../wire/words/input-error.ts';
import { lastBundleKey, parseBundle, TILE_WIDTH, tileKey, widthOf } from './tiles.ts';

/** Returns null if there is no such object. */
type Read<Bytes extends Uint8Array = Buffer> = (key: string) => Promise<Bytes | null>;

/** What is stored is not what was signed, or was there before: to go on would make a second log under the same name. */
export class LogForked extends PlainError {
  override readonly name = 'LogForked';
  readonly outcome = 'forked';
}

/** @throws LogForked if an entry is missing or a bundle cannot be read */
export async function readEntries<Bytes extends Uint8Array>(
  read: Read<Bytes>,
  size: number,
): Promise<readonly Bytes[]> {
  const entries: Bytes[] = [];
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

/** Tar archives of small files (POSIX ustar), the same bytes for the same files. */
import type { IsoDate } from '../../../generator/wire/words/schemas.ts';

const BLOCK_BYTES = 512;
/** Of the header's fields: the place of the first byte. */
const AT = { mode: 100, owner: 108, group: 116, size: 124, time: 136, sum: 148, kind: 156, magic: 257 } as const;
const FILE = '0';

/** @param path of at most 100 bytes @param date when the file was last changed: servers tell versions apart by it */
export function tarEntry(path: string, text: string, date: IsoDate): Buffer {
  const body = Buffer.from(text);
  const header = Buffer.alloc(BLOCK_BYTES);
  if (header.write(path) !== Buffer.byteLength(path) || Buffer.byteLength(path) > AT.mode) {
    throw new TypeError(`too long for a tar archive: ${path}`);
  }
  header.write(octal(0o644, 8), AT.mode);
  header.write(octal(0, 8), AT.owner);
  header.write(octal(0, 8), AT.group);
  header.write(octal(body.length, 12), AT.size);
  header.write(octal(Date.parse(date) / 1000, 12), AT.time);
  header.write(FILE, AT.kind);
  header.write('ustar\x0000', AT.magic, 'latin1');
  // The sum is of all bytes, with blanks in its own place.
  header.fill(' ', AT.sum, AT.kind);
  header.write(
    `${octal(
      header.reduce((sum, byte) => sum + byte, 0),
      7,
    )} `,
    AT.sum,
    'latin1',
  );
  const rest = body.length % BLOCK_BYTES;
  return Buffer.concat([header, body, Buffer.alloc(rest === 0 ? 0 : BLOCK_BYTES - rest)]);
}

/** What ends an archive: two empty blocks. */
export function tarEnd(): Buffer {
  return Buffer.alloc(2 * BLOCK_BYTES);
}

function octal(value: number, bytes: number): string {
  return `${value.toString(8).padStart(bytes - 1, '0')}\0`;
}

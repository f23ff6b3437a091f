/** The first and the last bytes of a file, so that a question about its ends does not cost the whole of it. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { toIsoDate } from '../wire/calendar.ts';
import type { IsoDate } from '../wire/schemas.ts';

const END_BYTES = 4096;

/** Up to so many bytes of the end of the file, and where they begin. @throws an error of the operating system */
export function tailOf(path: string, most: number): { readonly bytes: Buffer; readonly start: number } {
  return withFile(path, (file, size) => {
    const start = Math.max(size - most, 0);
    return { bytes: readAt(file, start, size - start), start };
  });
}

/**
 * The days with which the first and the last line of a sorted list of rows begin, the header aside; null where it has no
 * such line.
 */
export function datesAtEnds(path: string): readonly [IsoDate | null, IsoDate | null] {
  const [head, tail] = withFile(path, (file, size) => {
    const length = Math.min(size, END_BYTES);
    return [readAt(file, 0, length), readAt(file, size - length, length)].map((bytes) => bytes.toString('latin1'));
  });
  const [, first = ''] = (head ?? '').split('\n');
  const last = (tail ?? '').split('\n').at(-2) ?? '';
  return [toIsoDate(first.slice(0, 10)), toIsoDate(last.slice(0, 10))];
}

export function withFile<Result>(path: string, use: (file: number, size: number) => Result): Result {
  const file = openSync(path, 'r');
  try {
    return use(file, fstatSync(file).size);
  } finally {
    closeSync(file);
  }
}

export function readAt(file: number, start: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, start));
}

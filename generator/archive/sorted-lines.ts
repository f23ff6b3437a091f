/**
 * A text of sorted lines below a header, in a file of which only the parts that are asked for are read: a hundred banks'
 * texts of a year are 60 MB, and half a month of them is 2.
 */
import { statSync } from 'node:fs';
import { readAt, withFile } from './file-ends.ts';

const LINE_FEED = 10;
const HEADER_BYTES = 200;
const LINE_BYTES = 256;
/** About half a month of a daily source. */
const BLOCK_BYTES = 16_384;

/** The bytes from one place to another. */
type Read = (start: number, end: number) => Buffer;
export interface Bytes {
  readonly size: number;
  reading<Result>(use: (read: Read) => Result): Result;
}

export function onDisk(path: string): Bytes {
  const { size } = statSync(path);
  return { size, reading: (use) => withFile(path, (file) => use((start, end) => readAt(file, start, end - start))) };
}

export function atHand(bytes: Buffer): Bytes {
  return { size: bytes.length, reading: (use) => use((start, end) => bytes.subarray(start, end)) };
}

export class SortedLines {
  readonly header: string;
  /** Whether the last line has an end. */
  readonly isWhole: boolean;
  /** Where the first line after the header begins. */
  readonly #start: number;

  constructor(readonly bytes: Bytes) {
    const { size } = bytes;
    const [header = ''] = this.#text(0, Math.min(size, HEADER_BYTES)).split('\n');
    this.header = header;
    this.#start = Math.min(header.length + 1, size);
    this.isWhole = size > 0 && this.#text(size - 1, size) === '\n';
  }

  /** The text of the lines from the first that does not sort before `from` to the last that begins with `to`. */
  slice(from: string, to: string): string {
    return this.#text(...this.#offsets(from, to));
  }

  /** The same lines one by one, without their line feeds. Those that are not taken are not read far ahead. */
  *between(from: string, to: string): Generator<readonly [offset: number, line: string]> {
    const [start, end] = this.#offsets(from, to);
    for (let offset = start, size = BLOCK_BYTES; offset < end; ) {
      const text = this.#text(offset, Math.min(offset + size, end));
      const whole = text.lastIndexOf('\n') + 1;
      // A damaged line may be longer than a block.
      if (whole === 0) size *= 2;
      for (let at = 0, next = 0; at < whole; at = next) {
        next = text.indexOf('\n', at) + 1;
        yield [offset + at, text.slice(at, next - 1)];
      }
      offset += whole;
    }
  }

  /** The text after the header, and where it begins. */
  all(): readonly [start: number, text: string] {
    return [this.#start, this.#text(this.#start, this.bytes.size)];
  }

  /** The number of the line that has this place. The header is line 1. */
  numberOf(offset: number): number {
    return this.#text(0, offset).split('\n').length;
  }

  /** Each byte becomes one character, so that places in the text are places in the file. */
  #text(start: number, end: number): string {
    return this.bytes.reading((read) => read(start, end).toString('latin1'));
  }

  #offsets(from: string, to: string): readonly [start: number, end: number] {
    return this.bytes.reading((read) => [this.#offsetOf(from, read), this.#offsetOf(`${to}~`, read)]);
  }

  /** Where the first line begins that does not sort before the text: a bisection down to a block. */
  #offsetOf(text: string, read: Read): number {
    let [low, high] = [this.#start, this.bytes.size];
    while (high - low > BLOCK_BYTES) {
      const start = Math.max(lineStart(read, (low + high) >>> 1), low);
      if (read(start, start + text.length).toString('latin1') < text) low = lineEnd(read, start, high);
      else high = start;
    }
    const block = read(low, high).toString('latin1');
    let at = 0;
    while (at < block.length && block.slice(at, at + text.length) < text) at = block.indexOf('\n', at) + 1;
    return low + at;
  }
}

/** Where the line begins that has this place. The line feed before it is near, unless a line is damaged. */
function lineStart(read: Read, at: number): number {
  for (let size = LINE_BYTES; ; size *= 2) {
    const from = Math.max(at - size, 0);
    const feed = read(from, at).lastIndexOf(LINE_FEED);
    if (feed >= 0 || from === 0) return from + feed + 1;
  }
}

/** Where the line ends that begins there, its line feed included. */
function lineEnd(read: Read, start: number, end: number): number {
  for (let size = LINE_BYTES; ; size *= 2) {
    const feed = read(start, Math.min(start + size, end)).indexOf(LINE_FEED);
    if (feed >= 0) return start + feed + 1;
    if (start + size >= end) return end;
  }
}

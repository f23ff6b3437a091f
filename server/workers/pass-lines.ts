/** Passes on what a worker writes, in whole lines, so that those of several workers never mix. */
import type { Readable, Writable } from 'node:stream';

const LINE_FEED = 10;

/** While `to` takes nothing, nothing is read: then the worker waits, and drops lines as it would alone. */
export function passLines(from: Readable, to: Writable): void {
  let begun: Buffer[] = [];
  from.on('data', (chunk: Buffer) => {
    const end = chunk.lastIndexOf(LINE_FEED) + 1;
    if (end === 0) {
      begun.push(chunk);
      return;
    }
    const isTaken = to.write(Buffer.concat([...begun, chunk.subarray(0, end)]));
    begun = [chunk.subarray(end)];
    if (isTaken) return;
    from.pause();
    to.once('drain', () => from.resume());
  });
}

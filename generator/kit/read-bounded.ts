/** Reads bodies that a stranger sends: none may fill the memory, alone or together with others. */
import { Readable } from 'node:stream';

/** A document of a bank and the state of a night are the largest objects of a store, of some megabytes. */
export const ANSWER_BYTES_MAX = 64 * 1024 * 1024;
/** Limits the sum of all bodies that are read at the same time: some thirty are, and each of them may be large. */
const TOGETHER_MAX = 256 * 1024 * 1024;
let together = 0;

/** The whole of a body. @param what the error names @throws Error if it has more bytes, as one without end has */
export async function readBounded(
  body: AsyncIterable<Uint8Array>,
  bytesMax: number,
  what = 'the answer',
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of limited(body, bytesMax, what)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The same body, for who reads it as a stream. It fails where it has more bytes. */
export function bounded(body: Readable): Readable {
  return Readable.from(limited(body, ANSWER_BYTES_MAX, 'the answer'), { objectMode: false });
}

async function* limited(body: AsyncIterable<Uint8Array>, bytesMax: number, what: string): AsyncGenerator<Uint8Array> {
  let own = 0;
  try {
    for await (const chunk of body) {
      own += chunk.length;
      together += chunk.length;
      if (own > bytesMax) throw new Error(`${what} has more than ${bytesMax} bytes`);
      if (together > TOGETHER_MAX) throw new Error(`${what} and others have more than ${TOGETHER_MAX} bytes together`);
      yield chunk;
    }
  } finally {
    together -= own;
  }
}

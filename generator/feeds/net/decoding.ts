/** Undoes the content coding of an answer, and never unpacks more than is allowed. */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';

/** What we offer. Not deflate: IIS sends it without the header that the standard asks for. */
export const ACCEPT_ENCODING = 'gzip, br';

type Unpack = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Promise<Uint8Array>;

/** `deflate` is understood with its header and without it, although we do not offer it. */
const UNPACK: Readonly<Record<string, Unpack>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: (bytes, options) => promisify(hasZlibHeader(bytes) ? inflate : inflateRaw)(bytes, options),
};

/** RFC 1950: the method is 8, and the first two bytes are a multiple of 31. */
function hasZlibHeader([first = 0, second = 0]: Uint8Array): boolean {
  return first % 16 === 8 && (first * 256 + second) % 31 === 0;
}

/** Codings that exist and that we cannot undo. */
const FOREIGN: readonly string[] = ['zstd', 'compress', 'x-compress', 'dcb', 'dcz'];

/** An answer is in a coding that we did not offer and cannot undo. */
class CodingError extends Error {
  override readonly name = 'CodingError';
}

/** The answer is larger than is allowed, after decoding: a small gzip can unpack to any size. */
export class SizeError extends Error {
  override readonly name = 'SizeError';
}

/**
 * A word that names no coding, such as `utf-8`, is passed over: the bytes are as they are.
 * @throws CodingError, SizeError, or an error of zlib, whose code is Z_BUF_ERROR for bytes that were cut short
 */
export async function decoded(coding: string, bytes: Uint8Array, bytesMax: number): Promise<Uint8Array> {
  let plain = bytes;
  // Several codings are undone in the reverse of the order in which they were applied.
  for (const name of coding.toLowerCase().split(',').reverse()) {
    const known = name.trim();
    if (FOREIGN.includes(known)) throw new CodingError(`the answer is encoded as ${known}, which we did not ask for`);
    const unpack = UNPACK[known];
    if (unpack === undefined) continue;
    plain = await unpack(plain, { maxOutputLength: bytesMax }).catch((error: unknown) => {
      const isTooBig = error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
      throw isTooBig ? new SizeError(`the answer has more than ${bytesMax} bytes`) : error;
    });
  }
  return plain;
}

/**
 * Reads the pieces of text that a PDF of one page writes, in the order in which it writes them. Only what our source
 * uses is read: streams packed with Flate and text in single bytes; anything else is refused.
 */
import { inflateSync } from 'node:zlib';
import { DocumentError, type FeedAnswer } from './provider.ts';
import { parsed } from './readers.ts';

/** The page of our source has 30 kB of text and where it goes. */
const STREAM_BYTES_MAX = 4 * 1024 * 1024;

/** `[(0.)9.3 (169905)]TJ` is one piece, 0.169905: the numbers between its parts move them by a hair. */
const PIECE = /\[((?:\((?:\\[\s\S]|[^\\()])*\)|[^\]()])*)\]\s*TJ|(\((?:\\[\s\S]|[^\\()])*\))\s*Tj/g;
const PART = /\(((?:\\[\s\S]|[^\\()])*)\)/g;

/** @throws DocumentError for a file that is no such PDF, is encrypted, or has several pages */
export function pdfPieces(answer: FeedAnswer): readonly string[] {
  return parsed(() => {
    const file = Buffer.from(answer.bytes).toString('latin1');
    if (!file.startsWith('%PDF-') || !/%%EOF\s*$/.test(file)) throw new DocumentError('not a whole PDF');
    // A PDF that is made for reading while it loads says at its beginning how long it is.
    const [, length] = /^.{0,100}\/Linearized[^>]*\/L (\d+)/s.exec(file.slice(0, 1000)) ?? [];
    if (length !== undefined && length !== `${file.length}`)
      throw new DocumentError('the PDF has lost or gained bytes');
    if (file.includes('/Encrypt')) throw new DocumentError('the PDF is encrypted');
    const contents = [...file.matchAll(/\/Contents\s*(?:\[([\d\sR]+)\]|(\d+ 0 R))/g)];
    const [[, list, one] = []] = contents;
    if (contents.length !== 1) throw new DocumentError(`the PDF has ${contents.length} pages, and not one`);
    const numbers = [...(list ?? one ?? '').matchAll(/(\d+) 0 R/g)].map(([, number = '']) => number);
    const page = numbers.map((number) => readStream(file, number)).join('\n');
    if (/<[0-9A-Fa-f\s]*>\s*(?:Tj|\])/.test(page)) throw new DocumentError('the PDF has text in another form');
    return [...page.matchAll(PIECE)].map(([, parts, whole]) =>
      [...(parts ?? whole ?? '').matchAll(PART)].map(([, text = '']) => text.replaceAll(/\\([()\\])/g, '$1')).join(''),
    );
  });
}

function readStream(file: string, number: string): string {
  const head = new RegExp(`[\\r\\n]${number} 0 obj\\s*<<([^<>]*)>>\\s*stream\\r?\\n`).exec(file);
  const [, length] = /\/Length (\d+)(?: |\/|$)/.exec(head?.[1] ?? '') ?? [];
  if (head === null || length === undefined || !/\/Filter\s*\/FlateDecode/.test(head[1] ?? '')) {
    throw new DocumentError(`the PDF has no stream ${number} that is packed with Flate`);
  }
  const start = head.index + head[0].length;
  const rest = Buffer.from(file.slice(start), 'latin1');
  const end = rest.indexOf('endstream');
  return inflateSync(rest.subarray(0, end), { maxOutputLength: STREAM_BYTES_MAX }).toString('latin1');
}

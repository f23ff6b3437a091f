/**
 * Reads the text of a one-page PDF: its pieces in their written order, or the lines that they form on the page. Only
 * what our sources use is read: streams that are uncompressed or compressed with Flate, and text in single bytes;
 * anything else is refused.
 */
import { inflateSync } from 'node:zlib';
import { groupBy } from '../../kit/items.ts';
import { DocumentError, type FeedAnswer } from './provider.ts';
import { parsed } from './readers.ts';

/** The pages of our sources have up to 30 kB of text and where it goes. */
const STREAM_BYTES_MAX = 4 * 1024 * 1024;

/** A text, a word, numbers and blanks, or any other mark: each character is in one of them, and is looked at once. */
const TOKEN = /\((?:\\[\s\S]|[^\\()])*\)|\\[\s\S]|[A-Za-z'"*]+|[\d\s.-]+|[\s\S]/g;
/** `BT 24.90 636.55 Td 0 Tw <4575726F>Tj ET`: a text in hexadecimal digits, and where on the page it begins. */
const PLACED = /\bBT\s+(\d+\.\d\d) (\d+\.\d\d) Td 0 Tw\s+<([0-9A-F\s]*)>Tj ET\b/g;

/** @throws DocumentError for a file that is no such PDF, is encrypted, or has several pages */
export function pdfPieces(answer: FeedAnswer): readonly string[] {
  return parsed(() => {
    const page = readPage(answer);
    if (/<[0-9A-Fa-f\s]*>\s*(?:Tj|\])/.test(page)) throw new DocumentError('the PDF has text in an unsupported form');
    return toPieces(page);
  });
}

/** `[(0.)9.3 (169905)]TJ` is one piece, 0.169905: the numbers between its parts move them by a hair. */
function toPieces(page: string): readonly string[] {
  const pieces: string[] = [];
  let parts: string[] = [];
  for (const [token] of page.matchAll(TOKEN)) {
    if (/^[\d\s.\]-]/.test(token)) continue;
    if (/^\(./s.test(token)) parts.push(token.slice(1, -1).replaceAll(/\\([()\\])/g, '$1'));
    else {
      if ((token === 'TJ' || token === 'Tj') && parts.length > 0) pieces.push(parts.join(''));
      // What stands before any other word or mark is not shown.
      parts = [];
    }
  }
  return pieces;
}

/**
 * The lines of a page in a font of fixed width, from the top, for a PDF that cuts each line into several texts: even
 * words are cut, so that nothing may come between two texts of a line.
 * @throws DocumentError for the same, and for text that has no place of its own
 */
export function pdfLines(answer: FeedAnswer): readonly string[] {
  return parsed(() => {
    const page = readPage(answer);
    const texts = [...page.matchAll(PLACED)].map(([, x = '', y = '', digits = '']) => ({ x, y, digits }));
    const isWhole = texts.length > 0 && texts.length === [...page.matchAll(/\bBT\b/g)].length;
    if (!isWhole || !Buffer.from(answer.bytes).includes('/WinAnsiEncoding'))
      throw new DocumentError('the PDF has text in an unsupported form');
    const letters = new TextDecoder('windows-1252');
    const lines = groupBy(texts, ({ y }) => y);
    return [...lines]
      .sort(([left], [right]) => byNumber(right, left))
      .map(([, line]) => line.sort((left, right) => byNumber(left.x, right.x)))
      .map((line) =>
        letters.decode(Buffer.from(line.map(({ digits }) => digits.replaceAll(/\s/g, '')).join(''), 'hex')),
      );
  });
}

/** Both have two decimals: the longer one is greater, and texts of one length are in the order of their digits. */
function byNumber(left: string, right: string): number {
  if (left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : left > right ? 1 : 0;
}

function readPage({ bytes }: FeedAnswer): string {
  const file = Buffer.from(bytes).toString('latin1');
  if (!file.startsWith('%PDF-') || !/%%EOF\s*$/.test(file)) throw new DocumentError('not a whole PDF');
  // A PDF that is made for reading while it loads says at its beginning how long it is.
  const [, length] = /\/L (\d+)/.exec(/\/Linearized[^>/]*(?:\/[^>/]*)*/.exec(file.slice(0, 1000))?.[0] ?? '') ?? [];
  if (length !== undefined && length !== `${file.length}`) throw new DocumentError('the PDF has lost or gained bytes');
  if (file.includes('/Encrypt')) throw new DocumentError('the PDF is encrypted');
  const contents = [...file.matchAll(/\/Contents\s*(?:\[([\d\sR]+)\]|(\d+ 0 R))/g)];
  const [[, list, one] = []] = contents;
  if (contents.length !== 1) throw new DocumentError(`the PDF has ${contents.length} pages instead of one`);
  const numbers = [...(list ?? one ?? '').matchAll(/\b(\d+) 0 R/g)].map(([, number = '']) => number);
  return numbers.map((number) => readStream(file, number)).join('\n');
}

function readStream(file: string, number: string): string {
  const head = new RegExp(`[\\r\\n]${number} 0 obj\\s*<<([^<>]*)>>\\s*stream\\r?\\n`).exec(file);
  const [, entries = ''] = head ?? [];
  const [, length, reference] = /\/Length (\d+)(?:( 0 R)| |\/|$)/.exec(entries.trim()) ?? [];
  if (
    head === null ||
    length === undefined ||
    (entries.includes('/Filter') && !/\/Filter\s*\/FlateDecode/.test(entries))
  )
    throw new DocumentError(`the PDF has no stream ${number} that is uncompressed or compressed with Flate`);
  const start = head.index + head[0].length;
  const rest = Buffer.from(file.slice(start), 'latin1');
  const packed = rest.subarray(0, Math.max(0, rest.indexOf('endstream')));
  if (entries.includes('/Filter')) return inflateSync(packed, { maxOutputLength: STREAM_BYTES_MAX }).toString('latin1');
  // Nothing but its length tells that a stream that is not packed is whole. A line may end behind it.
  const plain = packed.toString('latin1');
  const lengths = [plain, plain.replace(/\n$/, ''), plain.replace(/\r?\n$/, '')].map((text) => `${text.length}`);
  if (!lengths.includes(reference === undefined ? length : readNumber(file, length)))
    throw new DocumentError(`stream ${number} of the PDF does not have the length that it declares`);
  return plain;
}

/** An object of its own that is a number. */
function readNumber(file: string, object: string): string {
  const [, number] = new RegExp(`[\\r\\n]${object} 0 obj\\s*(\\d+)\\s*endobj`).exec(file) ?? [];
  if (number === undefined) throw new DocumentError(`object ${object} of the PDF is not a number`);
  return number;
}

/**
 * Reads the text of a one-page PDF: its pieces in their written order, or the lines that they form on the page. Only
 * what our sources use is read: streams that are uncompressed or compressed with Flate, and text in single bytes;
 * anything else is refused.
 */
import { groupBy } from '../../kit/items.ts';
import { PdfObjects } from './pdf-objects.ts';
import { DocumentError, type FeedAnswer } from './provider.ts';
import { parsed } from './readers.ts';

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
  const pdf = PdfObjects.read(bytes);
  const [page = '', ...others] = pdf.pages();
  if (others.length > 0) throw new DocumentError(`the PDF has ${others.length + 1} pages instead of one`);
  return pdf.contentsOf(page);
}

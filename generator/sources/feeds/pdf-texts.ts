/**
 * The texts of a PDF with several pages, each with its place, as a source needs them that tells a unit by a column. Texts
 * in fonts that do not say which letters they mean are left out.
 */
import { z } from 'zod';
import { entryOf, PdfObjects, unescaped } from './pdf-objects.ts';
import { DocumentError, type FeedAnswer } from './provider.ts';
import { parsed } from './readers.ts';

/** A place is in points of 1/72 inch, from the lower left corner of the page. */
export const placedText = z.object({ page: z.int(), x: z.number(), y: z.number(), text: z.string() });
type PlacedText = Readonly<z.infer<typeof placedText>>;

/** More than the pages of our sources have: 1,000. */
const TEXTS_MAX = 20_000;

/** @throws DocumentError for a file that is no such PDF, or lacks one of its pages */
export function pdfTexts(answer: FeedAnswer): readonly PlacedText[] {
  return parsed(() => {
    const pdf = PdfObjects.read(answer.bytes);
    return pdf.pages().flatMap((page, index) => textsOf(pdf, page, index));
  });
}

/** By code, as hexadecimal digits, the letter that it means. */
type Letters = ReadonlyMap<string, string>;

function textsOf(pdf: PdfObjects, page: string, number: number): readonly PlacedText[] {
  const resources = pdf.dictionaryOf(entryOf(page, 'Resources'));
  const fonts = pdf.dictionaryOf(entryOf(resources, 'Font'));
  const letters = new Map<string, Letters | null>();
  const lettersOf = (font: string) => {
    const known = letters.get(font) ?? readLetters(pdf, pdf.dictionaryOf(entryOf(fonts, font)));
    letters.set(font, known);
    return known;
  };
  return [...placed(pdf.contentsOf(page), lettersOf)].map((text) => ({ ...text, page: number }));
}

/** The map of a font whose codes are no letters; null for a font that has none. */
function readLetters(pdf: PdfObjects, font: string): Letters | null {
  const [, number] = /^(\d{1,9}) 0 R$/.exec(entryOf(font, 'ToUnicode')) ?? [];
  if (number === undefined) return null;
  const letters = new Map<string, string>();
  const toLetter = (digits: string) => String.fromCharCode(Number(`0x${digits}`));
  for (const part of pdf.stream(number).split(/\bendbf/)) {
    const [, kind, body] = part.split(/beginbf(char|range)\b/);
    if (kind === undefined || body === undefined) continue;
    const digits = [...body.matchAll(/<([0-9A-Fa-f]{4})>/g)].map(([, one = '']) => one.toUpperCase());
    const step = kind === 'char' ? 2 : 3;
    for (let at = 0; at + step <= digits.length; at += step) {
      const [first = '', last = ''] = [digits[at], step === 2 ? digits[at] : digits[at + 1]];
      const to = Number(`0x${digits[at + step - 1]}`);
      for (let code = Number(`0x${first}`), letter = to; code <= Number(`0x${last}`); code++, letter++) {
        pdf.spend(1);
        letters.set(code.toString(16).toUpperCase().padStart(4, '0'), toLetter(letter.toString(16)));
      }
    }
  }
  return letters;
}

/** The end of a text is optional, because a search for one that is missing would begin again at each parenthesis. */
const WORD =
  /<<|>>|\((?:\\[\s\S]|[^\\()])*\)?|<[0-9A-Fa-f\s]*>?|\/[^\s()<>[\]{}/%]*|[[\]]|[-+.\d]+|[A-Za-z'"][A-Za-z\d*]*/g;
type Matrix = readonly [number, number, number, number, number, number];
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Follows the operators that say where a text begins. What moves a line in other ways is refused. */
function* placed(content: string, lettersOf: (font: string) => Letters | null) {
  let operands: string[] = [];
  let line = IDENTITY;
  let font = '';
  let [count, isMoved] = [0, true];
  const numberAt = (index: number) => Number(operands.at(index) ?? '');
  for (const [word] of content.matchAll(WORD)) {
    if (!/^[A-Za-z'"]/.test(word)) {
      operands.push(word);
      continue;
    }
    if (/^(BT|Tm|T[dD])$/.test(word)) isMoved = true;
    if (word === 'BT') line = IDENTITY;
    else if (word === 'Tf') font = (operands.at(-2) ?? '').slice(1);
    else if (word === 'Tm') line = [-6, -5, -4, -3, -2, -1].map(numberAt) as unknown as Matrix;
    else if (word === 'Td' || word === 'TD') {
      const [a, b, c, d, x, y] = line;
      const [right, up] = [numberAt(-2), numberAt(-1)];
      line = [a, b, c, d, x + right * a + up * c, y + right * b + up * d];
    } else if (word === 'Tj' || word === 'TJ') {
      const text = toText(operands, lettersOf(font));
      if (++count > TEXTS_MAX) throw new DocumentError(`a page of the PDF has more than ${TEXTS_MAX} texts`);
      // A text that begins where another ends is a part of it: 56.33 may be the end of 156.33.
      if (text !== '' && !isMoved) throw new DocumentError(`the PDF has a text in parts: ${text.slice(0, 40)}`);
      if (text !== '') yield { x: line[4], y: line[5], text };
      if (text !== '') isMoved = false;
    } else if (word === "'" || word === '"') throw new DocumentError('the PDF has text in an unsupported form');
    operands = [];
  }
}

function toText(operands: readonly string[], letters: Letters | null): string {
  return operands
    .map((operand) => {
      if (/^[(<]/.test(operand) && !/[)>]$/.test(operand)) throw new DocumentError('a text of the PDF has no end');
      if (operand.startsWith('(')) return unescaped(operand.slice(1, -1));
      if (!operand.startsWith('<') || letters === null) return '';
      const codes = operand.toUpperCase().match(/[0-9A-F]{4}/g) ?? [];
      return codes.map((code) => letters.get(code) ?? '\ufffd').join('');
    })
    .join('')
    .trim();
}

/** PDFs of one page that write text and nothing else: pieces in a packed stream, or lines in one that is not packed. */
import { deflateSync } from 'node:zlib';

/** Each piece is written in two parts with a kerning between them, as PDFs of spreadsheets have them. */
export function pdf(pieces: readonly string[]): Uint8Array {
  const escaped = (text: string) => text.replaceAll(/[()\\]/g, '\\$&');
  const written = pieces.map((piece) => `[(${escaped(piece.slice(0, 2))})9.3 (${escaped(piece.slice(2))})]TJ`);
  const stream = deflateSync(Buffer.from(`BT\n${written.join('\nEMC\n')}\nET`, 'latin1'));
  return Buffer.concat([
    Buffer.from(
      '%PDF-1.6\r\n1 0 obj\r<</Type/Page/Contents 2 0 R>>\rendobj\r\n' +
        `2 0 obj\r<</Filter/FlateDecode/Length ${stream.length}>>stream\r\n`,
    ),
    stream,
    Buffer.from('\r\nendstream\rendobj\r\ntrailer\r\n%%EOF\r\n'),
  ]);
}

/** Where a text of such a PDF may begin, in letters of one width. Behind a line that is longer, the next text begins. */
const CUTS = [0, 31, 62];

/** Each line is cut into texts at fixed columns, as SAP cuts forms, even in the middle of a word. */
export function linesPdf(lines: readonly string[]): Uint8Array {
  const texts = lines.flatMap((line, row) =>
    CUTS.flatMap((from, index) => {
      const text = line.slice(from, CUTS[index + 1]);
      const [x, y] = [24.9 + 6.9 * from, 729.35 - 11.6 * row].map((place) => place.toFixed(2));
      const digits = Buffer.from(text, 'latin1').toString('hex').toUpperCase();
      return text === '' ? [] : [`Q 0 0 0.753 rg BT ${x} ${y} Td 0 Tw\r\n <${digits}>Tj ET`];
    }),
  );
  // What is written first may stand further down.
  const stream = ` /F001 11.50 Tf q ${[...texts].reverse().join(' q ')}\r\n`;
  const objects = [
    '2 0 obj\r\n/WinAnsiEncoding\r\nendobj',
    `4 0 obj\r\n<<\r\n/Length 5 0 R\r\n>>\r\nstream\r\n${stream}endstream\r\nendobj`,
    `5 0 obj\r\n${stream.length}\r\nendobj`,
    '6 0 obj\r\n<<\r\n/Type /Page\r\n/Contents 4 0 R\r\n>>\r\nendobj',
  ];
  return Buffer.from(`%PDF-1.3\r\n${objects.join('\r\n')}\r\ntrailer\r\n%%EOF\r\n`, 'latin1');
}

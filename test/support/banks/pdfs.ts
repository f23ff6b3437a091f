/** A PDF of one page that writes pieces of text and nothing else. */
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

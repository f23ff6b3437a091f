/** PDFs of one page that write text and nothing else: pieces in a packed stream, or lines in one that is not packed. */
import { createCipheriv, createHash } from 'node:crypto';
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
    Buffer.from(
      '\r\nendstream\rendobj\r\n3 0 obj\r<</Type/Pages/Kids[1 0 R]/Count 1>>\rendobj\r\ntrailer\r\n%%EOF\r\n',
    ),
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
    '7 0 obj\r\n<<\r\n/Type /Pages\r\n/Kids [6 0 R]\r\n/Count 1\r\n>>\r\nendobj',
  ];
  return Buffer.from(`%PDF-1.3\r\n${objects.join('\r\n')}\r\ntrailer\r\n%%EOF\r\n`, 'latin1');
}

/** Where the three columns of such a table begin, and its first row. */
const [LABEL_X, ONE_X, HUNDRED_X, TOP_Y, ROW_HEIGHT] = [366.96, 432, 526.08, 740, 16.56];
const md5 = (...parts: readonly Uint8Array[]) => createHash('md5').update(Buffer.concat(parts)).digest();

/**
 * Rows of a label and a figure in one of two columns, on two pages, encrypted with AES-128 and an empty password as
 * Japan Customs does it.
 */
export function tablePdf(rows: readonly (readonly string[])[]): Uint8Array {
  const id = Buffer.from('7535cd15ce1636627d0b6b6b3ec0ec43', 'hex');
  const [owner, permissions] = [Buffer.alloc(32, 7), Buffer.from('d4faffff', 'hex')];
  const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
  let key = md5(padding, owner, permissions, id);
  for (let round = 0; round < 50; round++) key = md5(key);
  const encrypted = (content: Uint8Array, object: number) => {
    const first = Buffer.alloc(16, object);
    const own = md5(key, Buffer.of(object, 0, 0, 0, 0), Buffer.from('sAlT'));
    const cipher = createCipheriv('aes-128-cbc', own, first);
    return Buffer.concat([first, cipher.update(content), cipher.final()]);
  };
  const half = Math.ceil(rows.length / 2);
  const pages = [rows.slice(0, half), rows.slice(half)].map((part, page) => {
    const stream = encrypted(deflateSync(Buffer.from(toTable(part), 'latin1')), 4 + page);
    const object = `${4 + page} 0 obj\n<</Filter/FlateDecode/Length ${stream.length}>>stream\n`;
    return Buffer.concat([Buffer.from(object), stream, Buffer.from('\nendstream\nendobj\n')]);
  });
  const kids = [2, 3].map(
    (number) => `${number} 0 obj\n<</Type/Page/Parent 1 0 R/Contents ${number + 2} 0 R>>\nendobj\n`,
  );
  const method = '/CF<</StdCF<</CFM/AESV2/Length 16>>>>/StmF/StdCF/StrF/StdCF';
  const strings = `/O<${owner.toString('hex')}>/U<${'00'.repeat(32)}>`;
  return Buffer.concat([
    Buffer.from(`%PDF-1.6\n1 0 obj\n<</Type/Pages/Kids[2 0 R 3 0 R]/Count 2>>\nendobj\n${kids.join('')}`),
    ...pages,
    Buffer.from(`6 0 obj\n<</Filter/Standard/V 4/R 4/Length 128/P -1324${method}${strings}>>\nendobj\n`),
    Buffer.from(`trailer\n<</Encrypt 6 0 R/ID[<${id.toString('hex')}><00>]>>\n%%EOF\n`),
  ]);
}

function toTable(rows: readonly (readonly string[])[]): string {
  const shown = (text: string | undefined, x: number, y: number) =>
    text ? `12 0 0 12 ${x} ${y.toFixed(2)} Tm (${text.replaceAll(/[()\\]/g, '\\$&')})Tj` : '';
  const lines = rows.map(([label, one, hundred], index) => {
    const y = TOP_Y - index * ROW_HEIGHT;
    return [shown(label, LABEL_X, y + 0.96), shown(one, ONE_X, y), shown(hundred, HUNDRED_X, y)].join(' ');
  });
  return `BT ${lines.join('\n')} ET`;
}

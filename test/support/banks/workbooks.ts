/** Workbooks of a few cells, of both forms: `.xlsx`, a zip of XML, and `.xls`, a file of sectors with records. */
import { strToU8, zipSync } from 'fflate';

/** Rows of cells by the name of their sheet. A cell that looks like a number is one; `'7` is the text 7. */
export type Cells = Readonly<Record<string, readonly (readonly string[])[]>>;

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const document = (body: string) => strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${body}`);
const columnOf = (index: number): string =>
  `${index < 26 ? '' : columnOf(Math.floor(index / 26) - 1)}${String.fromCharCode(65 + (index % 26))}`;

/**
 * Texts are shared, as Excel shares them, and every row has an empty cell at its end that has only a style.
 * @param hidden the numbers of rows that each sheet hides, from 1
 */
export function xlsx(cells: Cells, hidden: readonly number[] = []): Uint8Array {
  const shared: string[] = [];
  const cell = (text: string, place: string) => {
    if (text === '') return '';
    if (NUMBER.test(text)) return `<c r="${place}" s="2"><v>${text}</v></c>`;
    return `<c r="${place}" s="1" t="s"><v>${shared.push(text.replace(/^'/, '')) - 1}</v></c>`;
  };
  const sheets = Object.values(cells).map((rows) => {
    const lines = rows.map((texts, row) => {
      const own = texts.map((text, column) => cell(text, `${columnOf(column)}${row + 1}`)).join('');
      const mark = hidden.includes(row + 1) ? ' hidden="1"' : '';
      return `<row r="${row + 1}"${mark}>${own}<c r="${columnOf(texts.length)}${row + 1}" s="3"/></row>`;
    });
    return document(`<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData></worksheet>`);
  });
  const tabs = Object.keys(cells).map((name, index) => `<sheet name="${escaped(name)}" r:id="rId${index + 1}"/>`);
  const targets = sheets.map(
    (_, index) => `<Relationship Id="rId${index + 1}" Target="worksheets/s${index + 1}.xml"/>`,
  );
  const texts = shared.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`);
  return zipSync({
    'xl/workbook.xml': document(
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${tabs.join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': document(`<Relationships xmlns="${PACKAGE}">${targets.join('')}</Relationships>`),
    'xl/sharedStrings.xml': document(`<sst xmlns="${MAIN}">${texts.join('')}</sst>`),
    ...Object.fromEntries(sheets.map((sheet, index) => [`xl/worksheets/s${index + 1}.xml`, sheet])),
  });
}

const SECTOR = 512;
const [END_OF_CHAIN, TABLE_SECTOR, FREE] = [0xff_ff_ff_fe, 0xff_ff_ff_fd, 0xff_ff_ff_ff] as const;

/** Texts are shared and of two bytes a character; numbers are packed where they can be, as Excel packs them. */
export function xls(cells: Cells): Uint8Array {
  const stream = toStream(cells);
  const sectors = Math.ceil(stream.length / SECTOR);
  // The table of sectors has an entry for each sector of the file, its own among them.
  let tables = 1;
  while (tables * (SECTOR / 4) < tables + 1 + sectors) tables++;
  const header = Buffer.alloc(SECTOR, 0xff);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.fill(0, 8, 76);
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(tables, 44);
  header.writeUInt32LE(tables, 48);
  for (let index = 0; index < tables; index++) header.writeUInt32LE(index, 76 + index * 4);
  // The table, the directory, and the stream, one after the other.
  const table = Buffer.alloc(tables * SECTOR, 0xff);
  const chain = [
    ...Array.from({ length: tables }, () => TABLE_SECTOR),
    END_OF_CHAIN,
    ...Array.from({ length: sectors - 1 }, (_, index) => index + tables + 2),
    END_OF_CHAIN,
  ];
  for (const [index, next] of chain.entries()) table.writeUInt32LE(next, index * 4);
  const directory = Buffer.alloc(SECTOR);
  directory.write('Workbook\0', 128, 'utf16le');
  directory.writeUInt16LE(18, 128 + 64);
  directory.writeUInt32LE(tables + 1, 128 + 116);
  directory.writeUInt32LE(stream.length, 128 + 120);
  return Buffer.concat([header, table, directory, stream, Buffer.alloc(sectors * SECTOR - stream.length, FREE & 0xff)]);
}

function toStream(cells: Cells): Buffer {
  const shared: string[] = [];
  const sheets = Object.values(cells).map((rows) => {
    const records = rows.flatMap((texts, row) => toRecords(texts, row, shared));
    return Buffer.concat([record(0x809, Buffer.of(0, 6, 0x10, 0)), ...records, record(0x0a)]);
  });
  const begin = record(0x809, Buffer.of(0, 6, 5, 0));
  const texts = record(0xfc, Buffer.alloc(4), long(shared.length), ...shared.map((text) => unicode(text, 2)));
  const tabsOf = (places: readonly number[]) =>
    Object.keys(cells).map((name, index) => record(0x85, long(places[index] ?? 0), Buffer.alloc(2), unicode(name, 1)));
  let at = Buffer.concat([begin, ...tabsOf([]), texts, record(0x0a)]).length;
  const places = sheets.map((sheet) => {
    const place = at;
    at += sheet.length;
    return place;
  });
  return Buffer.concat([begin, ...tabsOf(places), texts, record(0x0a), ...sheets]);
}

/** The records of a row; packed numbers side by side are in one. */
function toRecords(texts: readonly string[], row: number, shared: string[]): Buffer[] {
  const records: Buffer[] = [];
  const place = (column: number, format: number) => {
    const bytes = Buffer.alloc(4 + format);
    bytes.writeUInt16LE(row, 0);
    bytes.writeUInt16LE(column, 2);
    return bytes;
  };
  for (let column = 0; column < texts.length; column++) {
    const text = texts[column] ?? '';
    if (text === '') continue;
    const first = column;
    const run: Buffer[] = [];
    for (let next = toPacked(text); next !== null; next = toPacked(texts[++column] ?? '')) run.push(next);
    if (run.length > 0) column--;
    const last = Buffer.alloc(2);
    last.writeUInt16LE(column);
    if (run.length > 1) {
      const packed = run.flatMap((number) => [Buffer.alloc(2), number]);
      records.push(record(0xbd, place(first, 0), ...packed, last));
    } else if (run[0] !== undefined) records.push(record(0x27e, place(first, 2), run[0]));
    else if (NUMBER.test(text)) {
      const content = Buffer.alloc(8);
      content.writeDoubleLE(Number(text));
      records.push(record(0x203, place(first, 2), content));
    } else records.push(record(0xfd, place(first, 2), long(placeOf(text.replace(/^'/, ''), shared))));
  }
  return records;
}

/** The place of the text among those that are shared, which it joins if it is not there yet. */
function placeOf(text: string, shared: string[]): number {
  const place = shared.indexOf(text);
  return place < 0 ? shared.push(text) - 1 : place;
}

/** A number with at most two decimals, as a whole number with a mark, or null. */
function toPacked(text: string): Buffer | null {
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(text)) return null;
  const isWhole = !text.includes('.');
  const hundredfold = Number(text.replace(/\.(\d)$/, '.$10').replace('.', ''));
  return long((hundredfold * 4 + (isWhole ? 2 : 3)) >>> 0);
}

function record(kind: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const head = Buffer.alloc(4);
  head.writeUInt16LE(kind, 0);
  head.writeUInt16LE(content.length, 2);
  return Buffer.concat([head, content]);
}

function long(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function unicode(text: string, width: 1 | 2): Buffer {
  const length = Buffer.alloc(width + 1);
  length.writeUIntLE(text.length, 0, width);
  length.writeUInt8(1, width);
  return Buffer.concat([length, Buffer.from(text, 'utf16le')]);
}

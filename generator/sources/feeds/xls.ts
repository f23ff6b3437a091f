/**
 * Reads workbooks of before 2007 (.xls): a file of sectors that holds a stream of records, each of which is a cell or
 * says something about how cells look. Only the kinds of cells that our sources use are read; any other is refused.
 */
import { DocumentError, type FeedAnswer } from './provider.ts';
import { parsed } from './readers.ts';
import type { Sheet } from './workbook.ts';

const MAGIC = 'd0cf11e0a1b11ae1';
const SECTOR = 512;
/** The largest of our sources has 300 kB, a quarter of Venezuela's. */
const BYTES_MAX = 4 * 1024 * 1024;
const [ROWS_MAX, COLUMNS_MAX, SHEETS_MAX] = [2000, 100, 100];
/** Above this number a sector is not one: the end of a chain, a free sector. */
const SECTORS_END = 0xff_ff_ff_f0;

const [BOF, EOF, SHEET, STRINGS, MORE] = [0x809, 0x0a, 0x85, 0xfc, 0x3c] as const;
const [NUMBER, LABEL, PACKED, ROW_OF_PACKED] = [0x203, 0xfd, 0x27e, 0xbd] as const;
/** Formulas, texts in other forms, errors: cells that we have not seen and do not read. */
const OTHERS: ReadonlySet<number> = new Set([0x06, 0x204, 0x205, 0xd6, 0x406]);

/** The sheets of an old workbook. @throws DocumentError if it is not one, is damaged, or has unknown kinds of cells */
export function xls(answer: FeedAnswer): readonly Sheet[] {
  return parsed(() => readSheets(toRecords(readStream(Buffer.from(answer.bytes)))));
}

/** The stream `Workbook` of the file: its directory names a first sector, and the table of sectors each next one. */
function readStream(file: Buffer): Buffer {
  if (file.subarray(0, 8).toString('hex') !== MAGIC || file.readUInt16LE(30) !== 9 || file.length > BYTES_MAX) {
    throw new DocumentError('not a workbook in the old format, or one of an unusual size');
  }
  const sectorAt = (sector: number) => {
    const [from, to] = [(sector + 1) * SECTOR, (sector + 2) * SECTOR];
    if (from >= file.length) throw new DocumentError('the workbook was truncated');
    return file.subarray(from, to);
  };
  // The header lists the first 109 sectors of the table, enough for 7 MB.
  if (file.readUInt32LE(44) > 109) throw new DocumentError('the table of sectors is larger than the workbook can be');
  const table = Buffer.concat(
    Array.from({ length: file.readUInt32LE(44) }, (_, index) => sectorAt(file.readUInt32LE(76 + index * 4))),
  );
  const chain = (first: number) => {
    const sectors: Buffer[] = [];
    for (let sector = first; sector < SECTORS_END; sector = table.readUInt32LE(sector * 4)) {
      if (sectors.push(sectorAt(sector)) * SECTOR > BYTES_MAX) throw new DocumentError('the sectors form a loop');
    }
    return Buffer.concat(sectors);
  };
  const directory = chain(file.readUInt32LE(48));
  for (let at = 0; at + 128 <= directory.length; at += 128) {
    const entry = directory.subarray(at, at + 128);
    if (entry.toString('utf16le', 0, 18) !== 'Workbook\0') continue;
    const stream = chain(entry.readUInt32LE(116)).subarray(0, entry.readUInt32LE(120));
    if (stream.length < entry.readUInt32LE(120)) throw new DocumentError('the workbook was truncated');
    return stream;
  }
  throw new DocumentError('the file holds no workbook');
}

interface Record {
  readonly kind: number;
  readonly at: number;
  readonly content: Buffer;
}

function toRecords(stream: Buffer): readonly Record[] {
  const records: Record[] = [];
  for (let at = 0; at + 4 <= stream.length; ) {
    const length = stream.readUInt16LE(at + 2);
    const content = stream.subarray(at + 4, at + 4 + length);
    if (content.length < length) throw new DocumentError('the workbook was truncated');
    records.push({ kind: stream.readUInt16LE(at), at, content });
    at += 4 + length;
  }
  return records;
}

function readSheets(records: readonly Record[]): readonly Sheet[] {
  if (records[0]?.kind !== BOF || records[0].content.readUInt16LE(0) !== 0x600) {
    throw new DocumentError('not a workbook of Excel 97 to 2003');
  }
  if (records.at(-1)?.kind !== EOF && records.every(({ kind }) => kind !== EOF))
    throw new DocumentError('no last record');
  if (records.some(({ kind }) => kind === MORE)) throw new DocumentError('texts that continue in another record');
  const shared = records.flatMap(({ kind, content }) => (kind === STRINGS ? readTexts(content) : []));
  const tabs = records.filter(({ kind }) => kind === SHEET);
  const places = new Set(tabs.map(({ content }) => content.readUInt32LE(0)));
  if (tabs.length > SHEETS_MAX || places.size < tabs.length)
    throw new DocumentError('the workbook has one sheet twice, or more than we read');
  return tabs.map(({ content }) => {
    const first = records.findIndex(({ kind, at }) => kind === BOF && at === content.readUInt32LE(0));
    const last = records.findIndex(({ kind }, index) => kind === EOF && index > first);
    if (first < 0 || last < 0) throw new DocumentError('the workbook was truncated');
    const name = readText(content, 6, content.readUInt8(6), 1).text;
    return { name, rows: toRows(records.slice(first, last), shared) };
  });
}

function toRows(records: readonly Record[], shared: readonly string[]): readonly (readonly string[])[] {
  const rows = new Map<number, string[]>();
  for (const { kind, content } of records) {
    if (OTHERS.has(kind)) throw new DocumentError(`a cell of the unknown kind ${kind}`);
    const texts = toTexts(kind, content, shared);
    if (texts.length === 0) continue;
    const [row, column] = [content.readUInt16LE(0), content.readUInt16LE(2)];
    if (row >= ROWS_MAX || column + texts.length > COLUMNS_MAX)
      throw new DocumentError('more rows or columns than we read');
    const cells = rows.get(row) ?? [];
    while (cells.length < column) cells.push('');
    for (const [index, text] of texts.entries()) {
      if (cells[column + index]) throw new DocumentError(`two cells in row ${row}, column ${column + index}`);
      cells[column + index] = text.trim();
    }
    rows.set(row, cells);
  }
  return [...rows].sort(([left], [right]) => left - right).map(([, cells]) => cells);
}

/**
 * The texts of the cells that a record states, side by side; none for a record of another kind. The shortest decimal
 * that is a cell's binary number is what somebody typed: 6.96, and not 6.9599999999999999645.
 */
function toTexts(kind: number, content: Buffer, shared: readonly string[]): readonly string[] {
  if (kind === NUMBER) return [`${content.readDoubleLE(6)}`];
  if (kind === PACKED) return [`${unpacked(content, 6)}`];
  if (kind === ROW_OF_PACKED) {
    // Row and first column, then a format and a number for each cell, and the last column.
    const count = Math.floor((content.length - 6) / 6);
    return Array.from({ length: count }, (_, index) => `${unpacked(content, 6 + index * 6)}`);
  }
  if (kind !== LABEL) return [];
  const text = shared[content.readUInt32LE(6)];
  if (text === undefined) throw new DocumentError('a cell names a text that the workbook does not have');
  return [text];
}

/**
 * A number in four bytes: a whole number, or the upper half of a binary one, and two bits that say which, and whether
 * it was typed with two decimals and is stored a hundredfold.
 */
function unpacked(content: Buffer, at: number): number {
  const packed = content.readInt32LE(at);
  const upper = Buffer.alloc(8);
  upper.writeInt32LE(packed & ~3, 4);
  const number = (packed & 2) === 0 ? upper.readDoubleLE(0) : packed >> 2;
  return (packed & 1) === 0 ? number : number / 100;
}

function readTexts(content: Buffer): readonly string[] {
  const texts: string[] = [];
  for (let at = 8; texts.length < content.readUInt32LE(4); ) {
    const { text, end } = readText(content, at, content.readUInt16LE(at), 2);
    texts.push(text);
    at = end;
  }
  return texts;
}

/** A text of so many characters of one or two bytes, behind a length of `width` bytes and a byte of flags. */
function readText(content: Buffer, at: number, length: number, width: 1 | 2) {
  const flags = content.readUInt8(at + width);
  if (flags > 1) throw new DocumentError('a text with its own formatting');
  const [start, end] = [at + width + 1, at + width + 1 + length * (flags + 1)];
  if (end > content.length) throw new DocumentError('the workbook was truncated');
  return { text: content.toString(flags === 1 ? 'utf16le' : 'latin1', start, end), end };
}

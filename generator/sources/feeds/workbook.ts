/**
 * Reads workbooks (.xlsx) into the texts of their cells. A figure is kept as the workbook writes it and is never
 * calculated with, see docs/decisions/09-workbooks.md.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { DocumentError, type FeedAnswer } from './provider.ts';
import { parsed, spacedXml } from './readers.ts';
import { noDay, parseDay } from './spelling.ts';
import { unzip } from './zip.ts';

export interface Sheet {
  readonly name: string;
  /** The rows that have cells, from the top. A cell without content is ''; the last cell of a row has content. */
  readonly rows: readonly (readonly string[])[];
}

/** Columns A to XFD, as Excel has them: the widest sheet has a column for each working day since 2013. */
const COLUMNS_MAX = 16_384;
/** With the blank ones. The largest workbook has 100,000, and a few bytes in a far column would make thousands. */
const CELLS_MAX = 5_000_000;
/** The day before Excel's day 1, as if 1900 had no 29 February: right for each day after it. */
const EPOCH = parseDay('1899-12-30', 'YMD');

const text = z.union([z.string(), z.object({ '#text': z.string().default('') }).transform((node) => node['#text'])]);
const run = z.object({ t: text.default(''), rPr: z.unknown().optional() });
const runs = z.object({ t: text.default(''), r: z.array(run).default([]) });
const RAISED = /"@val":"(super|sub)script"/;
/** A mark of a note that is raised or lowered behind `4022` does not make it 40221, as on a web page. */
const withRun = (all: string, { t, rPr }: z.infer<typeof run>) =>
  /\d$/.test(all) && RAISED.test(JSON.stringify(rPr) ?? '') ? `${all} ${t}` : all + t;
const item = z.union([z.string().transform(() => ''), runs.transform(({ t, r }) => r.reduce(withRun, t))]);
const strings = z.object({ sst: z.object({ si: z.array(item).default([]) }) });
const cell = z.object({
  '@r': z.string().regex(/^[A-Z]{1,3}\d{1,7}$/),
  '@t': z.enum(['s', 'n', 'str', 'b', 'e', 'd', 'inlineStr']).default('n'),
  v: text.default(''),
  is: item.default(''),
});
const none = z.string().transform(() => ({}));
const cells = z.object({ '@hidden': z.string().default('0'), c: z.array(cell).default([]) });
const row = z.union([cells, none.pipe(cells)]);
const rows = z.object({ row: z.array(row).default([]) });
const sheet = z.object({ worksheet: z.object({ sheetData: z.union([rows, none.pipe(rows)]) }) });
const book = z.object({
  workbook: z.object({
    workbookPr: z.unknown().optional(),
    sheets: z.object({ sheet: z.array(z.object({ '@name': z.string(), '@id': z.string() })) }),
  }),
});
const relations = z.object({
  Relationships: z.object({ Relationship: z.array(z.object({ '@Id': z.string(), '@Target': z.string() })) }),
});

/** The sheets of a workbook in the order of their tabs. @throws DocumentError if it is not a workbook */
export function workbook(answer: FeedAnswer): readonly Sheet[] {
  return parsed(() => readSheets(answer, () => true));
}

/** The same without the rows that the bank has hidden, for a source that keeps something else in them. */
export function shownWorkbook(answer: FeedAnswer): readonly Sheet[] {
  return parsed(() => readSheets(answer, (one) => !/^(1|true)$/.test(one['@hidden'])));
}

function readSheets(answer: FeedAnswer, isRead: (one: z.infer<typeof row>) => boolean): readonly Sheet[] {
  const isWanted = (name: string) =>
    /^xl\/(workbook|sharedStrings|worksheets\/[^/]+)\.xml$|workbook\.xml\.rels$/.test(name);
  const members = unzip(answer.bytes, isWanted);
  const read = <Value>(path: string, schema: z.ZodType<Value>, ...lists: string[]): Value => {
    const bytes = members.get(path);
    if (bytes === undefined) throw new DocumentError(`the workbook has no ${path}`);
    return schema.parse(spacedXml(...lists)({ ...answer, bytes, contentType: '' }));
  };
  const { workbook: own } = read('xl/workbook.xml', book, 'sheet');
  const { Relationships: related } = read('xl/_rels/workbook.xml.rels', relations, 'Relationship');
  // The other calendar of Excel counts from 1904. No source of ours has it.
  if (/"@date1904":"(1|true)"/.test(JSON.stringify(own.workbookPr) ?? ''))
    throw new DocumentError('days counted from 1904');
  const targets = new Map(
    related.Relationship.map((one) => [one['@Id'], one['@Target'].replace(/^\/?(xl\/)?/, 'xl/')]),
  );
  const ids = new Set(own.sheets.sheet.map((one) => one['@id']));
  if (ids.size < own.sheets.sheet.length) throw new DocumentError('the workbook has one sheet twice');
  let left = CELLS_MAX;
  const shared = members.has('xl/sharedStrings.xml') ? read('xl/sharedStrings.xml', strings, 'si', 'r').sst.si : [];
  return own.sheets.sheet.map(({ '@name': name, '@id': id }) => {
    const { worksheet } = read(targets.get(id) ?? `sheet ${id}`, sheet, 'row', 'c', 'r');
    const cells = worksheet.sheetData.row.filter(isRead).map(({ c }) => {
      const texts = toRow(c, shared);
      left -= texts.length;
      if (left < 0) throw new DocumentError(`the workbook has more than ${CELLS_MAX} cells`);
      return texts;
    });
    return { name, rows: cells.filter((one) => one.length > 0) };
  });
}

function toRow(cells: readonly z.infer<typeof cell>[], shared: readonly string[]): readonly string[] {
  const texts: string[] = [];
  for (const one of cells) {
    const content = toText(one, shared);
    const column = toColumn(one['@r']);
    if (content === '') continue;
    if (texts[column] !== undefined) throw new DocumentError(`two cells are ${one['@r']}`);
    while (texts.length < column) texts.push('');
    texts[column] = content;
  }
  return texts;
}

function toText({ '@r': place, '@t': kind, v, is }: z.infer<typeof cell>, shared: readonly string[]): string {
  if (kind === 'inlineStr') return is.trim();
  if (kind === 'n') return toShortest(v.trim());
  if (kind === 'b') return v === '1' ? 'TRUE' : 'FALSE';
  if (kind !== 's' || v === '') return v.trim();
  const found = /^\d+$/.test(v) ? shared[Number(v)] : undefined;
  if (found === undefined) throw new DocumentError(`${place} names a text that the workbook does not have`);
  return found.trim();
}

/** `A` is 0, `AB` is 27. */
function toColumn(place: string): number {
  const letters = [...place.replace(/\d{1,7}$/, '')];
  const column = letters.reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  if (column >= COLUMNS_MAX) throw new DocumentError(`${place} is outside the columns that we read`);
  return column;
}

/**
 * Excel writes the 0.3375 that somebody typed as 0.33750000000000002: seventeen digits, the last of which only say
 * which binary number is nearest. The shortest decimal that has the same nearest binary number is what was typed, and
 * what Excel shows. Up to fifteen digits are left as they are.
 */
export function toShortest(figure: string): string {
  if (!/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(figure)) return figure;
  const digits = figure
    .replace(/[eE].*/, '')
    .replaceAll(/[-.]/g, '')
    .replace(/^0+/, '');
  return digits.length > 15 ? `${Number(figure)}` : figure;
}

/** Whether the cell may hold a day as Excel counts it, a whole number of our time. */
export function isSerial(cell: string): boolean {
  return /^[2-9]\d{4}$/.test(cell);
}

/** A day as Excel counts it: 46160 is 2026-05-18. @throws DocumentError for anything but a whole number of our time */
export function parseSerial(serial: string): IsoDate {
  if (!isSerial(serial)) throw new DocumentError(`not a date of a workbook: ${JSON.stringify(serial.slice(0, 40))}`);
  return addDays(EPOCH, Number(serial));
}

/** The same for the day of a row: what is no day stays as it is, and `collect` leaves that row out. */
export function serialOrText(serial: string): IsoDate {
  return isSerial(serial) ? parseSerial(serial) : noDay(serial);
}

/** A cell that holds a figure, and no words. */
export const FIGURE = /^\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** The rows of the one sheet with that name; others are not read. Of a copy beside it nobody knows which one holds. */
export function sheetOf(name: string | RegExp) {
  return z.array(z.object({ name: z.string(), rows: z.array(z.array(z.string())) })).transform((sheets) => {
    const own = sheets.filter((sheet) => (typeof name === 'string' ? sheet.name === name : name.test(sheet.name)));
    return own.length === 1 ? (own[0]?.rows ?? []) : [[`there are ${own.length} such sheets`]];
  });
}

/**
 * The text of one year of the archive, `<YEAR>.csv`, with one row for each statement. Codes, dates and digits need no
 * quotes, so one pattern reads a row, and anything that does not match it is refused.
 */
import { basename } from 'node:path';
import { toIsoDate } from '../wire/calendar.ts';
import { InputError } from '../wire/input-error.ts';
import type { IsoDate } from '../wire/schemas.ts';
import { type ArchiveRow, compareRows, type DocumentRow } from './rows.ts';

const COLUMNS = ['date', 'base', 'quote', 'per', 'unit', 'mid', 'bid', 'ask', 'seen', 'document'] as const;
const HEADER = COLUMNS.join(',');
/** The last day of a stated validity. Only the files of sources that state one have this column. */
const UNTIL = 'until';
export const INSTANT = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`;
const FIGURE = '[0-9.eE+-]*';
/** One pattern both splits and checks a row: 200,000 rows (ECB's history) are read in about a quarter of a second. */
const ROW = new RegExp(
  String.raw`^(\d{4}-\d\d-\d\d),([A-Z]{3}),([A-Z]{3}),([0-9.]+),(g?),(${FIGURE}),(${FIGURE}),(${FIGURE}),(${INSTANT}),([0-9a-f]{12})(,(\d{4}-\d\d-\d\d)?)?$`,
);

/** @param rows sorted, and all of one year */
export function yearText(rows: readonly ArchiveRow[]): string {
  const columns = rows.some(({ until }) => until !== undefined) ? ([...COLUMNS, UNTIL] as const) : COLUMNS;
  const lines = rows.map((row) => columns.map((column) => row[column]).join(','));
  return `${[columns.join(','), ...lines].join('\n')}\n`;
}

/** @throws InputError naming file and line: a year that was truncated or edited by hand must not become rates */
export function parseYear(text: string, path: string, documents: ReadonlyMap<string, DocumentRow>): ArchiveRow[] {
  const refuse = (line: number, fault: string): never => {
    throw new InputError(`${path}, line ${line}: ${fault}; restore the file from a copy`);
  };
  const lines = text.split('\n');
  const hasUntil = lines[0] === `${HEADER},${UNTIL}`;
  if (!hasUntil && lines[0] !== HEADER) refuse(1, `the header is not ${HEADER}`);
  if (lines.at(-1) !== '') refuse(lines.length, 'truncated: the last line has no line feed at its end');
  const year = basename(path, '.csv');
  const dates = new Map<string, IsoDate>();
  const rows: ArchiveRow[] = [];
  for (let index = 1; index < lines.length - 1; index++) {
    const row = parseRow(lines[index] ?? '', dates, hasUntil);
    const previous = rows.at(-1);
    const fault =
      typeof row === 'string'
        ? row
        : faultOf(row, year, documents) || (previous && compareRows(previous, row) >= 0 ? 'not in order' : '');
    if (fault !== '') refuse(index + 1, `${fault}: ${lines[index]?.slice(0, 80)}`);
    if (typeof row !== 'string') rows.push(row);
  }
  return rows;
}

/** Returns the row, or what is wrong with it. A date occurs about thirty times, so each date is checked only once. */
function parseRow(line: string, dates: Map<string, IsoDate>, hasUntil: boolean): ArchiveRow | string {
  const cells = ROW.exec(line);
  if (cells === null || (cells[11] !== undefined) !== hasUntil) {
    return `not a row of ${hasUntil ? 'eleven' : 'ten'} unquoted columns`;
  }
  const [, text = '', base = '', quote = '', per = '', unit, mid = '', bid = '', ask = '', seen = '', document = ''] =
    cells;
  const date = dates.get(text) ?? toIsoDate(text);
  if (date === null) return 'no such day';
  dates.set(text, date);
  const row: ArchiveRow = { date, base, quote, per, unit: unit === 'g' ? 'g' : '', mid, bid, ask, seen, document };
  const last = cells[12];
  if (last === undefined) return row;
  const until = toIsoDate(last);
  return until === null || until < date ? 'no such period' : { ...row, until };
}

function faultOf(row: ArchiveRow, year: string, documents: ReadonlyMap<string, DocumentRow>): string {
  if (row.date.slice(0, 4) !== year) return `a date that is not in ${year}`;
  return documents.has(row.document) ? '' : 'a document that documents.csv does not list';
}

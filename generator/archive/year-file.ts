/**
 * The text of one year of the archive, `<YEAR>.csv`, with one row for each statement. Codes, dates and digits need no
 * quotes, so one pattern reads a row, and anything that does not match it is refused.
 */
import { basename } from 'node:path';
import { toIsoDate } from '../wire/calendar.ts';
import { InputError } from '../wire/input-error.ts';
import type { IsoDate } from '../wire/schemas.ts';
import { type ArchiveRow, compareRows, type DocumentRow, type StandingRow } from './rows.ts';
import { atHand, type Bytes, SortedLines } from './sorted-lines.ts';
import type { Span } from './spans.ts';

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
export function parseYear(bytes: Buffer, path: string, documents: Listed): StandingRow[] {
  return [...new YearFile(path, atHand(bytes)).rows(documents)];
}

const DATE_LENGTH = 10;
/** Where it does not matter which documents are listed. */
const ANY: Listed = { get: () => ({ table: '' }) };

/** Knows which documents the archive lists. */
export interface Listed {
  /** @param seen the instant of the row that names it */
  get(document: string, seen: string): Pick<DocumentRow, 'table'> | undefined;
}

/** Every bank states figures for the same few thousand days, so each day is checked and held once for all of them. */
const DATES = new Map<string, IsoDate>();

/** The text of a year, of which any span of days can be parsed without the rest. */
export class YearFile {
  readonly #hasUntil: boolean;
  readonly #lines: SortedLines;
  /** Codes and instants recur thousands of times, so each is held once. */
  readonly #texts = new Map<string, string>();

  /** @throws InputError if the header is another one, or the last line has no end */
  constructor(
    readonly path: string,
    bytes: Bytes,
  ) {
    this.#lines = new SortedLines(bytes);
    const { header } = this.#lines;
    this.#hasUntil = header === `${HEADER},${UNTIL}`;
    if (!this.#hasUntil && header !== HEADER) this.#refuse(0, `the header is not ${HEADER}`);
    if (!this.#lines.isWhole) this.#refuse(bytes.size, 'truncated: the last line has no line feed at its end');
  }

  /** The text of the rows from one day to another, both included. */
  slice(from: string, to: string): string {
    return this.#lines.slice(from, to);
  }

  /**
   * The text of each of these days, which follow one another through the year. Every line is looked at: where one does
   * not sort where it stands, a bisection for a day would pass by others.
   * @throws InputError naming the line that is out of order
   */
  *texts(days: readonly Span[]): Generator<string> {
    const [offset, text] = this.#lines.all();
    let [at, last] = [0, basename(this.path, '.csv')];
    const refuse = (): never => {
      const line = text.slice(at, text.indexOf('\n', at));
      const row = this.#parse(line, ANY);
      return this.#refuseLine(offset + at, line, typeof row === 'string' ? row : 'not in order');
    };
    for (const { to } of days) {
      const start = at;
      for (
        let date = text.slice(at, at + DATE_LENGTH);
        date !== '' && date <= to;
        date = text.slice(at, at + DATE_LENGTH)
      ) {
        if (date < last) refuse();
        last = date;
        at = text.indexOf('\n', at) + 1;
      }
      yield text.slice(start, at);
    }
    if (at < text.length) refuse();
  }

  /**
   * The rows from one day to another, both included; without days all rows.
   * @throws InputError naming file and line of a row that is damaged, out of order, or of an unlisted document
   */
  *rows(documents: Listed, from = '', to = '9999-12-31'): Generator<StandingRow> {
    const year = basename(this.path, '.csv');
    let previous: ArchiveRow | null = null;
    for (const [offset, line] of this.#lines.between(from, to)) {
      const row = this.#parse(line, documents);
      const fault =
        typeof row === 'string'
          ? row
          : faultOf(row, year) || (previous && compareRows(previous, row) >= 0 ? 'not in order' : '');
      if (fault !== '') this.#refuseLine(offset, line, fault);
      if (typeof row === 'string') continue;
      previous = row;
      yield row;
    }
  }

  /** Returns the row, or what is wrong with it. */
  #parse(line: string, documents: Listed): StandingRow | string {
    const cells = ROW.exec(line);
    if (cells === null || (cells[11] !== undefined) !== this.#hasUntil) {
      return `not a row of ${this.#hasUntil ? 'eleven' : 'ten'} unquoted columns`;
    }
    const [, text = '', base = '', quote = '', per = '', unit, mid = '', bid = '', ask = '', seen = '', document = ''] =
      cells;
    const date = DATES.get(text) ?? toIsoDate(text);
    if (date === null) return 'no such day';
    DATES.set(text, date);
    const table = documents.get(document, seen)?.table;
    if (table === undefined) return 'a document that no documents-<YEAR>.csv lists';
    const row: StandingRow = {
      date,
      base: this.#held(base),
      quote: this.#held(quote),
      per: this.#held(per),
      unit: unit === 'g' ? 'g' : '',
      mid,
      bid,
      ask,
      seen: this.#held(seen),
      document: this.#held(document),
      table,
    };
    const last = cells[12];
    if (last === undefined) return row;
    const until = toIsoDate(last);
    return until === null || until < date ? 'no such period' : { ...row, until };
  }

  #held(text: string): string {
    const held = this.#texts.get(text);
    if (held !== undefined) return held;
    const own = copied(text);
    this.#texts.set(own, own);
    return own;
  }

  #refuseLine(offset: number, line: string, fault: string): never {
    this.#refuse(offset, `${fault}: ${Buffer.from(line, 'latin1').toString('utf8').slice(0, 80)}`);
  }

  #refuse(offset: number, fault: string): never {
    throw new InputError(`${this.path}, line ${this.#lines.numberOf(offset)}: ${fault}; restore the file from a copy`);
  }
}

/** A text of its own: V8 keeps the whole of a longer text in memory for as long as any part that was cut from it is used. */
function copied(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

function faultOf(row: ArchiveRow, year: string): string {
  return row.date.slice(0, 4) === year ? '' : `a date that is not in ${year}`;
}

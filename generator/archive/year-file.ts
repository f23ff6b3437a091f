/**
 * The text of one year of the archive, `<YEAR>.csv`, with one row for each statement. Codes, dates and digits need no
 * quotes, so one pattern reads a row, and anything that does not match it is refused.
 */
import { basename } from 'node:path';
import { toIsoDate } from '../wire/calendar.ts';
import { InputError } from '../wire/input-error.ts';
import type { IsoDate } from '../wire/schemas.ts';
import { type ArchiveRow, compareRows } from './rows.ts';

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
export function parseYear(text: string, path: string, documents: Listed): ArchiveRow[] {
  return [...new YearFile(path, text).rows(documents)];
}

/** Knows which documents the archive lists. */
export interface Listed {
  has(document: string): boolean;
}

/** The text of a year, of which any span of days can be parsed without the rest. */
export class YearFile {
  readonly #hasUntil: boolean;
  /** Where the first row begins. */
  readonly #start: number;
  /** Days, codes and instants recur thousands of times, so each is checked and held once. */
  readonly #dates = new Map<string, IsoDate>();
  readonly #texts = new Map<string, string>();

  /** @throws InputError if the header is another one, or the last line has no end */
  constructor(
    readonly path: string,
    readonly text: string,
  ) {
    this.#start = text.indexOf('\n') + 1;
    const header = this.#start === 0 ? text : text.slice(0, this.#start - 1);
    this.#hasUntil = header === `${HEADER},${UNTIL}`;
    if (!this.#hasUntil && header !== HEADER) this.#refuse(0, `the header is not ${HEADER}`);
    if (!text.endsWith('\n')) this.#refuse(text.length, 'truncated: the last line has no line feed at its end');
  }

  /** The text of the rows from one day to another, both included. */
  slice(from: string, to: string): string {
    return this.text.slice(this.#offsetOf(from), this.#offsetOf(`${to}~`));
  }

  /**
   * The rows from one day to another, both included; without days all rows.
   * @throws InputError naming file and line of a row that is damaged, out of order, or of an unlisted document
   */
  *rows(documents: Listed, from = '', to = '9999-12-31'): Generator<ArchiveRow> {
    const end = this.#offsetOf(`${to}~`);
    const year = basename(this.path, '.csv');
    let previous: ArchiveRow | null = null;
    for (let start = this.#offsetOf(from), next = start; start < end; start = next) {
      next = this.text.indexOf('\n', start) + 1;
      const row = this.#parse(this.text.slice(start, next - 1));
      const fault =
        typeof row === 'string'
          ? row
          : faultOf(row, year, documents) || (previous && compareRows(previous, row) >= 0 ? 'not in order' : '');
      if (fault !== '') this.#refuse(start, `${fault}: ${this.text.slice(start, next - 1).slice(0, 80)}`);
      if (typeof row === 'string') continue;
      previous = row;
      yield row;
    }
  }

  /** Returns the row, or what is wrong with it. */
  #parse(line: string): ArchiveRow | string {
    const cells = ROW.exec(line);
    if (cells === null || (cells[11] !== undefined) !== this.#hasUntil) {
      return `not a row of ${this.#hasUntil ? 'eleven' : 'ten'} unquoted columns`;
    }
    const [, text = '', base = '', quote = '', per = '', unit, mid = '', bid = '', ask = '', seen = '', document = ''] =
      cells;
    const date = this.#dates.get(text) ?? toIsoDate(text);
    if (date === null) return 'no such day';
    this.#dates.set(text, date);
    const row: ArchiveRow = {
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
    };
    const last = cells[12];
    if (last === undefined) return row;
    const until = toIsoDate(last);
    return until === null || until < date ? 'no such period' : { ...row, until };
  }

  #held(text: string): string {
    const held = this.#texts.get(text);
    if (held !== undefined) return held;
    this.#texts.set(text, text);
    return text;
  }

  /** Where the first line begins that does not sort before the text. Rows are sorted, so this is a bisection. */
  #offsetOf(text: string): number {
    let [low, high] = [this.#start, this.text.length];
    while (low < high) {
      const begin = this.text.lastIndexOf('\n', ((low + high) >>> 1) - 1) + 1;
      const start = Math.max(begin, low);
      if (this.text.slice(start, start + text.length) < text) low = this.text.indexOf('\n', start) + 1;
      else high = start;
    }
    return low;
  }

  #refuse(offset: number, fault: string): never {
    const line = this.text.slice(0, offset).split('\n').length;
    throw new InputError(`${this.path}, line ${line}: ${fault}; restore the file from a copy`);
  }
}

function faultOf(row: ArchiveRow, year: string, documents: Listed): string {
  if (row.date.slice(0, 4) !== year) return `a date that is not in ${year}`;
  return documents.has(row.document) ? '' : 'a document that documents.csv does not list';
}

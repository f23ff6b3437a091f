/**
 * The text of one year of the archive, `<YEAR>.csv`, with one row for each statement. Codes, dates and digits need no
 * quotes, so one pattern reads a row, and anything that does not match it is refused.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { namesIn } from '../../kit/files.ts';
import { readWherever } from '../../kit/known-files.ts';
import { toIsoDate } from '../../wire/words/calendar.ts';
import { InputError } from '../../wire/words/input-error.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { type ArchiveRow, compareRows, type DocumentRow, ROW_COLUMNS } from './rows.ts';
import type { Span } from './spans.ts';

const HEADER = ROW_COLUMNS.join(',');
const HEADER_BYTES = 200;
/**
 * The last day of a stated validity, and the bank's number of its list. Only the files of sources that state one have
 * its column, and no source states both.
 */
const MORE = ['until', 'number'] as const;
export const INSTANT = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`;
const FIGURE = String.raw`(?:-?\d{1,60}(?:\.\d{1,60})?(?:[eE][+-]?\d{1,3})?)?`;
/** One pattern both splits and checks a row: 200,000 rows (ECB's history) are read in about a quarter of a second. */
const ROW = new RegExp(
  String.raw`^(\d{4}-\d\d-\d\d),([A-Z]{3}),([A-Z]{3}),([1-9]\d{0,6}),(g?),(${FIGURE}),(${FIGURE}),(${FIGURE}),(${INSTANT}),([0-9a-f]{12})(,([\w./-]{0,40}))?$`,
);

/** @param rows sorted, and all of one year */
export function yearText(rows: readonly ArchiveRow[]): string {
  const more = MORE.filter((column) => rows.some((row) => row[column] !== undefined));
  const columns = [...ROW_COLUMNS, ...more];
  const lines = rows.map((row) => columns.map((column) => row[column]).join(','));
  return `${[columns.join(','), ...lines].join('\n')}\n`;
}

/** The years that have a file in a provider's folder, sorted. */
export function yearsIn(folder: string): readonly string[] {
  return namesIn(folder)
    .flatMap((name) => /^(\d{4})\.csv$/.exec(name)?.[1] ?? [])
    .sort();
}

/** Knows which documents the archive lists. */
export interface Listed {
  /** @param seen the instant of the row that names it */
  get(document: string, seen: string): Pick<DocumentRow, 'table'> | undefined;
}

/** For readers to whom it does not matter which documents are listed. */
const ANY: Listed = { get: () => ({ table: '' }) };
const DATE_LENGTH = 10;
const LINE_FEED = 10;

/** The text of a year as it was read; any span of days can be parsed without the rest. */
export class YearFile {
  readonly #year: string;
  /** The column behind the ordinary ones; null if there is none. */
  readonly #more: (typeof MORE)[number] | null;
  /** Where the first row begins. */
  readonly #start: number;
  /** Days, codes and instants recur thousands of times, so each is kept once. */
  readonly #texts = new Map<string, string>();

  /** @throws InputError if the header is wrong, or the last line has no end */
  constructor(
    readonly path: string,
    readonly bytes: Buffer = readWherever(path) ?? readFileSync(path),
  ) {
    this.#year = basename(path, '.csv');
    const [header = ''] = bytes.toString('latin1', 0, HEADER_BYTES).split('\n');
    this.#more = MORE.find((column) => header === `${HEADER},${column}`) ?? null;
    if (this.#more === null && header !== HEADER) this.#refuse(0, `the header is not ${HEADER}`);
    if (bytes.at(-1) !== LINE_FEED) this.#refuse(bytes.length, 'truncated: the last line has no line feed at its end');
    this.#start = header.length + 1;
  }

  /** The dates of the first and the last row; null where there is none. @throws InputError if one of them is damaged */
  ends(): readonly [first: IsoDate | null, last: IsoDate | null] {
    const { bytes } = this;
    if (bytes.length === this.#start) return [null, null];
    const places = [this.#start, bytes.lastIndexOf(LINE_FEED, -2) + 1];
    const [first = null, last = null] = places.map((place) => toIsoDate(this.#dateAt(place)));
    if (first === null || last === null) this.#refuseDamage();
    return [first, last];
  }

  /** The bytes of the rows of a span of days, both ends included. */
  slice({ from, to }: Span): Buffer {
    return this.bytes.subarray(this.#placeOf(from), this.#placeOf(`${to}~`));
  }

  /**
   * If one line is out of order, a search for a day would miss others.
   * @throws InputError naming the first line that is out of order
   */
  refuseDisorder(): void {
    const text = this.bytes.toString('latin1');
    let last = this.#year;
    for (let at = this.#start; at < text.length; at = text.indexOf('\n', at) + 1) {
      const date = text.slice(at, at + DATE_LENGTH);
      if (date < last || date > `${this.#year}-12-31`) this.#refuseDamage();
      last = date;
    }
  }

  /**
   * The rows of some days; without days all rows.
   * @throws InputError naming file and line of a row that is damaged, out of order, or of an unlisted document
   */
  *rows(documents: Listed, days: Span | null = null): Generator<ArchiveRow> {
    const end = days === null ? this.bytes.length : this.#placeOf(`${days.to}~`);
    let previous: ArchiveRow | null = null;
    for (let at = days === null ? this.#start : this.#placeOf(days.from); at < end; ) {
      const next = this.bytes.indexOf(LINE_FEED, at) + 1;
      const line = this.bytes.toString('latin1', at, next - 1);
      const row = this.#parse(line, documents);
      const fault = typeof row === 'string' ? row : previous && compareRows(previous, row) >= 0 ? 'not in order' : null;
      if (typeof row === 'string' || fault !== null) {
        return this.#refuse(at, `${fault}: ${this.bytes.toString('utf8', at, next - 1).slice(0, 80)}`);
      }
      yield row;
      previous = row;
      at = next;
    }
  }

  /** Where the first row begins that does not sort before the text. */
  #placeOf(text: string): number {
    const { bytes } = this;
    let [low, high] = [this.#start, bytes.length];
    while (low < high) {
      const line = bytes.lastIndexOf(LINE_FEED, ((low + high) >>> 1) - 1) + 1;
      if (bytes.toString('latin1', line, line + text.length) < text) low = bytes.indexOf(LINE_FEED, line) + 1;
      else high = line;
    }
    return low;
  }

  #dateAt(place: number): string {
    return this.bytes.toString('latin1', place, place + DATE_LENGTH);
  }

  /** Returns the row, or what is wrong with it. */
  #parse(line: string, documents: Listed): ArchiveRow | string {
    const cells = ROW.exec(line);
    if (cells === null || (cells[11] !== undefined) !== (this.#more !== null)) {
      return `not a row of ${this.#more === null ? 'ten' : 'eleven'} unquoted columns with plain figures`;
    }
    const [, text = '', base = '', quote = '', per = '', unit, mid = '', bid = '', ask = '', seen = '', document = ''] =
      cells;
    const date = toIsoDate(this.#interned(text));
    if (date === null) return 'no such day';
    if (!date.startsWith(this.#year)) return `a date that is not in ${this.#year}`;
    const table = documents.get(document, seen)?.table;
    if (table === undefined) return 'a document that no documents-<YEAR>.csv lists';
    const row: ArchiveRow = {
      date,
      base: this.#interned(base),
      quote: this.#interned(quote),
      per: this.#interned(per),
      unit: unit === 'g' ? 'g' : '',
      mid,
      bid,
      ask,
      seen: this.#interned(seen),
      document: this.#interned(document),
      table,
    };
    const last = cells[12] ?? '';
    if (last === '') return row;
    if (this.#more === 'number') return { ...row, number: this.#interned(last) };
    const until = toIsoDate(last);
    return until === null || until < date ? 'no such period' : { ...row, until };
  }

  #interned(text: string): string {
    const first = this.#texts.get(text);
    if (first === undefined) this.#texts.set(text, text);
    return first ?? text;
  }

  /** Reads all rows, one of which is damaged. */
  #refuseDamage(): void {
    Array.from(this.rows(ANY));
  }

  #refuse(place: number, fault: string): never {
    const line = this.bytes.toString('latin1', 0, place).split('\n').length;
    throw new InputError(`${this.path}, line ${line}: ${fault}; restore the file from a copy`);
  }
}

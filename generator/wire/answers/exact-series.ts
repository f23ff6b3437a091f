/**
 * One currency of one provider through one year, with exact figures: a row `date,mid,bid,ask` for each fixing that
 * states it, oldest first, in units of it per one unit of the reference currency of that date.
 */
import { InputError } from '../words/input-error.ts';
import { type CurrencyCode, currencyCode, type IsoDate } from '../words/schemas.ts';
import type { TreePath } from './paths.ts';
import { type Figures, parseFigures, type TableFacts } from './table.ts';

const HEADER = 'date,mid,bid,ask';

/**
 * The row of each currency but the reference currency, one a line after its code: a year waits for its end as texts of
 * dates, which take less memory than a row for each currency.
 * @param text the table as `tableText` writes it, whose figures would else be reduced to lowest terms a second time
 */
export function exactLinesOf({ date, reference }: TableFacts, text: string): string {
  const lines = text.split('\n').slice(1, -1);
  const others = lines.filter((line) => !line.startsWith(`${reference},`));
  return others.map((line) => `${line.slice(0, 3)},${date}${line.slice(3)}`).join('\n');
}

/** @param lines what `exactLinesOf` has made */
export function exactRowsOf(lines: string): readonly (readonly [currency: CurrencyCode, row: string])[] {
  return lines === '' ? [] : lines.split('\n').map((line) => [currencyCode.parse(line.slice(0, 3)), line.slice(4)]);
}

/** @param rows sorted by date */
export function exactText(rows: readonly string[]): string {
  return `${[HEADER, ...rows].join('\n')}\n`;
}

const ROW = /^\d{4}-\d\d-\d\d(?:,(?:\d+(?:\.\d+|\/[1-9]\d*)?)?){3}$/;

/** @throws InputError naming the file and the line if it is not what `exactText` writes */
export function exactRowsIn(path: TreePath, text: string): readonly string[] {
  const [header, ...rows] = text.split('\n');
  if (header !== HEADER || rows.pop() !== '') throw new InputError(`${path}: no header, or cut off`);
  const bad = rows.find((row) => !ROW.test(row));
  if (bad !== undefined) throw new InputError(`${path}: not a row: ${bad.slice(0, 60)}`);
  return rows;
}

export function dateOfRow(row: string): IsoDate {
  return row.slice(0, 10) as IsoDate;
}

/** @param row one of `exactRowsIn` */
export function figuresOfRow(row: string): Figures {
  const figures = parseFigures(row.slice(row.indexOf(',') + 1).split(','));
  if (figures === null) throw new TypeError(`not a row of exact figures: ${row}`);
  return figures;
}

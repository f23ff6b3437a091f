/**
 * CSV files that people keep by hand or may edit: a header row, every row checked by a schema, errors with line and
 * column.
 */
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { Decimal } from '../wire/exact/decimal.ts';
import { toIsoDate } from '../wire/words/calendar.ts';
import { InputError } from '../wire/words/input-error.ts';
import type { IsoDate } from '../wire/words/schemas.ts';

export interface Row<Cells> {
  /** As an editor counts: the header is line 1. */
  readonly line: number;
  readonly cells: Cells;
}

/** An existing day, written YYYY-MM-DD. */
export const dayCell = z.string().transform((text, context): IsoDate => {
  const day = toIsoDate(text);
  if (day !== null) return day;
  context.addIssue({ code: 'custom', message: 'is not a day: write YYYY-MM-DD' });
  return z.NEVER;
});

/** A day, or null for an empty cell. */
export const dayOrNoneCell = z
  .string()
  .transform((text) => (text === '' ? null : text))
  .pipe(dayCell.nullable());

/** The code of a currency, whether or not such a currency exists. */
export const codeCell = z.string().regex(/^[A-Z]{3}$/, 'is not three capital letters');

/** An exact figure above 0. */
export const figureCell = z
  .string()
  .regex(/^(?!0+(\.0+)?$)\d+(\.\d+)?$/, 'is not a figure above 0: write digits and a decimal point')
  .transform(Decimal.parse);

/** Text for people. A spreadsheet would run a cell that begins with = + - or @ as a formula, in our CSV answers too. */
export const textCell = z
  .string()
  .min(1, 'is empty: fill it in')
  .regex(
    /^(?![=+\-@\t\r])\S(.*\S)?$/,
    'begins or ends with a blank, or begins with = + - @: trim it, or word it differently',
  );

/**
 * @param linesLeftOut how many lines of the file are not in the text, between the header and the rest
 * @throws InputError naming file, line, column and remedy of the first row that does not match the schema
 */
export function parseRows<Cells>(
  text: string,
  file: string,
  columns: readonly string[],
  schema: z.ZodType<Cells>,
  linesLeftOut = 0,
): readonly Row<Cells>[] {
  const records = toRecords(text, file);
  const header = records[0]?.cells.join() ?? '';
  if (header !== columns.join()) throw new InputError(`${file}:1: the header must be ${columns.join()}, not ${header}`);
  return records.slice(1).map(({ line: place, cells }): Row<Cells> => {
    const line = place + linesLeftOut;
    if (cells.length !== columns.length)
      throw new InputError(`${file}:${line}: ${cells.length} cells, where the header has ${columns.length}`);
    const named = Object.fromEntries(columns.map((column, index) => [column, cells[index]]));
    const parsed = schema.safeParse(named);
    if (parsed.success) return { line, cells: parsed.data };
    const issue = parsed.error.issues[0];
    const column = String(issue?.path[0] ?? 'row');
    const value = JSON.stringify(named[column] ?? cells.join()).slice(0, 60);
    throw new InputError(`${file}:${line}: ${column} ${value} ${issue?.message}`);
  });
}

/**
 * A list has the columns of its schema. The cells of rows that are sorted by a key and have each key once: of two rows
 * for a key, one would be ignored silently.
 * @param faultOf says of two keys in a row that they are out of order
 * @throws InputError like `parseRows`, and naming the first row out of order
 */
export function parseSorted<Cells>(
  { text, file }: { readonly text: string; readonly file: string },
  schema: z.ZodType<Cells> & { readonly shape: object },
  keyOf: (cells: Cells) => string,
  faultOf: (key: string, before: string) => string,
): readonly Cells[] {
  let before = '';
  return parseRows(text, file, Object.keys(schema.shape), schema).map(({ line, cells }) => {
    const key = keyOf(cells);
    if (before >= key) throw new InputError(`${file}:${line}: ${faultOf(key, before)}`);
    before = key;
    return cells;
  });
}

/** What csv-parse returns with its option `info`; its types do not say so. */
const located = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }) }));

function toRecords(text: string, file: string): readonly Row<readonly string[]>[] {
  try {
    const records = located.parse(parse(text, { info: true, bom: true, relax_column_count: true }));
    return records.map(({ record, info }) => ({ line: info.lines, cells: record }));
  } catch (cause) {
    throw new InputError(`${file}: not a CSV table: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

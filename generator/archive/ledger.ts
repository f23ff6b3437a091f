/** Small append-only lists beside the rows of the archive: CSV with a header, each line through a schema, whole or not at all. */
import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { parseRows } from '../kit/csv-rows.ts';
import { noneIfMissing, replaceFile } from '../kit/files.ts';
import { INSTANT } from './year-file.ts';

/** UTC with seconds. */
export const instantCell = z
  .string()
  .regex(new RegExp(`^${INSTANT}$`), 'is not an instant: write it as 2026-03-13T15:00:00Z');

export interface Ledger<Row> {
  readonly columns: readonly (string & keyof Row)[];
  readonly row: z.ZodType<Row>;
}

/** In the order of the file; empty where there is none. @throws SyntaxError naming file, line and column. */
export async function readLedger<Row>(path: string, { columns, row }: Ledger<Row>): Promise<readonly Row[]> {
  const text = await readFile(path, 'utf8').catch(noneIfMissing);
  return text === null ? [] : parseRows<Row>(text, path, columns, row).map(({ cells }) => cells);
}

/** Adds the lines that are not there yet, and keeps all in order of their text, so that two copies merge into one file. */
export async function appendToLedger<Row extends object>(
  path: string,
  ledger: Ledger<Row>,
  added: readonly Row[],
): Promise<void> {
  const { columns } = ledger;
  const held = await readLedger(path, ledger);
  const lines = new Set([...held, ...added].map((row) => stringify([row], { columns: [...columns] })));
  await mkdir(dirname(path), { recursive: true });
  await replaceFile(path, [`${columns.join()}\n`, ...[...lines].sort()].join(''));
}

/** Adds the lines of another copy that are not there yet. @throws SyntaxError where the two have not the same columns */
export async function mergeIntoLedger(path: string, other: string): Promise<void> {
  const own = (await readFile(path, 'utf8').catch(noneIfMissing)) ?? other;
  const [header = '', ...lines] = own.split('\n');
  const [otherHeader, ...others] = other.split('\n');
  if (otherHeader !== header) throw new SyntaxError(`${path}: its columns are ${header}, elsewhere ${otherHeader}`);
  const merged = [...new Set([...lines, ...others])].filter((line) => line !== '').sort();
  await mkdir(dirname(path), { recursive: true });
  await replaceFile(path, [header, ...merged, ''].join('\n'));
}

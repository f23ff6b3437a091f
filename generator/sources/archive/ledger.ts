/** Append-only lists in the archive, beside the figures: CSV with a header, each line checked by a schema. */
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { parseRows, textCell } from '../../kit/csv-rows.ts';
import { readWherever } from '../../kit/elsewhere.ts';
import { makeFolder, noneIfMissing, replaceFile } from '../../kit/files.ts';
import { instantAfter } from '../../wire/words/calendar.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { INSTANT } from './year-file.ts';

/** A UTC instant with seconds. */
export const instantCell = z
  .string()
  .regex(new RegExp(`^${INSTANT}$`), 'is not an instant: write it as 2026-03-13T15:00:00Z');

/** The name of a document: a key into the provider's documents. */
export const documentCell = z
  .string()
  .regex(/^[0-9a-f]{12}$/, 'is not the name of a document: copy its 12 hexadecimal digits from a documents-<YEAR>.csv');

export interface Ledger<Row> {
  readonly columns: readonly (string & keyof Row)[];
  readonly row: z.ZodType<Row>;
}

/** In the order of the file; empty if there is no file. @throws InputError naming file, line and column */
export async function readLedger<Row>(path: string, ledger: Ledger<Row>): Promise<readonly Row[]> {
  const text = readWherever(path)?.toString('utf8');
  return text === undefined ? [] : parseRows(text, path, ledger.columns, ledger.row).map(({ cells }) => cells);
}

/** Adds the lines that are missing, and sorts all lines by their text, so that two copies merge into the same file. */
export async function appendToLedger<Row extends object>(
  path: string,
  ledger: Ledger<Row>,
  added: readonly Row[],
): Promise<void> {
  const { columns } = ledger;
  const present = await readLedger(path, ledger);
  const lines = new Set([...present, ...added].map((row) => stringify([row], { columns: [...columns] })));
  makeFolder(dirname(path));
  await replaceFile(path, [`${columns.join()}\n`, ...[...lines].sort()].join(''));
}

/**
 * Adds rows whose instant is later than those of all rows that the file has, so that the order of two changes within a
 * second is not lost.
 * @returns the instant
 */
export async function appendLater<Row extends { readonly at: string }>(
  path: string,
  ledger: Ledger<Row>,
  added: readonly Omit<Row, 'at'>[],
  now: Date,
): Promise<string> {
  const instants = (await readLedger(path, ledger)).map((row) => row.at).sort();
  const at = instantAfter(instants.at(-1) ?? null, now);
  await appendToLedger(
    path,
    ledger,
    added.map((row) => ({ at, ...row }) as unknown as Row),
  );
  return at;
}

/** @throws InputError if the note could not be read back */
export function refuseBadNote(note: string): void {
  const fault = textCell.safeParse(note).error?.issues[0]?.message;
  if (fault !== undefined) throw new InputError(`the note ${JSON.stringify(note)} ${fault}`);
}

/** Adds the lines of another copy that are missing. @throws InputError if the two copies have different columns */
export async function mergeIntoLedger(path: string, other: string): Promise<void> {
  const own = (await readFile(path, 'utf8').catch(noneIfMissing)) ?? other;
  const [header = '', ...lines] = own.split('\n');
  const [otherHeader, ...others] = other.split('\n');
  if (otherHeader !== header) {
    throw new InputError(`${path}:1: the header must be ${otherHeader}, as in the other copy, not ${header}`);
  }
  const merged = [...new Set([...lines, ...others])].filter((line) => line !== '').sort();
  makeFolder(dirname(path));
  await replaceFile(path, [header, ...merged, ''].join('\n'));
}

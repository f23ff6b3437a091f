/** Append-only lists in the archive, beside the figures: CSV with a header, each line checked by a schema. */

import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { dayCell, parseRows, textCell } from '../../kit/csv-rows.ts';
import { listFolder, makeFolder, noneIfMissing, replaceFile } from '../../kit/files.ts';
import { readWherever } from '../../kit/known-files.ts';
import { instantAfter } from '../../wire/words/calendar.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { toPlain } from '../../wire/words/plain.ts';
import { newestPublication } from '../../wire/words/schedule.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { withoutKeys } from '../feeds/delivery.ts';
import type { Keys, Schedule } from '../feeds/provider.ts';
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

// `asked-<YEAR>.csv`, beside the figures: when a provider was asked for its newest documents, and with what
// outcome. It tells a day on which a source published nothing from a day on which the source could not be reached.

const asked = z.object({
  /** The instant at which the run began. */
  at: instantCell,
  outcome: z.enum(['ok', 'failed']),
  /** The oldest day in the documents, or with several feeds the latest of their oldest days; '' for a failure. */
  since: z.union([dayCell, z.literal('')]),
  /** Why a run failed, in one line and without keys; '' for a success. */
  reason: z.string(),
});
export type Asked = z.infer<typeof asked>;

const REASON_CHARACTERS_MAX = 200;

const LEDGER: Ledger<Asked> = { columns: ['at', 'outcome', 'since', 'reason'], row: asked };

/**
 * The row about a finished run. Returns null if nothing was asked, because the source needs a key that is not set.
 * @param failures the failures of the run; the first one is kept
 * @param since the first day that the documents cover
 */
export function toAskedRow(at: string, failures: readonly string[], since: IsoDate | null, keys: Keys): Asked | null {
  const [failure] = failures;
  if (failure !== undefined) return { at, outcome: 'failed', since: '', reason: toReason(failure, keys) };
  return since === null ? null : { at, outcome: 'ok', since, reason: '' };
}

function toReason(failure: string, keys: Keys): string {
  return withoutKeys(failure, keys).replace(/\s+/g, ' ').trim().slice(0, REASON_CHARACTERS_MAX);
}

/** Oldest first; empty if the provider was never asked. @param asOf only runs up to that instant; null: all runs */
export async function readAsked(dir: string, provider: string, asOf: string | null = null): Promise<readonly Asked[]> {
  const folder = join(dir, provider);
  const names = await listFolder(folder);
  const rows: Asked[] = [];
  for (const name of names.filter((entry) => /^asked-\d{4}\.csv$/.test(entry)).sort()) {
    const read = await readLedger(join(folder, name), LEDGER);
    // An earlier version wrote what a bank says as it is.
    rows.push(...read.map((row) => ({ ...row, reason: toPlain(row.reason) })));
  }
  return asOf === null ? rows : rows.filter(({ at }) => at <= asOf);
}

/** Adds a row, unless it repeats what the last row says. Returns whether it was added. */
export async function recordAsked(dir: string, provider: string, run: Asked, schedule: Schedule): Promise<boolean> {
  const rows = await readAsked(dir, provider);
  if (!isNews(rows.at(-1), run, schedule)) return false;
  await appendToLedger(join(dir, provider, `asked-${run.at.slice(0, 4)}.csv`), LEDGER, [run]);
  return true;
}

/**
 * Between two publications every answer of a source says the same, so one row of them is kept: a year of a daily source
 * takes about 10 kB however often it is asked, and a weekend adds nothing to what is uploaded to the bucket.
 */
function isNews(last: Asked | undefined, run: Asked, schedule: Schedule): boolean {
  if (last === undefined || last.outcome !== run.outcome || last.reason !== run.reason) return true;
  const rhythm = { schedule, monthly: false, holidays: new Set<never>() };
  const published = (at: string) => newestPublication(rhythm, Date.parse(at));
  return run.since < last.since || published(last.at) !== published(run.at);
}

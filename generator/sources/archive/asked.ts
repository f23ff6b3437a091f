/**
 * `asked-<YEAR>.csv`, beside the figures: when a provider was asked for its newest documents, and with what outcome. It
 * tells a day on which a source published nothing from a day on which the source could not be reached.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { dayCell } from '../../kit/csv-rows.ts';
import { listFolder } from '../../kit/files.ts';
import { toPlain } from '../../wire/words/plain.ts';
import { newestPublication } from '../../wire/words/schedule.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { withoutKeys } from '../feeds/delivery.ts';
import type { Keys, Schedule } from '../feeds/provider.ts';
import { appendToLedger, instantCell, type Ledger, readLedger } from './ledger.ts';

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
  return askedUntil(rows, asOf);
}

/** The rows of the runs up to and including that instant; null: all rows. */
export function askedUntil(rows: readonly Asked[], asOf: string | null): readonly Asked[] {
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

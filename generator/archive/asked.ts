/**
 * When a provider was asked for its newest documents and what came: `asked-<YEAR>.csv` beside its figures. By it a day on
 * which a source published nothing is told from one on which it could not be reached.
 */
import { join } from 'node:path';
import { z } from 'zod';
import type { Schedule } from '../feeds/provider.ts';
import { dayCell } from '../kit/csv-rows.ts';
import { listFolder } from '../kit/files.ts';
import { newestPublication } from '../wire/schedule.ts';
import { appendToLedger, instantCell, type Ledger, readLedger } from './ledger.ts';

const asked = z.object({
  /** When the run began. */
  at: instantCell,
  outcome: z.enum(['ok', 'failed']),
  /** The oldest day that the documents spoke of, of several feeds the latest such; '' of a failure. */
  since: z.union([dayCell, z.literal('')]),
  /** Of a failure, in one line and without keys. */
  reason: z.string(),
});
export type Asked = z.infer<typeof asked>;

const LEDGER: Ledger<Asked> = { columns: ['at', 'outcome', 'since', 'reason'], row: asked };

/** Oldest first; none where nobody asked. @param asOf only runs up to that instant; null: all */
export async function readAsked(dir: string, provider: string, asOf: string | null = null): Promise<readonly Asked[]> {
  const folder = join(dir, provider);
  const names = await listFolder(folder);
  const rows: Asked[] = [];
  for (const name of names.filter((entry) => /^asked-\d{4}\.csv$/.test(entry)).sort()) {
    rows.push(...(await readLedger(join(folder, name), LEDGER)));
  }
  return askedUntil(rows, asOf);
}

/** Rows of runs up to the instant, that one included; null: all. */
export function askedUntil(rows: readonly Asked[], asOf: string | null): readonly Asked[] {
  return asOf === null ? rows : rows.filter(({ at }) => at <= asOf);
}

/** One more row, unless it says what the last one has said already. Returns whether there is one more. */
export async function recordAsked(dir: string, provider: string, run: Asked, schedule: Schedule): Promise<boolean> {
  const rows = await readAsked(dir, provider);
  if (!isNews(rows.at(-1), run, schedule)) return false;
  await appendToLedger(join(dir, provider, `asked-${run.at.slice(0, 4)}.csv`), LEDGER, [run]);
  return true;
}

/**
 * Between two hours of publication a source that answers every hour says one thing, and one row of it is kept: a year of a
 * daily source is some 10 kB however often it is asked, and a weekend adds nothing to what travels to the bucket.
 */
function isNews(last: Asked | undefined, run: Asked, schedule: Schedule): boolean {
  if (last === undefined || last.outcome !== run.outcome || last.reason !== run.reason) return true;
  const rhythm = { schedule, monthly: false, holidays: new Set<never>() };
  const published = (at: string) => newestPublication(rhythm, Date.parse(at));
  return run.since < last.since || published(last.at) !== published(run.at);
}

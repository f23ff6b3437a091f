/**
 * The nightly job: restore, collect, generate, check, publish. Each step is given, so that the order and what becomes of a
 * failure stand here and nowhere else. Safe to run twice: a second run finds nothing new and signs the pointer again.
 */

import type { PublishSummary } from '../release/publish.ts';
import { StoreError } from '../store/store.ts';

export interface NightSteps {
  /** Observations of the release in force into the archive on disk. Returns how many files were fetched. */
  restore(): Promise<number>;
  /** Names of the providers that failed. */
  collect(): Promise<readonly string[]>;
  /** The new release's id, and one line for each thing that is no fixing. */
  generate(): Promise<{ readonly release: string; readonly failures: readonly string[] }>;
  /** Reasons to refuse; empty where the tree may go out. */
  check(): Promise<readonly string[]>;
  publish(): Promise<PublishSummary>;
  /** The pointer over the release in force, signed afresh; null where nothing has been published yet. */
  refresh(): Promise<PublishSummary | null>;
}

export interface NightReport {
  readonly outcome: 'published' | 'refused' | 'store failed';
  /** The release that was generated; null where it did not come so far. */
  readonly release: string | null;
  readonly restored: number;
  readonly failures: readonly string[];
  readonly refusals: readonly string[];
  readonly published: PublishSummary | null;
  readonly error: string | null;
}

/** @throws what is neither a provider's nor the store's fault */
export async function runNight(steps: NightSteps): Promise<NightReport> {
  const report = {
    release: null as string | null,
    restored: 0,
    failures: [] as string[],
    refusals: [] as readonly string[],
  };
  try {
    report.restored = await steps.restore();
    report.failures.push(...(await steps.collect()));
    const generated = await steps.generate();
    report.release = generated.release;
    report.failures.push(...generated.failures);
    report.refusals = await steps.check();
    if (report.refusals.length > 0) {
      return { ...report, outcome: 'refused', published: await steps.refresh(), error: null };
    }
    return { ...report, outcome: 'published', published: await steps.publish(), error: null };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { ...report, outcome: 'store failed', published: null, error: error.message };
  }
}

/**
 * The last line of standard output of `nightly`: one JSON object, also if the night never began because the command
 * line was wrong, if a signal stops it, and if a bug ends the process outside of its promises.
 */

import { toFailure } from '../kit/terminal.ts';
import type { KeptDocuments } from '../release/evidence/keep.ts';
import type { Hold } from '../release/pointer/hold.ts';
import type { GenerateSummary } from '../release/publish/generate.ts';
import type { PublishSummary } from '../release/publish/publish.ts';
import type { Fetcher } from '../release/store/fetcher.ts';
import type { ObjectStore } from '../release/store/store.ts';
import { EXIT, type FailureKind } from '../wire/words/input-error.ts';
import type { SampleReport } from './mending.ts';

/** How far the night came, and how it ended. It counts as broken until it says otherwise. */
export class NightReport {
  outcome: 'published' | 'refused' | 'held' | 'already running' | 'stopped' | FailureKind = 'broken';
  /** The id of the release that was generated; null if the night did not come so far. */
  release: string | null = null;
  /** How many banks speak in the newest fixing of GLOBAL that was generated; null if there is none. */
  voices: GenerateSummary['voices'] = null;
  /** `SAR: …`: currencies of GLOBAL whose peg banks contradict, or whose figures are all in quarantine. */
  notices: readonly string[] = [];
  /** A sample of the release that was in force when the night began; null if there was none. */
  checked: SampleReport | null = null;
  /** How many files of the archive came from the store. */
  restored = 0;
  /** The documents behind new figures that were put into the store; null if the night did not come so far. */
  documents: KeptDocuments | null = null;
  /** The first failure of each provider, and the failures of generate. */
  failures: string[] = [];
  /** What the night left out so that the rest could be published, each by name with the gate's words. */
  withheld: readonly string[] = [];
  /** The facts that made the gate refuse the tree. */
  refusals: readonly string[] = [];
  /** The hold of a rollback that is in effect at the end of the night. */
  held: Hold | null = null;
  published: PublishSummary | null = null;
  /** The list of the archive that the night has kept in the store and that no release has; null if there is none. */
  pending: string | null = null;
  error: string | null = null;
  /** What the night has fetched from the store because it was needed and not on this disk. */
  fetched: Fetcher['fetched'] = { objects: 0, bytes: 0 };
  /** Requests made to the store, by kind. */
  requests: ObjectStore['requests'] = {};
}

/** Notes in the report how the error ends the night. */
export function noteFailure(report: NightReport, error: unknown): void {
  report.outcome = toFailure(error).outcome;
  report.error = error instanceof Error ? error.message : `${error}`;
}

/** Names a pointer that nobody could follow any more, so that somebody looks: at the nights before, or at the clock. */
export function noteExpiry({ published, failures }: NightReport): void {
  if (published === null || published.expired === null) return;
  console.error(published.expired);
  failures.push(published.expired);
}

/** Returns a new report, which is printed when the process ends. Only SIGKILL and its like prevent that. */
export function reportAtEnd(): NightReport {
  const report = new NightReport();
  // A promise that never settles would otherwise end the process with a code of Node's own.
  process.exitCode = EXIT.broken;
  process.once('exit', () => printLine(report));
  process.on('uncaughtExceptionMonitor', (error) => noteFailure(report, error));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      printLine({ ...report, outcome: 'stopped', error: `stopped by ${signal}` });
      // Without the listener the signal ends the process as it would have done, so that its parent sees the signal.
      process.kill(process.pid, signal);
    });
  }
  return report;
}

/** Prints the line of a night that could not begin. */
export function reportUnbegun(error: unknown): void {
  const report = new NightReport();
  noteFailure(report, error);
  printLine(report);
}

function printLine(report: NightReport): void {
  console.log(JSON.stringify({ ...report, seconds: Math.round(performance.now()) / 1000 }));
}

/**
 * The last line of standard output of `nightly`: one JSON object, also if the night never began because the command
 * line was wrong, if a signal stops it, and if a bug ends the process outside of its promises.
 */

import { toMendable } from '../kit/path-fault.ts';
import { toFailure } from '../kit/terminal.ts';
import type { KeptDocuments } from '../release/evidence/keep.ts';
import type { Hold } from '../release/pointer/hold.ts';
import type { GenerateSummary } from '../release/publish/generate.ts';
import type { PublishSummary } from '../release/publish/publish.ts';
import type { Fetcher } from '../release/store/fetcher.ts';
import type { ObjectStore } from '../release/store/store.ts';
import { EXIT, type FailureKind, messageOf } from '../wire/words/input-error.ts';
import { failuresCode } from './cli/flags.ts';
import { type SampleReport, UNREAD } from './mending.ts';

/** How far the night came, and how it ended. */
export interface NightReport {
  readonly outcome: 'published' | 'refused' | 'held' | 'already running' | 'stopped' | FailureKind;
  /** The id of the release that was generated; null if the night did not come so far. */
  readonly release: string | null;
  /** How many banks speak in the newest fixing of GLOBAL that was generated; null if there is none. */
  readonly voices: GenerateSummary['voices'];
  /**
   * For what somebody must act: `SAR: …`, currencies of GLOBAL whose peg banks contradict or whose newer figures are in
   * quarantine, and what the gate has found.
   */
  readonly notices: readonly string[];
  /** A sample of the release that was in force when the night began; null if there was none. */
  readonly checked: SampleReport | null;
  /** How many files of the archive came from the store. */
  readonly restored: number;
  /** The documents behind new figures that were put into the store; null if the night did not come so far. */
  readonly documents: KeptDocuments | null;
  /** What somebody must look at: a bank that waiting no longer helps, failures of generate, the log and the store. */
  readonly failures: readonly string[];
  /** The first failure of each bank that could not be read tonight, and is waited for. */
  readonly passing: readonly string[];
  /** The facts that made the gate refuse the tree. */
  readonly refusals: readonly string[];
  /** The hold of a rollback that is in effect at the end of the night. */
  readonly held: Hold | null;
  readonly published: PublishSummary | null;
  /** The list of the archive that the night has kept in the store and that no release has; null if there is none. */
  readonly pending: string | null;
  readonly error: string | null;
  /** What the night has fetched from the store because it was needed and not on this disk. */
  readonly fetched: Fetcher['fetched'];
  /** Requests made to the store, by kind. */
  readonly requests: ObjectStore['requests'];
}

/** A night counts as broken until it says otherwise. */
const UNBEGUN: NightReport = {
  outcome: 'broken',
  release: null,
  voices: null,
  notices: [],
  checked: null,
  restored: 0,
  documents: null,
  failures: [],
  passing: [],
  refusals: [],
  held: null,
  published: null,
  pending: null,
  error: null,
  fetched: { objects: 0, bytes: 0 },
  requests: {},
};

/** What is known of a night so far: that is printed however the process ends, and nothing but `tell` changes it. */
export class NightSoFar {
  #report = UNBEGUN;

  get report(): NightReport {
    return this.#report;
  }

  /** @param failures come after those that were told before */
  tell(facts: Omit<Partial<NightReport>, 'failures'>, failures: readonly string[] = []): void {
    this.#report = { ...this.#report, ...facts, failures: [...this.#report.failures, ...failures] };
  }
}

/** The code with which a night ends that threw nothing. */
export function exitCodeOf(report: NightReport, flags: { readonly failuresOk?: true }): number {
  const { outcome, checked, failures, notices } = report;
  if (outcome === 'already running') return EXIT.alreadyRunning;
  if (outcome !== 'published' && outcome !== 'unanswered') return EXIT.refused;
  if (failures.includes(UNREAD) || (checked !== null && checked.left.length > 0)) return EXIT.storeFailed;
  if (outcome === 'unanswered') return EXIT.unanswered;
  return failures.length + notices.length > 0 ? failuresCode(flags) : 0;
}

/** What the report says of an error that ends the night. */
export function failureFacts(error: unknown): Pick<NightReport, 'outcome' | 'error'> {
  return { outcome: toFailure(error).outcome, error: toMendable(error) ?? messageOf(error) };
}

/** Returns what is printed when the process ends. Only SIGKILL and its like prevent that. */
export function reportAtEnd(): NightSoFar {
  const soFar = new NightSoFar();
  // A promise that never settles would otherwise end the process with a code of Node's own.
  process.exitCode = EXIT.broken;
  process.once('exit', () => printLine(soFar.report));
  process.on('uncaughtExceptionMonitor', (error) => soFar.tell(failureFacts(error)));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      printLine({ ...soFar.report, outcome: 'stopped', error: `stopped by ${signal}` });
      // Without the listener the signal ends the process as it would have done, so that its parent sees the signal.
      process.kill(process.pid, signal);
    });
  }
  return soFar;
}

/** Prints the line of a night that could not begin. */
export function reportUnbegun(error: unknown): void {
  printLine({ ...UNBEGUN, ...failureFacts(error) });
}

function printLine(report: NightReport): void {
  console.log(JSON.stringify({ ...report, seconds: Math.round(performance.now()) / 1000 }));
}

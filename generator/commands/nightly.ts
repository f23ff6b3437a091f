/** `ratetree nightly`: restore, collect, generate, check, publish; for schedulers, with exit codes and one line of JSON. */
import { mkdirSync } from 'node:fs';
import type { Command } from 'commander';
import { toCollectLine } from '../collect/events.ts';
import { type Acceptance, reportLines } from '../gate/report.ts';
import { restoreArchive } from '../release/archive-in-store.ts';
import { noteReleaseInForce } from '../release/note-release.ts';
import { flip, publish } from '../release/publish.ts';
import { readPointer } from '../release/published.ts';
import type { Signer } from '../release/signing.ts';
import { type ObjectStore, StoreError } from '../store/store.ts';
import { openLocalTree } from '../tree/local-tree.ts';
import { ACCEPT_OPTION, checkAgainst } from './check.ts';
import { type CollectFlags, collect, withCollectOptions } from './collect.ts';
import { type GenerateFlags, generateTree, withGenerateOptions } from './generate.ts';
import { acquireLock } from './lock.ts';
import { type NightReport, type NightSteps, runNight } from './night.ts';
import {
  KEEP_OPTION,
  pruneTo,
  SIGNING_OPTION,
  type SigningFlags,
  secondsSinceStart,
  toSigner,
  toSteps,
} from './publish.ts';
import { ARCHIVE_OPTION, EXIT } from './shared.ts';
import { AT_ONCE, openStore, type StoreFlags, withStoreOptions } from './target.ts';

interface NightlyFlags extends CollectFlags, GenerateFlags, StoreFlags, SigningFlags {
  readonly accept?: readonly string[];
  readonly keep?: number;
}

const OUTCOMES = { published: 0, refused: EXIT.refused, 'store failed': EXIT.storeFailed } as const;

export function addNightly(program: Command): void {
  withStoreOptions(withGenerateOptions(withCollectOptions(program.command('nightly'))))
    .description('restore the archive, collect, generate, check, publish: safe to run twice')
    .argument('<target>', 's3://BUCKET/PREFIX, or a folder')
    .option(...ARCHIVE_OPTION)
    .option(...SIGNING_OPTION)
    .option(...ACCEPT_OPTION)
    .option(...KEEP_OPTION)
    .option('--json', 'accepted for symmetry: the last line is one JSON object in any case')
    .action(async (target: string, flags: NightlyFlags) => {
      mkdirSync(flags.archive, { recursive: true });
      const lock = await acquireLock(flags.archive);
      if (lock === null) {
        console.error(`ratetree: another run is at work on ${flags.archive}`);
        process.exitCode = EXIT.alreadyRunning;
        return;
      }
      try {
        const { report, requests } = await night(target, flags);
        const isPartial = report.outcome === 'published' && report.failures.length > 0;
        process.exitCode = isPartial ? EXIT.providerFailures : OUTCOMES[report.outcome];
        if (report.error !== null) console.error(`ratetree: ${report.error}`);
        console.log(JSON.stringify({ ...report, requests, seconds: secondsSinceStart() }));
      } finally {
        await lock.release();
      }
    });
}

async function night(
  target: string,
  flags: NightlyFlags,
): Promise<{ report: NightReport; requests: ObjectStore['requests'] }> {
  const signer = toSigner(flags);
  let store: ObjectStore;
  try {
    store = await openStore(target, flags, 'write');
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const nothing = { release: null, restored: 0, failures: [], refusals: [], published: null };
    return { report: { ...nothing, outcome: 'store failed', error: error.message }, requests: {} };
  }
  try {
    const report = await runNight(toNightSteps(store, signer, flags));
    if (report.outcome === 'published') await pruneTo(store, flags.keep);
    return { report, requests: store.requests };
  } finally {
    await store.close();
  }
}

function toNightSteps(store: ObjectStore, signer: Signer | null, flags: NightlyFlags): NightSteps {
  const steps = toSteps(store, signer);
  let accepted: readonly Acceptance[] = [];
  return {
    async restore() {
      const inForce = await readPointer(store);
      if (inForce === null) return 0;
      const { archive, release } = inForce.pointer;
      const fetched = await restoreArchive(store, archive, flags.archive, AT_ONCE, release);
      await noteReleaseInForce(store, flags.archive, release);
      return fetched;
    },
    async collect() {
      const summaries = await collect(flags, (event) => {
        if (event.kind !== 'started' && event.kind !== 'document') console.error(toCollectLine(event));
      });
      return summaries.flatMap(({ failures }) => failures.slice(0, 1));
    },
    generate: () => generateTree(flags),
    async check() {
      const checked = await checkAgainst(store, flags.out, flags.accept ?? []);
      for (const line of reportLines(checked.report)) console.error(line);
      accepted = checked.accepted;
      return checked.report.refusals.map(({ fact }) => fact);
    },
    publish: () => publish({ ...steps, tree: openLocalTree(flags.out), archiveDir: flags.archive, accepted }),
    async refresh() {
      const inForce = await readPointer(store);
      if (inForce === null) return null;
      const { release } = inForce.pointer;
      const sequence = await flip(steps, inForce, inForce.pointer);
      return { release, sequence, isNew: false, objects: 1, bytes: 0, copied: 0, removed: 0 };
    },
  };
}

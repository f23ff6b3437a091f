/**
 * `ratetree nightly`: restores the archive, collects, generates, checks and publishes. It is made for schedulers: each
 * end has an exit code, the last line of standard output is one JSON object, and a second run only signs again.
 */
import type { Command } from 'commander';
import { makeFolder } from '../kit/files.ts';
import { KnownFiles } from '../kit/known-files.ts';
import { manualText } from '../kit/terminal.ts';
import { keepCollected } from '../release/archive/collected.ts';
import { ofOwnTree, openGenerated } from '../release/pointer/generated.ts';
import { readInForce } from '../release/pointer/in-force.ts';
import { ACCEPT_OPTION } from './check.ts';
import { ARCHIVE_OPTION, toDaysFlag } from './cli/flags.ts';
import { acquireLock } from './cli/lock.ts';
import {
  KEEP_OPTION,
  LIFT_HOLD_OPTION,
  pruneTo,
  REPLACE_KEY_OPTION,
  SIGNING_OPTION,
  type SigningFlags,
  toSigner,
  toSteps,
  withLogOptions,
} from './cli/publishing.ts';
import { ROOT_OPTION, STORE_ARGUMENT, type StoreFlags, withStore, withStoreOptions } from './cli/target.ts';
import { type CollectFlags, collectAloud, withCollectOptions } from './collect.ts';
import { type GenerateFlags, withGenerateOptions } from './generate.ts';
import { trySample, UNREAD } from './mending.ts';
import { NobodyAnswered } from './night-banks.ts';
import { exitCodeOf, failureFacts, type NightSoFar, reportAtEnd } from './night-report.ts';
import {
  collectNews,
  generateAloud,
  type NightSteps,
  putIntoForce,
  restore,
  sayHeld,
  withDisk,
} from './night-steps.ts';
import { sayJudgement, sayNotices, sayQuarantine } from './night-words.ts';

export interface NightlyFlags extends CollectFlags, GenerateFlags, StoreFlags, SigningFlags {
  readonly accept?: readonly string[];
  readonly liftHold?: true;
  readonly whole?: true;
  readonly keep?: number;
  readonly keepRaw?: number;
}

const EXAMPLES = [
  'ratetree nightly s3://rates/public --signing-key signing.pem',
  'ratetree nightly releases --budget 300           a folder laid out as a bucket',
];

export function addNightly(program: Command): void {
  withLogOptions(withStoreOptions(withGenerateOptions(withCollectOptions(program.command('nightly')))))
    .argument(...STORE_ARGUMENT)
    .option(...ROOT_OPTION)
    .option(...ARCHIVE_OPTION)
    .option(...SIGNING_OPTION)
    .option(...REPLACE_KEY_OPTION)
    .option(...ACCEPT_OPTION)
    .option(...LIFT_HOLD_OPTION)
    .option(...KEEP_OPTION)
    .option(
      '--keep-raw <days>',
      'keep the documents behind new figures for so many days, 0 for none (default: for ever)',
      toDaysFlag,
    )
    .option('--whole', 'on an empty disk, fetch the whole archive and make the whole tree, not only what is new')
    .addHelpText('after', manualText(EXAMPLES))
    .action(reportNight);
}

/** Runs the night. Its report is printed when the process ends, whatever goes wrong. */
async function reportNight(target: string, flags: NightlyFlags): Promise<void> {
  const soFar = reportAtEnd();
  try {
    await nightAlone(target, flags, soFar);
    process.exitCode = exitCodeOf(soFar.report, flags);
  } catch (error) {
    const told = ofOwnTree(flags.out, error);
    soFar.tell(failureFacts(told));
    throw told;
  }
}

/**
 * Runs the night unless another run is at work on the same archive.
 * @param collect brings what is new into the archive; a measurement brings lists of its own making
 */
export async function nightAlone(
  target: string,
  flags: NightlyFlags,
  soFar: NightSoFar,
  collect: typeof collectAloud = collectAloud,
): Promise<void> {
  makeFolder(flags.archive);
  const lock = await acquireLock(flags.archive);
  if (lock === null) {
    const error = `another run is at work on ${flags.archive}`;
    console.error(`ratetree: ${error}`);
    return soFar.tell({ outcome: 'already running', error });
  }
  try {
    const signer = toSigner(flags);
    await withStore(target, flags, 'write', (store) => {
      soFar.tell({ requests: store.requests });
      const steps = toSteps(store, signer, flags, (line) => {
        console.error(line);
        soFar.tell({}, [line]);
      });
      return withDisk(target, flags, soFar, (disk) => night({ ...steps, disk }, flags, soFar, collect));
    });
  } finally {
    await lock.release();
  }
}

async function night(
  steps: NightSteps,
  flags: NightlyFlags,
  soFar: NightSoFar,
  collect: typeof collectAloud,
): Promise<void> {
  const { store, disk } = steps;
  const { archive, out, accept: facts = [] } = flags;
  const hashes = new KnownFiles(archive);

  // Checked before anything is collected, so that a forgotten key or a wrong clock costs no night.
  const inForce = await readInForce(steps);
  const sample = await trySample(steps, inForce, flags, null);
  soFar.tell({ checked: sample });

  const restored = await restore(steps, inForce, hashes, flags.whole === true);
  soFar.tell({ restored: restored.files }, restored.failures);

  const collected = await collectNews(steps, inForce, flags, collect);
  const { documents, unread, silence } = collected;
  soFar.tell({ documents, passing: unread.passing }, unread.failures);
  if (inForce === null && silence.hasNothing) throw new NobodyAnswered(silence.asked);
  const kept = await keepCollected(steps, hashes, inForce, restored.archive);
  soFar.tell({ pending: kept });

  const made = await generateAloud(flags, disk.upstreamOf(inForce));
  // The new tree has files that the old one on this disk, or an empty disk, did not have; and the store may answer now.
  const checked = sample?.left.length === 0 ? sample : await trySample(steps, inForce, flags, sample);
  soFar.tell({ checked }, inForce !== null && checked === null ? [UNREAD] : []);

  // Read again: a collection takes minutes. What the tree is compared with is what it will be published over.
  const before = await readInForce(steps);
  const tree = await openGenerated(out, store);
  const { refusals, toDo } = await sayJudgement({ tree, before }, facts);
  if (collected.hasNews) await sayQuarantine(tree);
  const notices = [...sayNotices(made), ...toDo];
  const held = sayHeld(before, flags);
  const { voices, failures } = made;
  soFar.tell({ release: tree.pointer.release, voices, notices, refusals, held }, failures);

  const ended = await putIntoForce(steps, flags, { before, tree, hashes, pending: kept, refusals, held });
  soFar.tell(ended.facts, ended.failures);
  // It is published all the same: the pointer stays fresh, and the status says who is late.
  if (silence.isUnanswered && ended.facts.outcome === 'published') soFar.tell({ outcome: 'unanswered' });
  if (ended.facts.outcome !== 'published') return;
  await pruneTo(steps, flags.keep);
  for (const fault of checked?.left ?? []) console.error(`${fault}: cannot be written again; see repair`);
}

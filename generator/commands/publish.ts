/** `ratetree publish`: puts a generated tree into a store as a release. */
import type { Command } from 'commander';
import { manualText } from '../kit/terminal.ts';
import { figuresOf, readArchiveOf } from '../release/archive/archive-list.ts';
import { openGenerated } from '../release/pointer/generated.ts';
import { endJoin, joinParts, readParts } from '../release/publish/join-parts.ts';
import { compareWithStore, planLine, planRelease } from '../release/publish/plan.ts';
import { publish } from '../release/publish/publish.ts';
import type { ObjectStore } from '../release/store/store.ts';
import type { PartLabel } from '../release/tree/read/tree-options.ts';
import { InputError } from '../wire/words/input-error.ts';
import { ARCHIVE_OPTION, JSON_OPTION, refuseMissingFolder } from './cli/flags.ts';
import {
  KEEP_OPTION,
  LIFT_HOLD_OPTION,
  printRelease,
  pruneTo,
  REPLACE_KEY_OPTION,
  SIGNING_OPTION,
  type SigningFlags,
  toSigner,
  toSteps,
  withLogOptions,
} from './cli/publishing.ts';
import { ROOT_OPTION, STORE_ARGUMENT, type StoreFlags, withStore, withStoreOptions } from './cli/target.ts';

interface PublishFlags extends StoreFlags, SigningFlags {
  readonly from: string;
  readonly archive: string;
  readonly part?: readonly string[];
  readonly keep?: number;
  readonly liftHold?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

const PART_OPTION = [
  '--part <dir>',
  'a part made by generate --shard; repeat the flag for each, and name an empty folder with --from',
  (dir: string, named: readonly string[] = []) => [...named, dir],
] as const;

export function addPublish(program: Command): void {
  withLogOptions(withStoreOptions(program.command('publish')))
    .argument(...STORE_ARGUMENT)
    .option(...ROOT_OPTION)
    .option('--from <dir>', 'the tree', 'dist')
    .option(...PART_OPTION)
    .option(...ARCHIVE_OPTION)
    .option(...SIGNING_OPTION)
    .option(...REPLACE_KEY_OPTION)
    .option(...LIFT_HOLD_OPTION)
    .option(...KEEP_OPTION)
    .option('--dry-run', 'print what would be uploaded, and write nothing')
    .option(...JSON_OPTION)
    .addHelpText('after', manualText(['ratetree publish s3://rates/public --signing-key signing.pem']))
    .action(async (target: string, flags: PublishFlags) => {
      if (flags.part !== undefined) await joinTree(flags.part, flags.archive, flags.from);
      if (flags.dryRun === true) return withStore(target, flags, 'read', (store) => printPlan(store, flags));
      // Before the store is opened, which would make the folder of a new one.
      refuseMissingFolder(flags.from, 'tree', '--from');
      refuseMissingFolder(flags.archive, 'archive', '--archive');
      if (flags.signingKey !== undefined) toSigner(flags);
      return withStore(target, flags, 'write', (store) => publishInto(store, flags));
    });
}

async function printPlan(store: ObjectStore, { from }: PublishFlags): Promise<void> {
  console.log(planLine(await planRelease(store, await compareWithStore(store, from))));
}

async function publishInto(store: ObjectStore, flags: PublishFlags): Promise<void> {
  const tree = await openGenerated(flags.from, store);
  const steps = toSteps(store, toSigner(flags), flags);
  const summary = await publish({
    ...steps,
    tree,
    archiveDir: flags.archive,
    liftHold: flags.liftHold === true,
  });
  await pruneTo(steps, flags.keep);
  printRelease(store, summary, flags.json === true);
}

/**
 * Joins the parts of a tree that several machines have made, and makes the tree whole.
 * @param out an empty folder for the whole tree
 * @throws InputError naming a part that is missing, is named twice, or was made from something else
 */
async function joinTree(dirs: readonly string[], archive: string, out: string): Promise<void> {
  const parts = await readParts(dirs);
  const { label } = parts[0];
  if (label.archive !== figuresOf((await readArchiveOf(archive)).list))
    throw new InputError(`${archive} is not the archive that the parts were made from: name that one with --archive`);
  await joinParts(parts, out);
  const { date, since, asOf } = label;
  const toBases = (codes: PartLabel['bases']) => (codes === null ? ('all' as const) : new Set(codes));
  // Loaded only here: the readers of all banks cost a fifth of a second, and a whole tree needs none of them.
  const { generateTree, summaryWords } = await import('./generate.ts');
  const chosen = { bases: toBases(label.bases), historyBases: toBases(label.historyBases) };
  const summary = await generateTree({
    archive,
    out,
    date,
    ...chosen,
    ...(since && { since }),
    ...(asOf && { asOf }),
  });
  for (const failure of summary.failures) console.error(failure);
  console.error(`joined ${parts.length} parts: ${summaryWords(summary)}`);
  endJoin(out);
}

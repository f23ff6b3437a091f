/** `ratetree publish`: puts a generated tree into a store as a release. */
import type { Command } from 'commander';
import { ARCHIVE_OPTION, JSON_OPTION } from '../cli/flags.ts';
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
} from '../cli/publishing.ts';
import { ROOT_OPTION, STORE_ARGUMENT, type StoreFlags, withStore, withStoreOptions } from '../cli/target.ts';
import { manualText } from '../kit/manual.ts';
import { openGenerated } from '../release/pointer/generated.ts';
import { planRelease, publish } from '../release/steps/publish.ts';
import type { ObjectStore } from '../store/store.ts';
import { joinTree, PART_OPTION } from './parts.ts';

interface PublishFlags extends StoreFlags, SigningFlags {
  readonly from: string;
  readonly archive: string;
  readonly part?: readonly string[];
  readonly keep?: number;
  readonly liftHold?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

export function addPublish(program: Command): void {
  withStoreOptions(program.command('publish'))
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
      return flags.dryRun === true
        ? withStore(target, flags, 'read', (store) => printPlan(store, flags))
        : withStore(target, flags, 'write', (store) => publishInto(store, flags));
    });
}

async function printPlan(store: ObjectStore, { from }: PublishFlags): Promise<void> {
  const { release, isNew, objects, bytes } = await planRelease(store, await openGenerated(from, store));
  const what = isNew
    ? `would upload ${objects} objects, ${bytes} bytes`
    : 'is in force: the pointer would be signed again';
  console.log(`release ${release} ${what}`);
}

async function publishInto(store: ObjectStore, flags: PublishFlags): Promise<void> {
  const tree = await openGenerated(flags.from, store);
  const steps = toSteps(store, toSigner(flags), flags);
  const summary = await publish({
    ...steps,
    tree,
    archiveDir: flags.archive,
    accepted: tree.root.accepted,
    liftHold: flags.liftHold === true,
  });
  await pruneTo(steps, flags.keep);
  printRelease(store, summary, flags.json === true);
}

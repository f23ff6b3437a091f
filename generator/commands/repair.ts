/**
 * `ratetree repair`: shows what a store has, brings a lost pointer back, and writes damaged objects again.
 */
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { manualText } from '../kit/terminal.ts';
import { toLogged } from '../release/objects/log-release.ts';
import { mendLog } from '../release/objects/mend-log.ts';
import { copyStable } from '../release/objects/stable-copies.ts';
import type { Signing } from '../release/pointer/flip.ts';
import { beginAbove, keepSeen, readSeen } from '../release/pointer/lost-pointer.ts';
import {
  isPublished,
  keptAmong,
  readPointer,
  releaseWords,
  signAnew,
  writePointer,
} from '../release/pointer/published.ts';
import { distrust, readSigner, type Trust } from '../release/pointer/signing.ts';
import { type Inventory, inventoryLines, ownStore, planPointer, readInventory } from '../release/publish/inventory.ts';
import type { Replacing } from '../release/publish/mend.ts';
import { sweep } from '../release/publish/prune.ts';
import { rehearsalOf } from '../release/store/rehearsal.ts';
import { type ObjectStore, StoreError } from '../release/store/store.ts';
import { placeOf } from '../release/verify/report.ts';
import { type Repaired, repairRelease } from '../release/verify/verify.ts';
import { COPIES_KEY } from '../wire/release/keys.ts';
import { type Pointer, pointerText } from '../wire/release/pointer.ts';
import { EXIT, InputError } from '../wire/words/input-error.ts';
import { ARCHIVE_OPTION, JSON_OPTION, refuseMissingFolder, toCountFlag } from './cli/flags.ts';
import { REPLACE_KEY_OPTION, SIGNING_OPTION, type SigningFlags, toSteps } from './cli/publishing.ts';
import { STORE_ARGUMENT, type StoreFlags, withStore, withStoreOptions } from './cli/target.ts';
import { openedIfThere } from './mending.ts';

interface RepairFlags extends StoreFlags, SigningFlags {
  readonly from: string;
  readonly archive: string;
  readonly sequence?: number;
  readonly sweep?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

export function addRepair(program: Command): void {
  withStoreOptions(program.command('repair'))
    .argument(...STORE_ARGUMENT)
    .option('--from <dir>', 'a tree, or another store in a folder, to write objects again from', 'dist')
    .option(...ARCHIVE_OPTION)
    .option(...SIGNING_OPTION)
    .option(...REPLACE_KEY_OPTION)
    .option('--sequence <number>', 'the highest sequence that any reader has seen, if known', toCountFlag)
    .option('--sweep', 'delete what no release names and is older than a day; use it while no night runs')
    .option('--dry-run', 'print what would be done, and write nothing')
    .option(...JSON_OPTION)
    .addHelpText('after', manualText(['ratetree repair s3://rates/public                what the store has']))
    .action((target: string, flags: RepairFlags, command: Command) => {
      // Both are used if they are there. Only a folder that somebody has named must be there.
      if (command.getOptionValueSource('from') === 'cli') refuseMissingFolder(flags.from, 'tree', '--from');
      if (command.getOptionValueSource('archive') === 'cli') refuseMissingFolder(flags.archive, 'archive', '--archive');
      if (flags.sweep === true)
        return withStore(target, flags, 'change', (store) => sweepAloud(toSigning(store, flags), flags));
      return flags.dryRun === true
        ? withStore(target, flags, 'read', (store) => repair(rehearsalOf(store), flags))
        : withStore(target, flags, 'change', (store) => repair(store, flags));
    });
}

async function repair(opened: ObjectStore, flags: RepairFlags): Promise<void> {
  const signing = toSigning(opened, flags);
  const { store, keptIn } = signing;
  const inventory = withSeen(
    await readInventory(store, signing),
    keptIn === undefined ? null : readSeen(keptIn, store),
  );
  for (const line of inventoryLines(inventory)) console.log(line);
  const isEmpty = inventory.etag === null && inventory.left.length === 0;
  if (flags.sequence !== undefined && inventory.etag === null && (isEmpty || isNothingSigned(inventory, signing)))
    return begin(signing, flags.sequence, flags);
  if (isEmpty)
    throw new InputError(`${store.name}: nothing was ever published here, so nothing can be repaired; run publish`);
  const would = flags.dryRun === true ? 'would be ' : '';
  if (flags.replaceKey !== undefined) await signAnew(signing, ownStore(inventory, signing));
  const { pointer, words } = await repairPointer(signing, inventory, flags);
  if (words !== null) console.log(`${would === '' ? 'done' : 'would do'}: pointer: ${words}`);
  if (!isPublished(pointer))
    throw new InputError(`${store.name} is a tree: delete it and run generate, or repair a store with it as --from`);
  const replacing: Replacing = {
    store,
    pointer,
    from: await openedIfThere(flags.from),
    archiveDir: flags.archive,
    trust: signing,
  };
  const files = await repairRelease({ ...replacing, mode: 'pointer', sample: null });
  const stable = await repairStable(replacing, inventory, files);
  const log = await mendLog(store, replacing.from, toLoggedIn(inventory, signing));
  const mended = [...files.mended, ...stable.mended, ...log.mended];
  const left = [...files.left, ...stable.left, ...log.left];
  for (const key of mended) console.log(`${would}written again: ${key}`);
  for (const fault of left)
    console.log(`left: ${fault.kind} ${placeOf(fault)}${fault.why === '' ? '' : `: ${fault.why}`}`);
  const { filesChecked } = files.counts;
  console.log(`${filesChecked} files checked, ${mended.length} objects ${would}written again, ${left.length} left`);
  if (flags.json === true)
    console.log(JSON.stringify({ pointer, changed: words, mended, left, requests: store.requests }));
  if (left.length === 0) return;
  if (left.length > log.left.length) console.log(await adviceOn(replacing));
  process.exitCode = EXIT.storeFailed;
}

/** What this machine remembers of the store is a copy of a pointer like any other. */
function withSeen(inventory: Inventory, seen: Pointer | null): Inventory {
  const { copies } = inventory;
  if (seen === null || copies.some((copy) => pointerText(copy) === pointerText(seen))) return { ...inventory, seen };
  return { ...inventory, seen, copies: [...copies, seen].sort((left, right) => left.sequence - right.sequence) };
}

function isNothingSigned({ copies }: Inventory, signing: Signing): boolean {
  return signing.signer !== null && copies.every((one) => distrust(one, signing) !== null);
}

/** Nothing here says which release to point at. */
async function begin(signing: Signing, sequence: number, { dryRun, json }: RepairFlags): Promise<void> {
  await beginAbove(signing, sequence);
  const words = `nothing that may be believed is left: the next night publishes as the first one, above ${sequence}`;
  console.log(`${dryRun === true ? 'would do' : 'done'}: pointer: ${words}`);
  if (json === true) console.log(JSON.stringify({ pointer: null, changed: words, mended: [], left: [] }));
}

/** What was signed of releases, and so may stand in the log. */
function toLoggedIn({ copies, draft }: Inventory, trust: Trust) {
  const kept = keptAmong(copies.filter((copy) => distrust(copy, trust) === null));
  return [...kept, ...(draft?.next ?? [])].map(toLogged);
}

async function sweepAloud(signing: Signing, { dryRun, json }: RepairFlags): Promise<void> {
  const { store } = signing;
  const swept = await sweep(store, signing, Date.now(), dryRun !== true);
  console.log(`${swept} objects that no release names ${dryRun === true ? 'would be ' : ''}deleted`);
  if (json === true) console.log(JSON.stringify({ swept, requests: store.requests }));
}

function toSigning(store: ObjectStore, flags: RepairFlags) {
  const steps = toSteps(store, readSigner(flags.signingKey ?? null, process.env), flags);
  return { ...steps, keptIn: existsSync(flags.archive) ? flags.archive : undefined };
}

async function repairPointer(signing: Signing, inventory: Inventory, flags: RepairFlags) {
  const { store, keptIn } = signing;
  const plan = planPointer(inventory, signing, flags.sequence ?? null);
  if (plan === null) return { pointer: inventory.pointer as Pointer, words: null };
  const before = inventory.etag === null ? null : { pointer: null, etag: inventory.etag };
  if ((await writePointer(store, plan.pointer, before)) === 'changed')
    throw new StoreError(`${store.name}: another publisher moved the pointer meanwhile; run repair again`);
  if (keptIn !== undefined && flags.dryRun !== true) await keepSeen(keptIn, store, plan.pointer);
  return plan;
}

/** The stable copies follow the release, and only once all of it is there. */
async function repairStable(replacing: Replacing, { stable }: Inventory, files: Repaired): Promise<Repaired> {
  if (files.left.length > 0) return { mended: [], left: [], counts: files.counts };
  const { store, pointer } = replacing;
  const mended: string[] = [];
  if (stable?.root !== pointer.root || stable.toward !== undefined) {
    // A mark that cannot be read says nothing, so every file is copied.
    if (stable === null) await store.delete([COPIES_KEY]);
    await copyStable(store, pointer, () => {});
    mended.push(COPIES_KEY);
  }
  const copies = await repairRelease({ ...replacing, mode: 'stable', sample: null });
  return { ...copies, mended: [...mended, ...copies.mended] };
}

async function adviceOn({ pointer, from }: Replacing): Promise<string> {
  if (from !== null && (await readPointer(from))?.pointer.release === pointer.release)
    return 'neither the tree nor the archive has what is left; see docs/incidents.md';
  // What was seen later than its first publication is not in the release.
  return (
    `the tree is not that of ${releaseWords(pointer)}: make it with "ratetree generate --as-of ${pointer.published} --out past" ` +
    'and run repair again with --from past'
  );
}

/** `ratetree publish`, `rollback`, `keygen`: a release into a store, back out of force, and the key that signs it. */
import type { Command } from 'commander';
import { prune } from '../release/prune.ts';
import { type PublishOptions, type PublishSummary, planRelease, publish } from '../release/publish.ts';
import { rollback } from '../release/rollback.ts';
import { readSigner, type Signer, writeKeyPair } from '../release/signing.ts';
import type { ObjectStore } from '../store/store.ts';
import { openLocalTree } from '../tree/local-tree.ts';
import { toCountFlag } from './flags.ts';
import { Progress } from './progress.ts';
import { ARCHIVE_OPTION } from './shared.ts';
import { AT_ONCE, type StoreFlags, withStore, withStoreOptions } from './target.ts';

export interface SigningFlags {
  readonly signingKey?: string;
}

interface PublishFlags extends StoreFlags, SigningFlags {
  readonly from: string;
  readonly archive: string;
  readonly keep?: number;
  readonly dryRun?: true;
  readonly json?: true;
}

interface RollbackFlags extends StoreFlags, SigningFlags {
  readonly to?: string;
  readonly json?: true;
}

export const SIGNING_OPTION = ['--signing-key <file>', 'Ed25519 key in PEM (default: RATETREE_SIGNING_KEY)'] as const;
export const KEEP_OPTION = [
  '--keep <releases>',
  'then let go of all but the newest so many (default: keep all)',
  toCountFlag,
] as const;
const TARGET = ['<target>', 's3://BUCKET/PREFIX, or a folder'] as const;
const JSON_OPTION = ['--json', 'one last line of JSON for machines'] as const;

export function addPublish(program: Command): void {
  withStoreOptions(program.command('publish'))
    .argument(...TARGET)
    .option('--from <dir>', 'the tree', 'dist')
    .option(...ARCHIVE_OPTION)
    .option(...SIGNING_OPTION)
    .option(...KEEP_OPTION)
    .option('--dry-run', 'say what would be uploaded, and write nothing')
    .option(...JSON_OPTION)
    .action((target: string, flags: PublishFlags) =>
      withStore(target, flags, flags.dryRun === true ? 'read' : 'write', (store) => publishInto(store, flags)),
    );
}

export function addRollback(program: Command): void {
  withStoreOptions(program.command('rollback'))
    .argument(...TARGET)
    .option('--to <release>', 'its id (default: the one published before the one in force)')
    .option(...SIGNING_OPTION)
    .option(...JSON_OPTION)
    .action((target: string, flags: RollbackFlags) =>
      withStore(target, flags, 'write', async (store) => {
        const summary = await rollback(toSteps(store, toSigner(flags)), flags.to ?? null);
        report(store, summary, flags.json === true);
      }),
    );
}

export function addKeygen(program: Command): void {
  program
    .command('keygen')
    .option('--out <file>', 'the private key; the public one gets .pub', 'ratetree-signing.pem')
    .action(({ out }: { readonly out: string }) => {
      const { id, privateFile, publicFile } = writeKeyPair(out);
      console.log(`key ${id}: keep ${privateFile} to yourself, give ${publicFile} to whoever verifies`);
    });
}

/** The key, or null, which is said: an unsigned release proves nothing. */
export function toSigner({ signingKey }: SigningFlags): Signer | null {
  const signer = readSigner(signingKey ?? null, process.env);
  if (signer === null) console.error('no signing key: nobody signs the pointer, so that it proves nothing');
  return signer;
}

export function toSteps(store: ObjectStore, signer: Signer | null) {
  const progress = new Progress(process.stderr, () => performance.now(), 'objects');
  const onProgress: PublishOptions['onProgress'] = (part, done, total) => progress.step(part, done, total);
  return { store, signer, now: () => new Date(), atOnce: AT_ONCE, onProgress };
}

async function publishInto(store: ObjectStore, flags: PublishFlags): Promise<void> {
  const tree = openLocalTree(flags.from);
  if (flags.dryRun === true) {
    const { release, isNew, objects, bytes } = await planRelease(store, tree);
    const words = isNew
      ? `would upload ${objects} objects, ${bytes} bytes`
      : 'is in force: the pointer would be signed again';
    console.log(`release ${release} ${words}`);
    return;
  }
  const steps = toSteps(store, toSigner(flags));
  const summary = await publish({ ...steps, tree, archiveDir: flags.archive, accepted: [] });
  await pruneTo(store, flags.keep);
  report(store, summary, flags.json === true);
}

export async function pruneTo(store: ObjectStore, keep: number | undefined): Promise<void> {
  if (keep === undefined) return;
  const { releases, objects } = await prune(store, keep);
  if (releases.length > 0) console.error(`let go of ${releases.length} older releases: ${objects} objects`);
}

function report(store: ObjectStore, summary: PublishSummary, isJson: boolean): void {
  const { release, sequence, objects, bytes, copied, removed, isNew } = summary;
  const what = isNew ? `${objects} objects, ${bytes} bytes` : 'nothing new, the pointer signed again';
  console.log(
    `release ${release} in force under sequence ${sequence}: ${what}; ${copied} stable copies, ${removed} removed`,
  );
  if (isJson) console.log(JSON.stringify({ ...summary, requests: store.requests, seconds: secondsSinceStart() }));
}

/** Of this process, to the millisecond. */
export function secondsSinceStart(): number {
  return Math.round(performance.now()) / 1000;
}

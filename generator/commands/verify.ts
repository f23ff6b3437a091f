/** `ratetree verify`: a stranger's check of what was published. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { toDispatcher, toUserAgent } from '../feeds/fetch.ts';
import { readVersion } from '../kit/package.ts';
import { isGood, verifyLines } from '../verify/report.ts';
import { readRemembered, writeRemembered } from '../verify/seen.ts';
import { folderSource, httpSource, storeSource, type VerifySource } from '../verify/source.ts';
import { verifyTarget } from '../verify/verify.ts';
import { parseTrustedKeys } from '../wire/pointer.ts';
import { toCountFlag } from './flags.ts';
import { AT_ONCE, openStore, type StoreFlags, withStoreOptions } from './target.ts';

interface VerifyFlags extends StoreFlags {
  readonly publicKey?: readonly string[];
  readonly sequence?: number;
  readonly sample?: number;
  readonly seed: string;
  readonly stable?: true;
  readonly json?: true;
}

/** Sequences seen, so that an old release shown again is found out. */
const MEMORY = join('.ratetree', 'verified');

export function addVerify(program: Command): void {
  withStoreOptions(program.command('verify'))
    .argument('<target>', 'a folder, s3://BUCKET/PREFIX, or http(s)://…')
    .option('--public-key <files...>', 'keys to trust, in PEM; without one nothing proves who made the files')
    .option('--sequence <number>', 'refuse a lower one (default: the highest seen here)', toCountFlag)
    .option('--sample <files>', 'check so many files, chosen at random', toCountFlag)
    .addOption(new Option('--seed <text>', 'choose the same sample again').default(`${process.pid}`, 'a new one'))
    .option('--stable', 'check the copies at the stable addresses v1/…')
    .option('--json', 'one last line of JSON for machines')
    .action(async (target: string, flags: VerifyFlags) => {
      const source = await openSource(target, flags);
      try {
        await verify(source, flags);
      } finally {
        await source.close();
      }
    });
}

async function verify(source: VerifySource, flags: VerifyFlags): Promise<void> {
  const trusted =
    flags.publicKey === undefined ? null : parseTrustedKeys(flags.publicKey.map((file) => readFileSync(file, 'utf8')));
  const isProven = trusted !== null;
  const report = await verifyTarget({
    source,
    trusted,
    sequenceMin: flags.sequence ?? (await readRemembered(MEMORY, source.name, isProven)),
    now: new Date(),
    sample: flags.sample === undefined ? null : { files: flags.sample, seed: flags.seed },
    mode: flags.stable === true ? 'stable' : 'auto',
    atOnce: AT_ONCE,
  });
  for (const line of verifyLines(report)) console.log(line);
  if (flags.json === true) console.log(JSON.stringify(report));
  if (!isGood(report)) process.exitCode = 1;
  // A pointer that was refused is not in the report: what is in it was in force, whatever is wrong below it.
  if (report.pointer !== null) await writeRemembered(MEMORY, source.name, report.pointer.sequence, isProven);
}

/** Whatever can be read by path: a folder, a bucket, an HTTP server. */
export async function openSource(target: string, flags: StoreFlags): Promise<VerifySource> {
  if (/^https?:\/\//.test(target)) {
    return httpSource(target, { userAgent: toUserAgent(readVersion()), dispatcher: toDispatcher(process.env) });
  }
  return target.startsWith('s3://') ? storeSource(await openStore(target, flags, 'read')) : folderSource(target);
}

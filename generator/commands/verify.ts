/** `ratetree verify`: checks what was published, as a stranger would; its log, too, and a proof in a file. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { atPath } from '../kit/files.ts';
import { Progress } from '../kit/progress.ts';
import { counted, manualText } from '../kit/terminal.ts';
import { type NoteKey, parseCheckpoint, parseNoteKey } from '../release/log/note.ts';
import type { Trust } from '../release/log/witness.ts';
import { parseProof } from '../release/proof/proof.ts';
import { checkProof } from '../release/verify/check-proof.ts';
import { checkLog } from '../release/verify/log.ts';
import { isGood, type VerifyReport, verifyLines } from '../release/verify/report.ts';
import { randomSeed } from '../release/verify/sample.ts';
import { readRemembered, writeRemembered } from '../release/verify/seen.ts';
import type { VerifySource } from '../release/verify/source.ts';
import { verifyTarget } from '../release/verify/verify.ts';
import { parseTrustedKeys, type TrustedKeys } from '../wire/release/pointer.ts';
import { EXIT, InputError } from '../wire/words/input-error.ts';
import { JSON_OPTION, toCountFlag } from './cli/flags.ts';
import { type StoreFlags, withSource, withStoreOptions } from './cli/target.ts';

interface VerifyFlags extends LogFlags {
  readonly sequence?: number;
  readonly sample?: number;
  readonly seed?: string;
  readonly stable?: true;
  readonly all?: true;
}

/** The highest sequence seen at each target is kept here, so that an older release that is shown again is noticed. */
const MEMORY = join('.ratetree', 'verified');

const EXAMPLES = [
  'ratetree verify https://rates.example/ --public-key signing.pub',
  'ratetree verify s3://rates/public --sample 200',
];

export function addVerify(program: Command): void {
  withLogFlags(withStoreOptions(program.command('verify')))
    .argument('<target>', 'a folder, s3://BUCKET/PREFIX, http(s)://… of files or a gateway, or the file of a proof')
    .option('--public-key <files...>', 'trusted keys in PEM; without one nothing proves who made the files')
    .option('--sequence <number>', 'refuse a lower sequence (default: the highest seen here)', toCountFlag)
    .option('--sample <files>', 'check only this many files, chosen at random', toCountFlag)
    .option('--seed <text>', 'choose the same sample again (default: at random; it is printed)')
    .option('--all', 'check every release that is kept, not only the one in force')
    .option('--stable', 'check the copies at the stable addresses v1/…')
    .option(...JSON_OPTION)
    .addHelpText('after', manualText(EXAMPLES))
    .action(async (target: string, flags: VerifyFlags) => {
      const isProof = statSync(target, { throwIfNoEntry: false })?.isFile() === true;
      refuseUnfit(flags, isProof);
      if (isProof) return verifyProof(target, flags);
      if (/\.proof$/.test(target) && !/^(https?|s3):/i.test(target) && !existsSync(target))
        throw new InputError(`${target}: there is no such file; write the proof of a figure with "ratetree prove"`);
      if (flags.log === true) return verifyLog(target, flags);
      await withSource(target, flags, (source) => verify(source, flags));
    });
}

const OF_FILES = ['sequence', 'sample', 'seed', 'all', 'stable'] as const;
/** By what is checked: the flags that decide nothing, and why. */
const UNFIT = {
  proof: [[...OF_FILES, 'log', 'checkpoint'], 'a proof is checked whole'],
  log: [OF_FILES, 'the log is checked whole'],
  files: [['checkpoint', 'witness', 'witnessQuorum'], 'it is for --log'],
} as const;

/** Whoever gives a flag that decides nothing would believe more than was checked. @throws InputError naming the flag */
function refuseUnfit(flags: VerifyFlags, isProof: boolean): void {
  const [names, why] = UNFIT[isProof ? 'proof' : flags.log === true ? 'log' : 'files'];
  const unfit = names.find((name) => flags[name] !== undefined)?.replace('Q', '-q');
  if (unfit !== undefined) throw new InputError(`--${unfit} decides nothing here: ${why}; leave it out`);
  if (flags.seed !== undefined && flags.sample === undefined)
    throw new InputError('--seed chooses a sample: add --sample, or leave it out');
  if (flags.all === true && (flags.sample !== undefined || flags.stable === true))
    throw new InputError('--all checks whole releases: leave out --sample and --stable');
}

async function verify(source: VerifySource, flags: VerifyFlags): Promise<VerifyReport> {
  if (source.isGateway === true && (flags.all === true || flags.stable === true))
    throw new InputError(
      `${source.name} is a gateway, which has the release in force alone: leave out --all and --stable`,
    );
  const trusted = readTrusted(flags);
  const isProven = trusted !== null;
  const progress = new Progress(process.stderr, () => performance.now(), 'checked');
  const report = await verifyTarget({
    source,
    trusted,
    sequenceMin: flags.sequence ?? (await readRemembered(MEMORY, source.name, isProven)),
    now: new Date(),
    sample: flags.sample === undefined ? null : { files: flags.sample, seed: flags.seed ?? randomSeed() },
    isAll: flags.all === true,
    mode: flags.stable === true ? 'stable' : 'auto',
    onProgress: (part, done, total) => progress.step(part, done, total),
  });
  progress.end();
  for (const line of verifyLines(report)) console.log(line);
  if (flags.json === true) console.log(JSON.stringify(report));
  if (!isGood(report)) process.exitCode = EXIT.faultsFound;
  // The report has only a pointer that was accepted. That release was in force even if some of its files are damaged.
  const isAnew = flags.sequence !== undefined;
  if (report.pointer !== null) await writeRemembered(MEMORY, source.name, report.pointer.sequence, isProven, isAnew);
  return report;
}

interface LogFlags extends StoreFlags {
  readonly publicKey?: readonly string[];
  readonly log?: true;
  readonly checkpoint?: string;
  readonly witness?: readonly NoteKey[];
  readonly witnessQuorum?: number;
  readonly json?: true;
}

function withLogFlags(command: Command): Command {
  return command
    .option('--log', 'check the log of releases instead: every entry, every tile, and who signed it')
    .option(
      '--checkpoint <file>',
      'with --log: the log must go on from the checkpoint in it, and the new one is kept there',
    )
    .option(
      '--witness <key>',
      'a witness whose signature counts; repeat the flag for several',
      (text: string, named: readonly NoteKey[] = []) => [...named, parseNoteKey(text)],
    )
    .option('--witness-quorum <number>', 'how many of them must have signed (default: all)', toCountFlag);
}

/** Null if no key was given. */
function readTrusted({ publicKey }: Pick<LogFlags, 'publicKey'>): TrustedKeys | null {
  if (publicKey === undefined) return null;
  return new Map(publicKey.flatMap((file) => [...readGiven(file, (pem) => parseTrustedKeys([pem]))]));
}

/** What a file holds that a person named; a fault names the file. */
function readGiven<Value>(file: string, parse: (text: string) => Value): Value {
  const text = atPath(file, () => readFileSync(file, 'utf8'));
  try {
    return parse(text);
  } catch (error) {
    throw error instanceof InputError ? new InputError(`${file}: ${error.message}`) : error;
  }
}

function toTrust(flags: LogFlags): Trust {
  const { witness: witnesses = [] } = flags;
  return { trusted: readTrusted(flags), witnesses, quorum: flags.witnessQuorum ?? witnesses.length };
}

async function verifyProof(file: string, flags: LogFlags): Promise<void> {
  const { lines, faults } = await checkProof(readGiven(file, parseProof), toTrust(flags));
  tell(lines, faults, flags);
}

async function verifyLog(target: string, flags: LogFlags): Promise<void> {
  const { checkpoint: file } = flags;
  const kept = file !== undefined && existsSync(file) ? readGiven(file, parseCheckpoint) : null;
  const report = await withSource(target, flags, (source) => checkLog(source, toTrust(flags), kept));
  const { checkpoint, signers, position, faults } = report;
  const lines =
    checkpoint === null
      ? []
      : [`the log ${checkpoint.origin} has ${counted(checkpoint.size, 'entry', 'entries')}: ${signers}`];
  if (position !== null) lines.push(`the release in force is entry ${position}`);
  if (kept !== null && faults.length === 0)
    lines.push(`it goes on from the kept checkpoint of ${counted(kept.size, 'entry', 'entries')}`);
  if (file !== undefined && checkpoint !== null && faults.length === 0)
    atPath(file, () => writeFileSync(file, checkpoint.note));
  tell(lines, faults, flags);
}

function tell(lines: readonly string[], faults: readonly string[], { json, publicKey }: LogFlags): void {
  for (const line of lines) console.log(line);
  for (const fault of faults) console.log(`fault: ${fault}`);
  const good = publicKey === undefined ? 'whole, but nobody knows who signed it: give --public-key' : 'all good';
  console.log(faults.length === 0 ? good : counted(faults.length, 'fault'));
  if (json === true) console.log(JSON.stringify({ lines, faults }));
  if (faults.length > 0) process.exitCode = EXIT.faultsFound;
}

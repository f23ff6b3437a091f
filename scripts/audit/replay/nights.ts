/** Runs the real program over a world: a night at a given hour, with banks that cannot be reached, and its report. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../../generator/kit/package.ts';
import { hashOf } from '../../../generator/wire/words/hash.ts';
import { EXIT } from '../../../generator/wire/words/input-error.ts';
import type { IsoDate } from '../../../generator/wire/words/schemas.ts';
import type { Bank } from './banks.ts';
import { chanceOf } from './random.ts';

export interface Night {
  readonly day: IsoDate;
  readonly code: number;
  /** The members of its report that were found. */
  readonly outcome: string;
  readonly refusals: readonly string[];
  /** Every sentence of its report, and of standard error, in which a person could read a name. */
  readonly sentences: readonly string[];
  readonly seconds: number;
}

export interface NightFolders {
  /** Holds the archive, the store and the tree. */
  readonly world: string;
  readonly key: string;
}

/** GLOBAL has dated files from this day on, so that a night is quick. */
const SINCE = '2026-09-25';
const HOUR = 'T22:30:00Z';
const CLOCK = new URL('./clock.js', import.meta.url);
const PROGRAM = join(packageRoot(), 'build', 'program', 'ratetree.js');
/** A sixth of a night is the collection of garbage otherwise. */
const QUICK = ['--max-semi-space-size=64'];
/** The members of a night's report that are lists of sentences, of this version and of later ones. */
const LISTS = ['failures', 'notices', 'remarks', 'withheld', 'refusals'];
/** The codes of a night that came to its end; any other is a fault of the replay. */
const ENDS: readonly number[] = [0, EXIT.providerFailures, EXIT.refused];
/** What standard error says of every night, or of nothing new. */
const ROUTINE = [
  /^[\w ]+: \d+( half months)?( in .*)?$/,
  /^(release|compared|collected|deleted|gate: passed) ?/,
  /seen earlier in quarantine|no recording in /,
];

export async function makeKey(folder: string): Promise<string> {
  const key = join(folder, 'signing.pem');
  rmSync(key, { force: true });
  rmSync(`${key}.pub`, { force: true });
  const { code, stderr } = await run(['keygen', '--out', key], '2026-08-31T00:00:00Z');
  if (code !== 0) throw new Error(`no key was made: ${stderr}`);
  return key;
}

/** @param more words on its command line, such as --accept and a fact */
export async function runNight(
  { world, key }: NightFolders,
  day: IsoDate,
  unreachable: readonly Bank[] = [],
  more: readonly string[] = [],
): Promise<Night> {
  const replay = join(world, 'answers');
  writeAnswers(replay, day, unreachable);
  const places = [join(world, 'store'), '--archive', join(world, 'archive'), '--out', join(world, 'tree')];
  const flags = ['--replay', replay, '--bases', 'EUR', '--since', SINCE, '--signing-key', key, '--keep', '5'];
  const { code, stdout, stderr } = await run(['nightly', ...places, ...flags, ...more], `${day}${HOUR}`);
  if (!ENDS.includes(code)) throw new Error(`the night of ${day} ended with ${code}:\n${stderr.slice(-1000)}`);
  const report = toReport(stdout);
  const lists = LISTS.flatMap((name) => textsIn(report[name]));
  const said = stderr
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '' && !ROUTINE.some((known) => known.test(line)));
  const error = textsIn([report.error]);
  return {
    day,
    code,
    outcome: typeof report.outcome === 'string' ? report.outcome : 'no report',
    refusals: textsIn(report.refusals),
    sentences: [...lists, ...error, ...said],
    seconds: typeof report.seconds === 'number' ? report.seconds : 0,
  };
}

/** Half of the banks that cannot be reached answer 503, the others a page about maintenance in place of their list. */
function writeAnswers(folder: string, day: IsoDate, unreachable: readonly Bank[]): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const page = Buffer.from('<!doctype html><title>Maintenance</title><p>This site is temporarily unavailable.</p>\n');
  for (const { code, tables } of unreachable) {
    const own = join(folder, code);
    mkdirSync(own);
    writeFileSync(join(own, 'page.html'), page);
    const request = {
      method: 'GET',
      url: tables[0]?.url,
      file: 'page.html',
      contentType: 'text/html',
      recordedAt: `${day}T18:00:00Z`,
      bytes: page.length,
      sha256: hashOf(page),
    };
    const status = chanceOf(`status ${code} ${day}`) < 0.5 ? { status: 503 } : {};
    writeFileSync(join(own, 'source.json'), JSON.stringify({ provider: code, requests: [{ ...request, ...status }] }));
  }
}

function toReport(stdout: string): Readonly<Record<string, unknown>> {
  const line = stdout.trim().split('\n').at(-1) ?? '';
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}

/** The texts of a member, whether it lists sentences or objects that hold some. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(words: readonly string[], now: string): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, REPLAY_NOW: now };
    const flags = [...QUICK, '--import', fileURLToPath(CLOCK)];
    const child = spawn(process.execPath, [...flags, PROGRAM, ...words], { env });
    const texts = { stdout: '', stderr: '' };
    child.stdout.on('data', (data) => (texts.stdout += data));
    child.stderr.on('data', (data) => (texts.stderr += data));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === null) reject(new Error(`the program was stopped by ${signal}:\n${texts.stderr}`));
      else resolve({ code, ...texts });
    });
  });
}

/** What the store serves, or null if there is no such file. */
export function readServed(world: string, path: string): Served | null {
  try {
    return JSON.parse(readFileSync(join(world, 'store', path), 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

export interface Served {
  readonly date: IsoDate;
  readonly exchangeRates: Readonly<Record<string, number>>;
}

/** `start` in a folder of its own: a copy of the program, so that a test writes no tree into the checkout. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../generator/kit/package.ts';
import { freshFolder } from '../banks/archives.ts';
import { EMBEDDED } from '../trees/embedded.ts';
import { afterFile } from './after-file.ts';

/** Whose the embedded figures are, and how old, in the words that `start` prints. */
export const EMBEDDED_WORDS = 'the embedded figures of 37 banks up to 2026-03-20 (ECB from 2016-01-04)';

const LOG = join('.ratetree', 'start.log');

/**
 * A checkout with two embedded banks. It has no package-lock.json, by which `prepare` would install into the modules
 * that it shares with the real checkout.
 */
export function copyOfCheckout(parts: readonly string[]): string {
  const root = freshFolder();
  // Node's cpSync takes six times as long for the thousands of small files of a checkout.
  execFileSync('cp', ['-R', ...[...parts, 'package.json'].map((part) => join(packageRoot(), part)), root]);
  symlinkSync(join(packageRoot(), 'node_modules'), join(root, 'node_modules'));
  mkdirSync(join(root, 'data'));
  for (const name of readdirSync(join(packageRoot(), 'data'))) {
    if (name !== 'archive') cpSync(join(packageRoot(), 'data', name), join(root, 'data', name), { recursive: true });
  }
  for (const bank of ['CBR', 'BNM'])
    cpSync(join(EMBEDDED, bank), join(root, 'data', 'archive', bank), { recursive: true });
  return root;
}

/** What the shell script leaves behind before it hands over to the program. */
export function noteInstallation(root: string, said: string): void {
  mkdirSync(join(root, '.ratetree'), { recursive: true });
  writeFileSync(join(root, LOG), said);
}

/** Banks are asked through a proxy at whose port nothing listens, so that none can be reached on any machine. */
const OFFLINE = { HTTPS_PROXY: 'http://127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: '127.0.0.1' };

const ANSWERED = /^Stop .*\n/m;
/** The banks were asked, and what they said is in force. */
export const RENEWED = /^(No bank could be reached|\d+ of \d+ banks answered[\s\S]*^GLOBAL is of).*\n/m;

interface Stay {
  readonly env?: Readonly<Record<string, string>>;
  /** Is done before it is stopped, with what was printed. */
  readonly meanwhile?: (out: string) => Promise<unknown>;
  /** What it has printed when it is stopped: its answer, or what came of asking the banks. */
  readonly until?: RegExp;
  /** A terminal tells every process below it; a supervisor tells only the one that it has started. */
  readonly stop?: 'by Ctrl-C' | 'by a supervisor';
}

/** Runs the command until it says how it is stopped, or ends by itself, and stops it. */
export async function firstMinute(
  root: string,
  [command, ...parameters]: readonly [string, ...string[]],
  { env = {}, meanwhile = async () => {}, until = ANSWERED, stop = 'by Ctrl-C' }: Stay = {},
) {
  const own = { ...process.env, ...OFFLINE, PORT: '0', RATETREE_DRAIN_MS: '0', RATETREE_DEMO_KEY: 'k', ...env };
  for (const name of Object.keys(OFFLINE)) delete own[name.toLowerCase() as keyof typeof own];
  const child = spawn(command, parameters, { cwd: root, env: own, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const { pid } = child;
  if (pid === undefined) throw new TypeError(`${command} cannot be started`);
  const end = () => (stop === 'by Ctrl-C' ? process.kill(-pid, 'SIGINT') : process.kill(pid, 'SIGTERM'));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  afterFile(() => hasEnded() || process.kill(-pid, 'SIGKILL'));
  const heard = { out: '', err: '' };
  let isReached = false;
  child.stdout.on('data', (chunk) => {
    heard.out += chunk;
    if (isReached || !until.test(heard.out)) return;
    isReached = true;
    void meanwhile(heard.out).finally(end);
  });
  child.stderr.on('data', (chunk) => {
    heard.err += chunk;
  });
  const [code] = await once(child, 'close');
  const log = existsSync(join(root, LOG)) ? readFileSync(join(root, LOG), 'utf8') : '';
  return { code, lines: heard.out.trimEnd().split('\n'), err: heard.err, log };
}

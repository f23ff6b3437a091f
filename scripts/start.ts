/**
 * The part of `./scripts/start` that follows the installation. It collects for at most ten seconds into a copy of the
 * embedded archive, generates, serves, and shows a request with its answer. What it prints fits on half a screen; the
 * log has the rest. All its files are in folders that git ignores.
 */
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { request } from 'undici';
import { packageRoot, readVersion } from '../generator/kit/package.ts';
import { type Running, startProgram } from './first-minute/program.ts';
import { Screen } from './first-minute/screen.ts';

const COLLECT_SECONDS = 10;
/** The exit code of a command that did its work for most of the providers. */
const SOME_FAILED = 2;

const root = packageRoot();
const archive = join(root, '.ratetree', 'archive');
const tree = join(root, 'dist');
const LOG = join('.ratetree', 'start.log');
const key = process.env.RATETREE_DEMO_KEY ?? randomBytes(16).toString('hex');
/** What a person should open first in a browser: the path of the page. */
const PAGE = `/v1/latest?subscription-key=${key}`;
const screen = new Screen(process.stdout, join(root, LOG));

let running: Running | null = null;
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isStopping = true;
    running?.child.kill(signal);
  });
}

screen.line(installedText(readFileSync(screen.log, 'utf8')));
await collect(process.argv.slice(2));
await generate();
await serve();

/** @param log of the installation: npm says there how many packages it added, unless it was not needed */
function installedText(log: string): string {
  const added = /^added (\d+) packages/m.exec(log)?.[1];
  const installed = added === undefined ? 'the packages were there already' : `${added} packages are installed`;
  return `Ratetree ${readVersion()}: ${installed}, and the program is compiled. Details are in ${LOG}.`;
}

async function collect(options: readonly string[]): Promise<void> {
  const hasOwn = existsSync(archive);
  if (!hasOwn) {
    mkdirSync(dirname(archive), { recursive: true });
    cpSync(join(root, 'data', 'archive'), archive, { recursive: true });
  }
  const step = `Asking the banks for at most ${COLLECT_SECONDS} seconds, and then building the tree ...`;
  const flags = ['--archive', archive, '--budget', `${COLLECT_SECONDS}`, '--verbose', '--json', ...options];
  let done = 0;
  const show = () => screen.working(step, `Asking the banks (at most ${COLLECT_SECONDS} seconds): ${done} are done`);
  show();
  const stdout = await run(['generator/main.js', 'collect', ...flags], (line) => {
    if (!/: \d+ documents, \d+ figures: /.test(line)) return;
    done++;
    show();
  });
  const { asked, answered } = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as {
    asked: number;
    answered: string[];
  };
  const embedded = `the embedded figures are served${hasOwn ? ', with what was collected before' : ''}`;
  screen.line(
    answered.length === 0
      ? `No bank could be reached, so ${embedded}.`
      : `${answered.length} of ${asked} banks answered. For the others, ${embedded}.`,
  );
}

async function generate(): Promise<void> {
  screen.working('Building the tree ...', 'Building the tree ...');
  const stdout = await run(['generator/main.js', 'generate', '--archive', archive, '--out', tree], () => {});
  const [, release, seconds] = /^release (\w+): .* in ([\d.]+ s)$/m.exec(stdout) ?? [];
  screen.line(`Built the tree in ${seconds}: release ${release}, in dist.`);
}

/** Runs a command to its end. Its standard output is returned; a failure ends this program with the command's words. */
async function run(command: readonly [string, ...string[]], onLine: (line: string) => void): Promise<string> {
  running = startProgram(screen, command, { onLine: (line) => isStopping || onLine(line) });
  const { code, stdout } = await running.ended;
  running = null;
  if (isStopping) process.exit(0);
  if (code !== 0 && code !== SOME_FAILED) fail(code);
  return stdout;
}

function fail(code: number): never {
  screen.line('This did not work:');
  for (const line of screen.lastOfLog(5)) if (line !== '') screen.line(`  ${line}`);
  screen.line(`Everything that was said is in ${LOG}.`);
  process.exit(code);
}

async function serve(): Promise<void> {
  const { RATETREE_ADMIN_PORT = '0' } = process.env;
  const env = { RATETREE_ORIGIN: tree, RATETREE_DEMO_KEY: key, RATETREE_ADMIN_PORT };
  const onLine = (line: string) => {
    const [, address] = /gateway at (http:\S+)$/.exec(line) ?? [];
    if (address !== undefined) void invite(address);
  };
  running = startProgram(screen, ['server/main.js'], { env, onLine, runsOn: true });
  const { code } = await running.ended;
  if (isStopping) process.exit(0);
  fail(code);
}

async function invite(address: string): Promise<void> {
  const url = `${address}/v1/latest?base=USD&currencies=EUR,GBP,JPY`;
  const { body } = await request(url, { headers: { 'Subscription-Key': key } });
  const lines = [
    '',
    `Open     ${address}${PAGE}`,
    `Ask      curl -H 'Subscription-Key: ${key}' '${url}'`,
    `Answer   ${await body.text()}`,
    'Stop     Ctrl-C',
  ];
  for (const line of lines) screen.line(line);
}

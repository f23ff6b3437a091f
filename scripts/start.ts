/**
 * The part of `./scripts/start` that follows the installation. It collects for at most ten seconds into a copy of the
 * embedded archive, generates, serves, and prints requests that work. All its files are in folders that git ignores.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { packageRoot } from '../generator/kit/package.ts';

const COLLECT_SECONDS = 10;
const READY_MS_MAX = 20_000;

const root = packageRoot();
const archive = join(root, '.ratetree', 'archive');
const tree = join(root, 'dist');
const port = process.env.PORT ?? '8080';
const key = process.env.RATETREE_DEMO_KEY ?? randomBytes(16).toString('hex');

let running: ChildProcess | null = null;
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isStopping = true;
    running?.kill(signal);
  });
}

if (!existsSync(archive)) {
  mkdirSync(dirname(archive), { recursive: true });
  cpSync(join(root, 'data', 'archive'), archive, { recursive: true });
}
console.log(`Collecting what can be reached within ${COLLECT_SECONDS} seconds. The rest comes from the archive.`);
await run('generator/main.js', ['collect', '--archive', archive, '--budget', `${COLLECT_SECONDS}`]);
if (!isStopping) {
  const code = await run('generator/main.js', ['generate', '--archive', archive, '--out', tree]);
  // 2 means that there is a tree, and that some providers failed.
  if (code !== 0 && code !== 2) process.exit(code);
}
if (!isStopping) process.exitCode = await serve();

/** Returns the exit code, or 1 if a signal ended the program. */
async function run(program: string, parameters: readonly string[]): Promise<number> {
  running = spawn(process.execPath, [join(root, 'build', program), ...parameters], { stdio: 'inherit' });
  const [code] = await once(running, 'exit');
  running = null;
  return code ?? 1;
}

async function serve(): Promise<number> {
  const env = { ...process.env, RATETREE_ORIGIN: tree, RATETREE_DEMO_KEY: key, PORT: port };
  const server = spawn(process.execPath, [join(root, 'build', 'server', 'main.js')], {
    env: { RATETREE_ADMIN_PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  running = server;
  const ended = once(server, 'exit');
  const address = `http://127.0.0.1:${port}/v1`;
  if (await answers(address, server)) printRequests(address);
  const [code] = await ended;
  return isStopping ? 0 : (code ?? 1);
}

async function answers(address: string, server: ChildProcess): Promise<boolean> {
  for (const until = Date.now() + READY_MS_MAX; Date.now() < until && server.exitCode === null; await sleep(50)) {
    try {
      const { statusCode, body } = await request(`${address}/latest`, { headers: { 'Subscription-Key': key } });
      await body.dump();
      if (statusCode === 200) return true;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED')) throw error;
    }
  }
  return false;
}

function printRequests(address: string): void {
  const header = `-H 'Subscription-Key: ${key}'`;
  console.log(`
Serving on ${address}. Try:

  curl ${header} '${address}/latest?base=USD&currencies=EUR,GBP,JPY'
  curl ${header} '${address}/historical?date=2026-03-10&provider=TCMB&extended=true&format=csv&header=true'
  curl ${header} '${address}/convert?amount=100&base=EUR&to=USD,TRY&format=xml'

Ctrl-C stops it.`);
}

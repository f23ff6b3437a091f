/**
 * Measures requests per second of /v1/latest with a key, and of the same file served by nginx: one process each,
 * measured in turns, because the speed of a machine changes by the minute.
 * node build/scripts/bench/gateway.js [TREE] [ROUNDS] [SECONDS]
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { request } from 'undici';
import { hasCode } from '../../generator/kit/files.ts';
import { packageRoot } from '../../generator/kit/package.ts';
import { InputError } from '../../generator/wire/input-error.ts';

const [tree = join(packageRoot(), 'dist'), rounds = '5', seconds = '5'] = process.argv.slice(2);
const FILE = 'v1/latest/GLOBAL/EUR.json';
const KEY = 'a-key-for-the-measurement';
const CONNECTIONS = 32;
const READY_MS_MAX = 10_000;

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'ratetree-bench-'));
const started: ChildProcess[] = [];

interface Contestant {
  readonly name: string;
  readonly url: string;
}

try {
  if (!existsSync(join(tree, FILE)))
    throw new InputError(`${tree} has no ${FILE}: make a tree with "ratetree generate"`);
  for (const [program, flag] of [
    ['nginx', '-v'],
    ['wrk', '-v'],
  ] as const) {
    if (!(await isInstalled(program, flag)))
      throw new InputError(`${program} is not installed (Debian: nginx-light, wrk)`);
  }
  await compare(await startGateway(), await startNginx());
} catch (error) {
  console.error(error instanceof InputError ? error.message : error);
  process.exitCode = 1;
} finally {
  for (const child of started) child.kill();
  rmSync(folder, { recursive: true, force: true });
}

async function compare(gateway: Contestant, nginx: Contestant): Promise<void> {
  const bodies = await Promise.all([gateway, nginx].map(readBody));
  if (bodies[0] !== bodies[1])
    throw new Error('the gateway and nginx answer different bytes, so there is nothing to compare');
  // The first round is not counted, because V8 still compiles in it.
  for (const contestant of [gateway, nginx]) await requestsPerSecond(contestant);
  const ratios: number[] = [];
  for (let round = 1; round <= Number.parseInt(rounds, 10); round++) {
    const [own, other] = [await requestsPerSecond(gateway), await requestsPerSecond(nginx)];
    ratios.push(own / other);
    console.log(
      `round ${round}: gateway ${own.toFixed(0)}/s, nginx ${other.toFixed(0)}/s, ratio ${(own / other).toFixed(2)}`,
    );
  }
  ratios.sort((left, right) => left - right);
  console.log(`median ratio ${(ratios[ratios.length >> 1] ?? 0).toFixed(2)}`);
}

async function requestsPerSecond({ name, url }: Contestant): Promise<number> {
  const header = `Subscription-Key: ${KEY}`;
  const { stdout } = await run('wrk', ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-H', header, url]);
  const found = /Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1];
  if (found === undefined || stdout.includes('Non-2xx')) throw new Error(`${name} did not answer well:\n${stdout}`);
  return Number.parseFloat(found);
}

async function startGateway(): Promise<Contestant> {
  const port = await freePort();
  const env = { RATETREE_ORIGIN: tree, RATETREE_DEMO_KEY: KEY, RATETREE_ADMIN_PORT: '0', PORT: `${port}` };
  const log = openSync(join(folder, 'access.log'), 'w');
  const program = join(packageRoot(), 'build', 'server', 'main.js');
  started.push(spawn(process.execPath, [program], { env, stdio: ['ignore', log, 'inherit'] }));
  return ready({ name: 'gateway', url: `http://127.0.0.1:${port}/v1/latest` });
}

/** Runs in the foreground and writes only into our folder, so that it needs no rights and leaves nothing behind. */
async function startNginx(): Promise<Contestant> {
  const port = await freePort();
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
     ${process.getuid?.() === 0 ? 'user root;' : ''}
     events { worker_connections 1024; }
     http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; open_file_cache max=1000;
       types { application/json json; } ${paths.join(' ')}
       server { listen 127.0.0.1:${port}; root ${resolve(tree)}; } }\n`,
  );
  started.push(
    spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'inherit'] }),
  );
  return ready({ name: 'nginx', url: `http://127.0.0.1:${port}/${FILE}` });
}

async function ready(contestant: Contestant): Promise<Contestant> {
  for (const until = Date.now() + READY_MS_MAX; Date.now() < until; await sleep(50)) {
    try {
      await readBody(contestant);
      return contestant;
    } catch (error) {
      if (!hasCode(error, 'ECONNREFUSED')) throw error;
    }
  }
  throw new Error(`${contestant.name} did not start within ${READY_MS_MAX / 1000} s`);
}

async function readBody({ name, url }: Contestant): Promise<string> {
  const { statusCode, body } = await request(url, { headers: { 'Subscription-Key': KEY } });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${name} answered ${statusCode}: ${text}`);
  return text;
}

async function isInstalled(program: string, flag: string): Promise<boolean> {
  try {
    await run(program, [flag]);
    return true;
  } catch (error) {
    return !hasCode(error, 'ENOENT');
  }
}

async function freePort(): Promise<number> {
  const server: Server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}

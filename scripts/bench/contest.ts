/** Servers on this machine, one process each, and how fast they answer and what that costs. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { request } from 'undici';
import { hasCode } from '../../generator/kit/files.ts';
import { packageRoot } from '../../generator/kit/package.ts';
import { OPERATION_NAMES } from '../../generator/wire/answers/operations.ts';
import { hashOf } from '../../generator/wire/words/hash.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';

export interface Speed {
  readonly perSecond: number;
  readonly requests: number;
  /** Of a hundred answers, 50 took no longer. */
  readonly p50: string;
  /** Of a hundred answers, 99 took no longer. As `wrk` writes it, such as `1.24ms`. */
  readonly p99: string;
}

export const KEY = 'a-key-for-the-measurement';
const REQUESTS_PER_MINUTE = 100_000_000;
const CONNECTIONS = 32;
/** A bucket is filled meanwhile. */
const READY_MS_MAX = 300_000;
const run = promisify(execFile);

/** What is asked of a tree. */
export const LATEST_FILE = 'v1/latest/GLOBAL/EUR.json';

/** Ends the measurement with 1 if the folder has no rates of GLOBAL. */
export function checkTree(tree: string): void {
  if (existsSync(join(tree, LATEST_FILE))) return;
  console.error(`${tree} is no tree: run "ratetree generate --archive data/archive --out ${tree}"`);
  process.exit(1);
}

export class Contest {
  /** For files of the measurement. It is deleted at the end. */
  readonly folder = mkdtempSync(join(tmpdir(), 'ratetree-bench-'));
  readonly #started = new Map<string, ChildProcess>();

  /** @throws InputError if a program that is needed is not installed */
  static async open(): Promise<Contest> {
    for (const program of ['nginx', 'wrk']) {
      if (!(await isInstalled(program))) throw new InputError(`${program} is not installed (Debian: nginx-light, wrk)`);
    }
    return new Contest();
  }

  close(): void {
    for (const child of this.#started.values()) child.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Returns its address. @param more of its environment */
  async gateway(tree: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    const keys = join(this.folder, 'keys.json');
    writeFileSync(keys, keysText());
    const env = { ...more, RATETREE_ORIGIN: tree, RATETREE_KEYS: keys, RATETREE_ADMIN_PORT: '0', PORT: `${port}` };
    const log = openSync(join(this.folder, `access-${port}.log`), 'w');
    const program = join(packageRoot(), 'build', 'program', 'ratetree.js');
    this.#started.set(address, spawn(process.execPath, [program, 'serve'], { env, stdio: ['ignore', log, 'inherit'] }));
    return ready(address, '/v1/providers');
  }

  /**
   * A service of one of the files beside this one, which need not be compiled. Returns its address.
   * @param toWords given the port, the words on its command line @param path asked for until it is answered
   */
  async service(name: string, toWords: (port: string) => readonly string[], path: string): Promise<string> {
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    const program = join(packageRoot(), 'scripts', 'bench', name);
    const words = [program, ...toWords(`${port}`)];
    this.#started.set(address, spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] }));
    return ready(address, path);
  }

  /** Seconds of the processor and kilobytes of memory that the server has used, with its children. */
  usage(address: string): Usage {
    const pid = this.#started.get(address)?.pid;
    if (pid === undefined) throw new TypeError(`nothing was started at ${address}`);
    const workers = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    const all = [`${pid}`, ...workers].map(usageOf);
    const sum = (field: keyof Usage) => all.reduce((total, one) => total + one[field], 0);
    return { seconds: sum('seconds'), kilobytes: sum('kilobytes') };
  }

  /**
   * Returns its address. It runs in the foreground and writes only into our folder, so that it needs no rights and
   * leaves nothing behind.
   * @param file one of the root's, which is requested until it is answered
   */
  async nginx(root: string, file: string): Promise<string> {
    const port = await freePort();
    const server = `open_file_cache max=1000; types { application/json json; }
      server { listen 127.0.0.1:${port}; root ${resolve(root)}; }`;
    return this.#runNginx(port, server, `/${file}`);
  }

  #runNginx(port: number, server: string, path: string): Promise<string> {
    const { folder } = this;
    const address = `http://127.0.0.1:${port}`;
    const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const paths = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`);
    const file = join(folder, `nginx-${port}.conf`);
    writeFileSync(
      file,
      `daemon off; worker_processes 1; pid ${folder}/nginx-${port}.pid; error_log ${folder}/error.log; pcre_jit on;
       ${process.getuid?.() === 0 ? 'user root;' : ''}
       events { worker_connections 1024; }
       http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; ${paths.join(' ')}
         ${server} }\n`,
    );
    this.#started.set(address, spawn('nginx', ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'inherit'] }));
    return ready(address, path);
  }
}

/** A key as a client has it: its requests are counted, and its answers say how many are left. */
function keysText(): string {
  const plan = { operations: OPERATION_NAMES, requestsPerMinute: REQUESTS_PER_MINUTE };
  const key = { name: 'bench', digest: hashOf(KEY), enabled: true, expires: null, created: '2026-01-01', plan };
  return JSON.stringify({ keys: [key] });
}

export interface Usage {
  readonly seconds: number;
  readonly kilobytes: number;
}

/** Linux counts processor time in hundredths of a second. */
const TICKS_A_SECOND = 100;

export function usageOf(pid: string): Usage {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  const ticks = Number.parseInt(fields[11] ?? '', 10) + Number.parseInt(fields[12] ?? '', 10);
  const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
  return { seconds: ticks / TICKS_A_SECOND, kilobytes: Number.parseInt(resident, 10) };
}

/** @throws Error if an answer is a refusal */
export async function speedOf(url: string, seconds: string): Promise<Speed> {
  const header = `Subscription-Key: ${KEY}`;
  const { stdout } = await run('wrk', ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--latency', '-H', header, url]);
  const perSecond = /Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1];
  const [p50, p99] = [/^\s+50%\s+(\S+)/m, /^\s+99%\s+(\S+)/m].map((line) => line.exec(stdout)?.[1]);
  const requests = Number.parseInt(/(\d+) requests in/.exec(stdout)?.[1] ?? '0', 10);
  if (perSecond === undefined || p50 === undefined || p99 === undefined || stdout.includes('Non-2xx'))
    throw new Error(`${url} was not answered well:\n${stdout}`);
  return { perSecond: Number.parseFloat(perSecond), requests, p50, p99 };
}

/** @throws Error if the answer is a refusal */
export async function readBody(url: string): Promise<string> {
  const { statusCode, body } = await request(url, { headers: { 'Subscription-Key': KEY } });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${text}`);
  return text;
}

async function ready(address: string, path: string): Promise<string> {
  for (const until = Date.now() + READY_MS_MAX; Date.now() < until; await sleep(50)) {
    try {
      await readBody(`${address}${path}`);
      return address;
    } catch (error) {
      if (!hasCode(error, 'ECONNREFUSED')) throw error;
    }
  }
  throw new Error(`nothing answered at ${address} within ${READY_MS_MAX / 1000} s`);
}

async function isInstalled(program: string): Promise<boolean> {
  try {
    await run(program, ['-v']);
    return true;
  } catch (error) {
    return !hasCode(error, 'ENOENT');
  }
}

export async function freePort(): Promise<number> {
  const server: Server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}

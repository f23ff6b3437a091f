/**
 * Measures how long `serve` takes from its start to the first answer, and the memory that it then has, beside a bare
 * node:http with one answer. They are started in turns; of all rounds the fastest counts. With --write the table goes
 * into docs/benchmarks.md.
 *
 * node build/scripts/bench/first-answer.js [--tree dist] [--rounds 9] [--write]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { request } from 'undici';
import { packageRoot } from '../../generator/kit/package.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
import { replaceBlock } from '../docs/page-block.ts';
import { checkTree, freePort, KEY, LATEST_FILE, usageOf } from './contest.ts';

const { values } = parseArgs({
  options: {
    tree: { type: 'string', default: join(packageRoot(), 'dist') },
    rounds: { type: 'string', default: '9' },
    write: { type: 'boolean', default: false },
  },
});
const { tree } = values;
const PROGRAM = join(packageRoot(), 'build', 'program', 'ratetree.js');
const BARE = join(packageRoot(), 'scripts', 'bench', 'bare-service.mjs');
/** A machine refuses a connection at once, so asking again this soon costs the program little. */
const PAUSE_MS = 2;
const WAIT_MS_MAX = 30_000;

interface First {
  readonly ms: number;
  readonly processorMs: number;
  readonly megabytes: number;
}

const COMPETITORS: Readonly<Record<string, (port: string) => readonly string[]>> = {
  serve: () => [PROGRAM, 'serve'],
  'node:http with one answer': (port) => [BARE, join(tree, LATEST_FILE), port],
};

checkTree(tree);
const table = toTable(await measureAll());
const page = join(packageRoot(), 'docs', 'benchmarks.md');
if (values.write) writeFileSync(page, replaceBlock(readFileSync(page, 'utf8'), 'first answer', table));
else console.log(table);

async function measureAll(): Promise<ReadonlyMap<string, readonly First[]>> {
  const all = new Map<string, First[]>(Object.keys(COMPETITORS).map((name) => [name, []]));
  for (let round = 0; round < Number.parseInt(values.rounds, 10); round++)
    for (const [name, toWords] of Object.entries(COMPETITORS)) all.get(name)?.push(await firstOf(toWords));
  return all;
}

async function firstOf(toWords: (port: string) => readonly string[]): Promise<First> {
  const port = `${await freePort()}`;
  const own = { RATETREE_ORIGIN: tree, RATETREE_DEMO_KEY: KEY, RATETREE_ADMIN_PORT: '0', RATETREE_DRAIN_MS: '0' };
  const began = performance.now();
  const child = spawn(process.execPath, toWords(port), {
    env: { ...process.env, ...own, PORT: port },
    stdio: 'ignore',
  });
  try {
    for (;;) {
      const ms = performance.now() - began;
      if (child.exitCode !== null || ms > WAIT_MS_MAX) throw new InputError(`${toWords(port)} does not answer`);
      if (await isAnswered(port)) {
        const { seconds, kilobytes } = usageOf(`${child.pid}`);
        return { ms: performance.now() - began, processorMs: seconds * 1000, megabytes: kilobytes / 1024 };
      }
      await sleep(PAUSE_MS);
    }
  } finally {
    const ended = once(child, 'exit');
    if (child.exitCode === null && child.kill('SIGTERM')) await ended;
  }
}

async function isAnswered(port: string): Promise<boolean> {
  const url = `http://127.0.0.1:${port}/v1/latest?base=EUR`;
  try {
    const { statusCode, body } = await request(url, { headers: { 'Subscription-Key': KEY } });
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
}

function toTable(all: ReadonlyMap<string, readonly First[]>): string {
  const rows = [...all].map(([name, firsts]) => {
    const least = (field: keyof First) => Math.min(...firsts.map((first) => first[field])).toFixed(0);
    return `| ${name} | ${least('ms')} | ${least('processorMs')} | ${least('megabytes')} |`;
  });
  const head = ['| program | ms to the first answer | ms of processor | MB |', '|---|---|---|---|'];
  return [...head, ...rows, '', `Node ${process.version.slice(1).split('.')[0]}.`].join('\n');
}

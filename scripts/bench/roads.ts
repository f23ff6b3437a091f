/**
 * Measures how fast the roads to an answer are, and what an answer costs: the gateway, an nginx that only
 * serves files, a bare node:http that sends the same, the edge on workerd, and Fastify over SQLite. One process each,
 * asked in turns over 32 connections, because the speed of a machine changes by the minute; of all rounds the cheapest
 * counts. With --write the table goes into docs/benchmarks.md.
 *
 * node build/scripts/bench/roads.js [--tree dist] [--rounds 3] [--seconds 5] [--write]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { request } from 'undici';
import { packageRoot } from '../../generator/kit/package.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
import { replaceBlock } from '../docs/page-block.ts';
import { Contest, checkTree, KEY, LATEST_FILE, readBody, type Speed, speedOf } from './contest.ts';

const { values } = parseArgs({
  options: {
    tree: { type: 'string', default: join(packageRoot(), 'dist') },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
  },
});
const { tree, seconds } = values;

interface Competitor {
  readonly name: string;
  readonly address: string;
  /** Question → path; a competitor without a path cannot answer the question. */
  readonly paths: Readonly<Record<string, string | undefined>>;
}

interface Measured {
  readonly speed: Speed;
  readonly microseconds: number;
  readonly megabytes: number;
}

try {
  checkTree(tree);
  const contest = await Contest.open();
  try {
    const table = toTable(await measureAll(contest, await competitorsOf(contest)));
    const page = join(packageRoot(), 'docs', 'benchmarks.md');
    if (values.write) writeFileSync(page, replaceBlock(readFileSync(page, 'utf8'), 'roads', table));
    else console.log(table);
  } finally {
    contest.close();
  }
} catch (error) {
  console.error(error instanceof InputError ? error.message : error);
  process.exitCode = 1;
}

async function competitorsOf(contest: Contest): Promise<readonly Competitor[]> {
  const all = {
    'the latest rates': '/v1/latest',
    'an amount in two currencies': '/v1/convert?amount=100&base=USD&to=CHF,GBP',
  };
  const files = { 'the latest rates': `/${LATEST_FILE}` };
  const gateway = await contest.gateway(tree);
  const headers = join(contest.folder, 'headers.json');
  writeFileSync(headers, JSON.stringify(await headersOf(`${gateway}/v1/latest`)));
  const [database, log] = ['rates.db', 'sqlite.log'].map((name) => join(contest.folder, name));
  const toWords = (port: string) => [tree, `${database}`, port, KEY, `${log}`];
  return [
    { name: 'gateway', address: gateway, paths: all },
    { name: 'nginx with files alone', address: await contest.nginx(tree, LATEST_FILE), paths: files },
    {
      name: 'node:http with one answer',
      address: await contest.service('bare-service.mjs', (port) => [join(tree, LATEST_FILE), port, headers], '/'),
      paths: { 'the latest rates': '/' },
    },
    {
      name: 'the edge on workerd',
      address: await contest.service(
        'workerd-service.mjs',
        (port) => [tree, join(contest.folder, 'r2'), port, KEY],
        '/v1/latest',
      ),
      paths: all,
    },
    {
      name: 'Fastify over SQLite',
      address: await contest.service('sqlite-service.mjs', toWords, '/v1/latest'),
      paths: all,
    },
  ];
}

/** Those that node:http adds to each answer by itself are left out. */
async function headersOf(url: string): Promise<readonly string[]> {
  const { headers, body } = await request(url, { headers: { 'Subscription-Key': KEY } });
  await body.dump();
  const own = Object.entries(headers).filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name));
  return own.flatMap(([name, value]) => [name, `${value}`]);
}

async function measureAll(contest: Contest, all: readonly Competitor[]): Promise<ReadonlyMap<string, Measured>> {
  const best = new Map<string, Measured>();
  const questions = Object.keys(all[0]?.paths ?? {});
  for (const question of questions) {
    await checkSame(question, all);
    // The first round is not counted, because V8 still compiles in it.
    for (let round = 0; round <= Number.parseInt(values.rounds, 10); round++) {
      for (const { name, address, paths } of all) {
        const path = paths[question];
        if (path === undefined) continue;
        const measured = await measure(contest, address, path);
        const before = best.get(`${question} | ${name}`);
        if (round > 0 && measured.microseconds < (before?.microseconds ?? Number.POSITIVE_INFINITY)) {
          best.set(`${question} | ${name}`, measured);
        }
      }
    }
  }
  return best;
}

/** SQLite has doubles, of rates that are rounded already, so that its amounts differ behind the eighth digit. */
function toEightDigits(text: string): string {
  return JSON.stringify(JSON.parse(text), (_, value) => (typeof value === 'number' ? value.toPrecision(8) : value));
}

/** With other figures there would be nothing to compare. */
async function checkSame(question: string, all: readonly Competitor[]): Promise<void> {
  const texts = await Promise.all(
    all.flatMap(({ address, paths }) =>
      paths[question] === undefined ? [] : [readBody(`${address}${paths[question]}`)],
    ),
  );
  const [first, ...others] = texts.map(toEightDigits);
  for (const other of others) if (other !== first) throw new Error(`${question}: ${first} is not ${other}`);
}

async function measure(contest: Contest, address: string, path: string): Promise<Measured> {
  const before = contest.usage(address).seconds;
  const speed = await speedOf(`${address}${path}`, seconds);
  const after = contest.usage(address);
  const microseconds = ((after.seconds - before) * 1e6) / speed.requests;
  return { speed, microseconds, megabytes: after.kilobytes / 1024 };
}

function toTable(best: ReadonlyMap<string, Measured>): string {
  const rows = [...best].map(([name, { speed, microseconds, megabytes }]) => {
    const cells = [speed.perSecond.toFixed(0), microseconds.toFixed(0), speed.p50, speed.p99, megabytes.toFixed(0)];
    return `| ${[name, ...cells].join(' | ')} |`;
  });
  return [
    '| question | answered by | requests a second | µs of processor | p50 | p99 | MB |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    '',
    `Node ${process.versions.node.split('.')[0]}, ${cpus().length} cores, one of them for wrk.`,
  ].join('\n');
}

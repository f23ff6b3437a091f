/**
 * Measures a first publish of the tree of the year 2026 of the embedded archive, `rclone copy` of its objects and a bare
 * loop of puts, to the same engine in turns, and what it costs to publish nothing new and one new day. Of all rounds the
 * one with the least processor time counts. With --write the table goes into docs/benchmarks.md. On an idle machine a
 * round takes some minutes; each step is told as it ends.
 *
 * node build/scripts/bench/publish.js [--rounds 3] [--write]
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { packageRoot } from '../../generator/kit/package.ts';
import { toS3Client } from '../../generator/kit/s3-client.ts';
import { replaceBlock } from '../docs/page-block.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, write: { type: 'boolean', default: false } },
});
interface Cost {
  readonly processor: number;
  readonly clock: number;
}

const root = packageRoot();
const folder = mkdtempSync(join(tmpdir(), 'ratetree-bench-'));
const port = `${20_000 + (process.pid % 20_000)}`;
const endpoint = `http://127.0.0.1:${port}`;
/** A copy, because publish notes its releases beside the figures; its ten years of the ECB would take hours. */
const archive = join(folder, 'whole');
const [newest, before] = [join(folder, 'tree'), join(folder, 'before')];
const { AWS_CA_BUNDLE: _, ...rest } = process.env; // rclone refuses to start with it
const best = new Map<string, Cost>();
const env = { ...rest, AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'testtest', AWS_REGION: 'us-east-1' };

try {
  const isOfYear = (path: string) => !/^\d{4}\.csv$/.test(basename(path)) || basename(path) === '2026.csv';
  cpSync(join(root, 'data', 'archive'), archive, { recursive: true, filter: isOfYear });
  run('scripts/dev/s3-engine', ['start', join(folder, 'engine'), port, 'memstore']);
  const client = toS3Client({
    endpoint,
    region: 'us-east-1',
    pathStyle: true,
    socketsMax: 4,
    credentials: { accessKeyId: 'test', secretAccessKey: 'testtest' },
  });
  await client.send(new CreateBucketCommand({ Bucket: 'bench' }));
  client.destroy();
  ratetree('generate', '--archive', archive, '--out', newest, '--date', '2026-03-20');
  for (let round = 1; round <= Number.parseInt(values.rounds, 10); round++) {
    measure('first publish', () => publish(`first-${round}`, newest));
    measure('rclone copy', () => copyByRclone(round));
    measure('bare puts', () => {
      const words = [join(newest, 'objects'), 'bench', `bare-${round}`, endpoint];
      return run(process.execPath, [join(root, 'scripts', 'bench', 'bare-put.mjs'), ...words]);
    });
    measure('nothing new', () => publish(`first-${round}`, newest));
    if (round === 1) ratetree('generate', '--archive', withoutLastDay(), '--out', before, '--date', '2026-03-19');
    publish(`day-${round}`, before, join(folder, 'archive'));
    measure('one new day', () => publish(`day-${round}`, newest));
  }
  const table = toTable();
  const page = join(root, 'docs', 'benchmarks.md');
  if (values.write) writeFileSync(page, replaceBlock(readFileSync(page, 'utf8'), 'publishing', table));
  else console.log(table);
} finally {
  run('scripts/dev/s3-engine', ['stop', join(folder, 'engine'), '-9']);
  rmSync(folder, { recursive: true, force: true });
}

function copyByRclone(round: number): Cost {
  const flags = ['--transfers', '32', '--checkers', '32', '--s3-provider', 'Ceph', '--s3-endpoint', endpoint];
  const more = ['--s3-env-auth', '--s3-force-path-style', '--no-check-dest'];
  return run('rclone', ['copy', join(newest, 'objects'), `:s3:bench/rclone-${round}`, ...flags, ...more]);
}

function publish(prefix: string, from: string, observations = archive): Cost {
  const flags = ['--from', from, '--archive', observations, '--endpoint', endpoint, '--path-style'];
  return ratetree('publish', `s3://bench/${prefix}`, ...flags);
}

/** The archive without 20 March 2026. */
function withoutLastDay(): string {
  const copy = join(folder, 'archive');
  cpSync(archive, copy, { recursive: true });
  for (const provider of readdirSync(copy)) {
    const file = join(copy, provider, '2026.csv');
    if (!existsSync(file)) continue;
    const lines = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, lines.filter((line) => !line.startsWith('2026-03-20')).join('\n'));
  }
  return copy;
}

function ratetree(...parameters: readonly string[]): Cost {
  return run(process.execPath, [join(root, 'build', 'program', 'ratetree.js'), ...parameters]);
}

/** The shell tells what its children have used. */
function run(program: string, parameters: readonly string[]): Cost {
  const startMs = performance.now();
  const shell = ['-c', '"$@" >/dev/null; code=$?; echo; times; exit $code', 'sh', program, ...parameters];
  const { status, stdout, stderr, error } = spawnSync('sh', shell, { cwd: root, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${parameters[0]}: ${error?.message ?? stderr.slice(-500)}`);
  const used = [...(stdout.trim().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
  const processor = used.reduce((sum, [, minutes = '', seconds = '']) => {
    return sum + 60 * Number.parseInt(minutes, 10) + Number.parseFloat(seconds);
  }, 0);
  return { processor, clock: (performance.now() - startMs) / 1000 };
}

function measure(name: string, work: () => Cost): void {
  const cost = work();
  console.error(`${name}: ${cost.processor.toFixed(1)} s of processor, ${cost.clock.toFixed(1)} s`);
  if (cost.processor < (best.get(name)?.processor ?? Number.POSITIVE_INFINITY)) best.set(name, cost);
}

function toTable(): string {
  const rows = [...best].map(
    ([name, { processor, clock }]) => `| ${name} | ${processor.toFixed(1)} | ${clock.toFixed(1)} |`,
  );
  return ['| work | processor s | s |', '|---|---|---|', ...rows].join('\n');
}

/**
 * Measures the seconds of a first publish of the embedded tree and of `rclone copy` of the same objects to the same
 * engine, in turns, and what it costs to publish nothing new and one new day.
 * node build/scripts/bench/publish.js [ROUNDS]
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { packageRoot } from '../../generator/kit/package.ts';
import { toS3Client } from '../../generator/kit/s3-client.ts';

const [rounds = '3'] = process.argv.slice(2);
const root = packageRoot();
const folder = mkdtempSync(join(tmpdir(), 'ratetree-bench-'));
const port = `${20_000 + (process.pid % 20_000)}`;
const endpoint = `http://127.0.0.1:${port}`;
const archive = join(root, 'data', 'archive');
const [newest, before] = [join(folder, 'tree'), join(folder, 'before')];
const { AWS_CA_BUNDLE: _, ...rest } = process.env; // rclone refuses to start with it
const env = { ...rest, AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'testtest', AWS_REGION: 'us-east-1' };

try {
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
  const ratios: number[] = [];
  for (let round = 1; round <= Number.parseInt(rounds, 10); round++) {
    const published = publish(`first-${round}`, newest);
    const startMs = performance.now();
    run('rclone', [
      'copy',
      join(newest, 'objects'),
      `:s3:bench/rclone-${round}`,
      '--transfers',
      '32',
      '--checkers',
      '32',
      '--s3-provider',
      'Ceph',
      '--s3-endpoint',
      endpoint,
      '--s3-env-auth',
      '--s3-force-path-style',
      '--no-check-dest',
    ]);
    const copied = (performance.now() - startMs) / 1000;
    ratios.push(published.seconds / copied);
    console.log(
      `round ${round}: publish ${published.seconds} s ${words(published)}; rclone ${copied.toFixed(1)} s; ratio ${(published.seconds / copied).toFixed(2)}`,
    );
  }
  const sorted = ratios.sort((left, right) => left - right);
  console.log(`median ratio ${(sorted[sorted.length >> 1] ?? 0).toFixed(2)}; publish also makes the stable copies`);
  console.log(`nothing new: ${words(publish('first-1', newest))}`);
  const dayBefore = withoutLastDay();
  ratetree('generate', '--archive', dayBefore, '--out', before, '--date', '2026-03-19');
  publish('day', before, dayBefore);
  console.log(`one new day of 19 banks: ${words(publish('day', newest))}`);
} finally {
  run('scripts/dev/s3-engine', ['stop', join(folder, 'engine'), '-9']);
  rmSync(folder, { recursive: true, force: true });
}

interface Published {
  readonly objects: number;
  readonly bytes: number;
  readonly copied: number;
  readonly requests: Readonly<Record<string, number>>;
  readonly seconds: number;
}

function publish(prefix: string, from: string, observations = archive): Published {
  const flags = ['--from', from, '--archive', observations, '--endpoint', endpoint, '--path-style', '--json'];
  const lines = ratetree('publish', `s3://bench/${prefix}`, ...flags)
    .trim()
    .split('\n');
  return JSON.parse(lines.at(-1) ?? '');
}

/** The embedded archive without 20 March 2026, which 19 banks have. */
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

function words({ objects, bytes, copied, requests }: Published): string {
  return `(${objects} objects, ${bytes} bytes, ${copied} copies; ${JSON.stringify(requests)})`;
}

function ratetree(...parameters: readonly string[]): string {
  return run(process.execPath, [join(root, 'build', 'scripts', 'ratetree.js'), ...parameters]);
}

function run(program: string, parameters: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, parameters, { cwd: root, env, encoding: 'utf8' });
  if (status === 0) return stdout;
  throw new Error(`${program} ${parameters[0]}: ${error?.message ?? stderr.slice(-500)}`);
}

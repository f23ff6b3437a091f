/**
 * Measures the time from the pointer's flip to a gateway's first answer from the new release, with a real engine, a
 * gateway process that polls each second, and releases that are published one after another.
 * node build/scripts/bench/flip.js [ROUNDS]
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { request } from 'undici';
import { hasCode } from '../../generator/kit/files.ts';
import { packageRoot } from '../../generator/kit/package.ts';
import { toS3Client } from '../../generator/kit/s3-client.ts';
import { openGenerated } from '../../generator/release/pointer/generated.ts';
import { publish } from '../../generator/release/steps/publish.ts';
import { openObjectStore } from '../../generator/store/open.ts';
import { altered } from '../../test/support/kit/altered-store.ts';

const [rounds = '10'] = process.argv.slice(2);
const root = packageRoot();
const folder = mkdtempSync(join(tmpdir(), 'ratetree-bench-'));
const port = 20_000 + (process.pid % 20_000);
const program = join(root, 'build', 'scripts', 'ratetree.js');
const endpoint = `http://127.0.0.1:${port}`;
const credentials = { accessKeyId: 'test', secretAccessKey: 'testtest' };
const connection = { endpoint, region: 'us-east-1', pathStyle: true, socketsMax: 32, credentials };
const archive = join(root, 'data', 'archive');
const address = `http://127.0.0.1:${port + 20_000}`;

run('scripts/dev/s3-engine', ['start', join(folder, 'engine'), `${port}`, 'memstore']);
const client = toS3Client(connection);
await client.send(new CreateBucketCommand({ Bucket: 'bench' }));
client.destroy();
const store = await openObjectStore('s3://bench/flip', { ...connection, willWrite: true });
await publishDay(1);
const gateway = spawn(process.execPath, ['--no-warnings', program, 'serve'], {
  env: { ...process.env, ...variables() },
  stdio: 'ignore',
});

try {
  while ((await releaseAnswering()) === null) await sleep(50);
  const delays: number[] = [];
  for (let day = 2; day < 2 + Number.parseInt(rounds, 10); day++) delays.push(await delayOf(day));
  const sorted = delays.sort((left, right) => left - right);
  console.log(`from flip to first new answer, polling each second: ${sorted.map((ms) => ms.toFixed(0)).join(' ')} ms`);
} finally {
  gateway.kill('SIGTERM');
  await store.close();
  run('scripts/dev/s3-engine', ['stop', join(folder, 'engine'), '-9']);
  rmSync(folder, { recursive: true, force: true });
}

/** Milliseconds from the answer to the pointer's PUT to the first answer of the new release. */
async function delayOf(day: number): Promise<number> {
  const before = await releaseAnswering();
  let flippedMs = 0;
  let isDone = false;
  const publishing = publishDay(day, () => {
    flippedMs = performance.now();
  }).finally(() => {
    isDone = true;
  });
  while (!isDone || flippedMs > 0) {
    if ((await releaseAnswering()) !== before) break;
    await sleep(5);
  }
  const delay = performance.now() - flippedMs;
  await publishing;
  return delay;
}

/** Publishes the embedded tree with another release day, which makes another release. */
async function publishDay(day: number, onFlip = () => {}): Promise<void> {
  const tree = join(folder, 'tree');
  const date = `2026-04-${`${day}`.padStart(2, '0')}`;
  run(process.execPath, [program, 'generate', '--archive', archive, '--out', tree, '--bases', 'EUR', '--date', date]);
  const steps = { signer: null, now: () => new Date(), atOnce: 16, onProgress: () => {}, accepted: [] };
  const timed = altered(store, {
    async replace(key, bytes, facts, etag) {
      const result = await store.replace(key, bytes, facts, etag);
      onFlip();
      return result;
    },
  });
  await publish({ ...steps, store: timed, tree: await openGenerated(tree), archiveDir: archive });
}

async function releaseAnswering(): Promise<string | null> {
  try {
    const { headers, body, statusCode } = await request(`${address}/v1/latest`, {
      headers: { 'Subscription-Key': 'bench' },
    });
    await body.dump();
    return statusCode === 200 ? `${headers['ratetree-release']}` : null;
  } catch (error) {
    if (hasCode(error, 'ECONNREFUSED')) return null;
    throw error;
  }
}

function variables() {
  const s3 = {
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'testtest',
    RATETREE_S3_ENDPOINT: endpoint,
    RATETREE_S3_REGION: 'us-east-1',
    RATETREE_S3_PATH_STYLE: 'true',
  };
  return {
    ...s3,
    RATETREE_ORIGIN: 's3://bench/flip',
    RATETREE_DEMO_KEY: 'bench',
    PORT: `${port + 20_000}`,
    RATETREE_ADMIN_PORT: '0',
  };
}

function run(program: string, parameters: readonly string[]): void {
  const { status, stderr, error } = spawnSync(program, parameters, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${parameters[0]}: ${error?.message ?? stderr.slice(-500)}`);
}

/** A real S3 store for tests, Ceph on loopback, one to a test file. Who starts it stops it; it also ends with its process. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { packageRoot } from '../../../generator/kit/package.ts';
import { type BucketConnection, toS3Client } from '../../../generator/wire/s3-client.ts';

const SCRIPT = join(packageRoot(), 'scripts', 'dev', 's3-engine');
const PROGRAMS = ['radosgw', 'ceph-mon', 'ceph-osd'];

export const engineIsThere = PROGRAMS.every((program) => spawnSync(program, ['--version']).status === 0);
if (!engineIsThere) {
  console.log('skipped: Ceph is not installed, so nothing is tried on a real S3 store');
  console.log('  apt-get install -y --no-install-recommends radosgw ceph-mon ceph-osd');
}

export const CREDENTIALS = { accessKeyId: 'test', secretAccessKey: 'testtest' };

export interface Engine {
  readonly endpoint: string;
  /** What a process needs to reach it, for `env` of a child: the SDK's own variables. */
  readonly env: Readonly<Record<string, string>>;
  /** The same for a client in this process; give another endpoint where a proxy stands in front. */
  connection(endpoint?: string): BucketConnection;
  /** A new bucket; answers its name. */
  makeBucket(): Promise<string>;
  stop(): Promise<void>;
  /** SIGKILL to all of it. */
  kill(): Promise<void>;
  /** Starts it again at the same port, after `stop` or `kill`; what a bluestore acknowledged is there. */
  restart(): Promise<void>;
}

export async function startEngine(kind: 'memstore' | 'bluestore' = 'memstore'): Promise<Engine> {
  // The tests' own folder may lie in memory, where bluestore's direct writes need a Linux of 2023.
  const folder = mkdtempSync(join(kind === 'bluestore' ? '/var/tmp' : tmpdir(), 'ratetree-engine-'));
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const start = async () => void (await script('start', folder, `${port}`, kind));
  const stop = async (...how: string[]) => void (await script('stop', folder, ...how));
  endWith(process.pid, folder);
  await start();
  const connection = (through = endpoint): BucketConnection => ({
    endpoint: through,
    region: 'us-east-1',
    pathStyle: true,
    socketsMax: 32,
    credentials: CREDENTIALS,
  });
  return {
    endpoint,
    env: {
      AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
      AWS_REGION: 'us-east-1',
    },
    connection,
    makeBucket: () => makeBucket(connection()),
    stop: () => stop(),
    kill: () => stop('-9'),
    restart: start,
  };
}

async function makeBucket(connection: BucketConnection): Promise<string> {
  const client = toS3Client(connection);
  const name = `rates-${randomBytes(4).toString('hex')}`;
  await client.send(new CreateBucketCommand({ Bucket: name }));
  client.destroy();
  return name;
}

/** A test runner that is killed runs no hooks: then somebody else must stop the engine and clear up after it. */
function endWith(pid: number, folder: string): void {
  const watch = 'while kill -0 "$0" 2>/dev/null; do sleep 1; done; "$1" stop "$2" -9; rm -rf "$2"';
  spawn('sh', ['-c', watch, `${pid}`, SCRIPT, folder], { detached: true, stdio: 'ignore' }).unref();
}

async function script(...args: readonly string[]): Promise<string> {
  return (await promisify(execFile)(SCRIPT, args)).stdout;
}

/** Below the range that outgoing connections take theirs from; the engine takes those that follow as well. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(200, 320) * 100;
    if ((await isFree(port)) && (await isFree(port + 1))) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return true;
}

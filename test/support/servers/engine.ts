/**
 * A real S3 store for tests: Ceph on loopback, one per test file. The test stops it; it also stops when its process
 * ends.
 */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { packageRoot } from '../../../generator/kit/package.ts';
import { type BucketConnection, toS3Client } from '../../../generator/kit/s3-client.ts';
import { freePorts } from './free-port.ts';

const SCRIPT = join(packageRoot(), 'scripts', 'dev', 's3-engine');
const PROGRAMS = ['radosgw', 'ceph-mon', 'ceph-osd'];

export const engineIsThere = PROGRAMS.every((program) => spawnSync(program, ['--version']).status === 0);
if (!engineIsThere) {
  console.log('skipped: Ceph is not installed, so nothing is tested on a real S3 store');
  console.log('  apt-get install -y --no-install-recommends radosgw ceph-mon ceph-osd');
}

export const CREDENTIALS = { accessKeyId: 'test', secretAccessKey: 'testtest' };

export interface Engine {
  readonly endpoint: string;
  /** The SDK's variables that a child process needs in its environment to reach the store. */
  readonly env: Readonly<Record<string, string>>;
  /** The connection for a client in this process. @param endpoint of a proxy in front of the store, if there is one */
  connection(endpoint?: string): BucketConnection;
  /** Makes a new bucket and returns its name. */
  makeBucket(): Promise<string>;
  stop(): Promise<void>;
  /** Sends SIGKILL to all its processes. */
  kill(): Promise<void>;
  /** Starts it again on the same port after `stop` or `kill`. A bluestore still has all acknowledged objects. */
  restart(): Promise<void>;
}

export async function startEngine(kind: 'memstore' | 'bluestore' = 'memstore'): Promise<Engine> {
  // The tests' own folder may lie in memory, where bluestore's direct writes need a Linux of 2023.
  const folder = mkdtempSync(join(kind === 'bluestore' ? '/var/tmp' : tmpdir(), 'ratetree-engine-'));
  const port = await freePorts();
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

/** A killed test runner runs no hooks, so a process of its own stops the engine and removes its folder. */
function endWith(pid: number, folder: string): void {
  const watch = 'while kill -0 "$0" 2>/dev/null; do sleep 1; done; "$1" stop "$2" -9; rm -rf "$2"';
  spawn('sh', ['-c', watch, `${pid}`, SCRIPT, folder], { detached: true, stdio: 'ignore' }).unref();
}

async function script(...args: readonly string[]): Promise<string> {
  return (await promisify(execFile)(SCRIPT, args)).stdout;
}

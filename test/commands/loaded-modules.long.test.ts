/** What is large and seldom needed is loaded only by the programs that use it. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { freshFolder } from '../support/banks/archives.ts';
import { recordModules } from '../support/kit/loaded-modules.ts';
import { PROGRAM } from '../support/kit/program.ts';
import { startGateway } from '../support/servers/gateway-process.ts';
import { embeddedTree } from '../support/trees/embedded.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

/** What stands in an address, or in a comment above a module in a file of many. */
const LARGE = {
  'the client for buckets': /\/@aws-sdk\//,
  'the client for HTTP': /\/undici\//,
  'the adapters of all banks': /\/generator\/sources\/providers\//,
  'the writer of Parquet files': /\/hyparquet/,
  'the protocol of assistants': /\/@modelcontextprotocol\//,
} as const;
const ABOVE_MODULE = /^\/\/ \S+\.[cm]?js$/gm;
type Large = keyof typeof LARGE;

function largeIn(loaded: readonly string[]): readonly Large[] {
  const modules = loaded.flatMap((url) => [url, ...modulesIn(url)]);
  return (Object.keys(LARGE) as Large[]).filter((name) => modules.some((module) => LARGE[name].test(module)));
}

function modulesIn(url: string): readonly string[] {
  if (!url.includes('/build/program/')) return [];
  return [...readFileSync(fileURLToPath(url), 'utf8').matchAll(ABOVE_MODULE)].map(([line]) => line);
}

function modulesOf(...words: readonly string[]): { readonly status: number | null; readonly urls: readonly string[] } {
  const { env, loaded } = recordModules();
  const { status } = spawnSync(process.execPath, [PROGRAM, ...words], {
    env: { ...process.env, ...env },
    timeout: 170_000,
  });
  // Once, because no command starts a second process.
  expect(loaded().filter((url) => url.endsWith('/build/program/ratetree.js'))).toHaveLength(1);
  return { status, urls: loaded() };
}

function loadedBy(...words: readonly string[]): { readonly status: number | null; readonly large: readonly Large[] } {
  const { status, urls } = modulesOf(...words);
  return { status, large: largeIn(urls) };
}

async function loadedByGateway(origin: string): Promise<readonly Large[]> {
  const { env, loaded } = recordModules();
  const settings = { RATETREE_DEMO_KEY: 'k', RATETREE_ORIGIN_TIMEOUT_MS: '10', RATETREE_DRAIN_MS: '0', ...PORTS };
  const { child, says, ended } = startGateway({ ...env, ...settings, ...BUCKET, RATETREE_ORIGIN: origin });
  await says(/gateway at/);
  child.kill('SIGTERM');
  await ended;
  return largeIn(loaded());
}

const PORTS = { PORT: '0', RATETREE_ADMIN_PORT: '0' };
/** Nothing listens at that port. */
const BUCKET = {
  RATETREE_S3_ENDPOINT: 'http://127.0.0.1:9',
  RATETREE_S3_REGION: 'eu-1',
  AWS_ACCESS_KEY_ID: 'nobody',
  AWS_SECRET_ACCESS_KEY: 'nothing',
};

const keys = join(freshFolder(), 'keys.json');
writeFileSync(keys, JSON.stringify({ keys: [] }));

describe('nothing large is loaded by', () => {
  it.each([
    [['--help']],
    [['rate', '1', 'USD', '--origin', writeSmallTree()]],
    [['keys', 'list', '--file', keys]],
    [['status', '--help']],
    [['help', 'verify']],
  ])('%j', (parameters) => expect(loadedBy(...parameters)).toEqual({ status: 0, large: [] }));

  it('--version, which loads no other room than kit and words', () => {
    const { status, urls } = modulesOf('--version');
    const files = urls.filter((url) => url.startsWith('file:') && !/\/commander\/|\/register\.mjs$/.test(url));
    const small = /build\/(scripts\/ratetree|generator\/(kit|wire\/words)\/[\w-]+)\.js|rolldown\/runtime/;
    expect([status, files.flatMap(modulesIn).filter((module) => !small.test(module))]).toEqual([0, []]);
  });

  it('status of a folder', async () => {
    expect(loadedBy('status', await embeddedTree())).toEqual({ status: 0, large: [] });
  });

  it('the gateway on a folder', async () => {
    expect(await loadedByGateway(writeSmallTree())).toEqual([]);
  });
});

describe('what is needed is loaded by', () => {
  it('generate', () => {
    const large = ['the adapters of all banks', 'the writer of Parquet files'];
    expect(loadedBy('generate', '--help')).toEqual({ status: 0, large });
    expect(loadedBy('help', 'generate')).toEqual({ status: 0, large });
  });

  it('the gateway on a bucket', async () => {
    expect(await loadedByGateway('s3://nowhere')).toEqual(['the client for buckets']);
  });
});

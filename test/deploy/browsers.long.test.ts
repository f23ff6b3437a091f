/**
 * What a browser may read at the stable addresses, straight from a bucket, from nginx over the tree, and through the
 * CDN in front of the bucket: the files, the preflight of a page of another site, and what is not there.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PutBucketCorsCommand, PutBucketPolicyCommand } from '@aws-sdk/client-s3';
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { toS3Client } from '../../generator/kit/s3-client.ts';
import { openGenerated } from '../../generator/release/pointer/generated.ts';
import { publish } from '../../generator/release/publish/publish.ts';
import { openObjectStore } from '../../generator/release/store/open.ts';
import { readSite } from '../../generator/site/files.ts';
import { isPageFile, pageTypeOf } from '../../generator/wire/answers/page.ts';
import type { TreePath } from '../../generator/wire/answers/paths.ts';
import { COPIES_KEY, fileKey, pointerCopyKey, textKey } from '../../generator/wire/release/keys.ts';
import { hashOf } from '../../generator/wire/words/hash.ts';
import { freshFolder, writeLines } from '../support/banks/archives.ts';
import { afterFile } from '../support/kit/after-file.ts';
import { duckDbPage, duckDbPageIsThere } from '../support/servers/duckdb-page.ts';
import { type Engine, engineIsThere, startEngine } from '../support/servers/engine.ts';
import { nginxIsThere, startCdn, startNginx } from '../support/servers/nginx.ts';
import { makeNights, openTestStore, publishLogged } from '../support/trees/logged.ts';
import { newKeys } from '../support/trees/release-pair.ts';
import { generateRelease } from '../support/trees/releases.ts';
import { readTree } from '../support/trees/trees.ts';

const ORIGIN = 'https://shop.example';
const example = (name: string) => readFileSync(join(packageRoot(), 'scripts', 'deploy', 'bucket', name), 'utf8');

/** A published release in a bucket with the policy and the CORS rules of the examples. Returns its public address. */
async function publicBucket(engine: Engine, tree: string): Promise<string> {
  const bucket = await engine.makeBucket();
  const client = toS3Client(engine.connection());
  const Policy = example('policy.json').replaceAll('rates/public/', `${bucket}/public/`);
  await client.send(new PutBucketPolicyCommand({ Bucket: bucket, Policy }));
  const CORSConfiguration = JSON.parse(example('cors.json'));
  await client.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration }));
  client.destroy();
  const store = await openObjectStore(`s3://${bucket}/public`, { ...engine.connection(), willWrite: true });
  const archiveDir = freshFolder();
  await writeLines(archiveDir, 'ECB', ['2026-03-10 EUR/USD 1.1']);
  const steps = { store, signer: null, onProgress: () => {} };
  const now = () => new Date('2026-03-14T02:30:00Z');
  store.now = now;
  await publish({ ...steps, tree: await openGenerated(tree), archiveDir, now });
  await store.close();
  return `${engine.endpoint}/${bucket}/public`;
}

const ask = async (url: string, method: 'GET' | 'HEAD' | 'OPTIONS' | 'PUT', more: Record<string, string> = {}) => {
  const { statusCode, headers, body } = await request(url, { method, headers: { origin: ORIGIN, ...more } });
  return { status: statusCode, headers, text: Buffer.from(await body.arrayBuffer()).toString('latin1') };
};

/** Each header must be there once: a browser takes two for a fault. */
const allowedOrigin = (headers: Record<string, unknown>) => {
  expect(['*', ORIGIN]).toContain(headers['access-control-allow-origin']);
};

const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  jsonld: 'application/ld+json',
  parquet: 'application/vnd.apache.parquet',
};

interface Place {
  readonly address: string;
  readonly tree: ReadonlyMap<string, string>;
}

/** Opened when the first of the places asks for it. */
let opened: ReturnType<typeof duckDbPage> | undefined;
const page = () => {
  opened ??= duckDbPage();
  return opened;
};

function itServesBrowsers(open: () => Promise<Place>, absent: readonly (readonly [path: string, status: number])[]) {
  it('gives a page of another site every file below v1/ with its bytes and type', async () => {
    const { address, tree } = await open();
    for (const [path, text] of tree) {
      if (!path.startsWith('v1/')) continue;
      const found = await ask(`${address}/${path}`, 'GET');
      expect([path, found.status, found.text === text]).toEqual([path, 200, true]);
      allowedOrigin(found.headers);
      expect(found.headers['access-control-expose-headers']).toMatch(/etag/i);
      const ending = path.split('.').at(-1) ?? '';
      expect(found.headers['content-type']).toContain(TYPES[ending] ?? `application/${ending}`);
      expect(found.headers['cache-control']).toMatch(/^public, max-age=(60|300|3600)$/);
    }
  });

  /** A database in a page, such as DuckDB-Wasm, reads the end of the file first, and then what the query needs. */
  it('gives a page of another site the pieces of a Parquet file', async () => {
    const { address, tree } = await open();
    const [path, text] = [...tree].find(([name]) => name.endsWith('.parquet')) ?? ['', ''];
    expect(text.length).toBeGreaterThan(1000);
    const last = text.length - 1;
    // The second piece and those after it may come from a cache.
    const pieces = [
      ['bytes=-8', last - 7, last],
      ['bytes=0-3', 0, 3],
      [`bytes=4-${last - 8}`, 4, last - 8],
      [`bytes=${last - 99}-`, last - 99, last],
    ] as const;
    for (const [range, from, to] of pieces) {
      const { status, headers, text: piece } = await ask(`${address}/${path}`, 'GET', { range });
      expect([range, status, piece === text.slice(from, to + 1)]).toEqual([range, 206, true]);
      expect(headers['content-range']).toBe(`bytes ${from}-${to}/${text.length}`);
      expect(headers['content-type']).toBe('application/vnd.apache.parquet');
      expect(headers['content-encoding']).toBeUndefined();
      allowedOrigin(headers);
      const exposed = `${headers['access-control-expose-headers']}`.toLowerCase().split(/, ?/);
      expect(exposed).toEqual(expect.arrayContaining(['etag', 'accept-ranges', 'content-range']));
    }
    const head = await ask(`${address}/${path}`, 'HEAD');
    expect([head.status, head.headers['content-length'], head.headers['accept-ranges']]).toEqual([
      200,
      `${text.length}`,
      'bytes',
    ]);
    expect((await ask(`${address}/${path}`, 'GET', { range: `bytes=${last + 1}-` })).status).toBe(416);
  });

  it.skipIf(!duckDbPageIsThere)(
    'lets DuckDB in a page of another site query a Parquet file where it lies',
    async () => {
      const { address, tree } = await open();
      const [, ...lines] = (tree.get('v1/series/ECB/USD/2026.csv') ?? '').trimEnd().split('\r\n');
      const expected = lines.map((line) => line.split(',').slice(0, 2));
      expect(expected.length).toBeGreaterThan(3);
      const columns = 'CAST(date AS VARCHAR) AS date, CAST(mid AS VARCHAR) AS mid';
      const file = `${address}/v1/series/ECB-2026.parquet`;
      const rows = await (await page())(`SELECT ${columns} FROM '${file}' WHERE currency = 'USD' ORDER BY date`);
      expect(rows.map(([date, mid]) => [date, mid?.replace(/\.?0+$/, '')])).toEqual(expected);
    },
  );

  it('gives the explorer and the documentation with their types', async () => {
    const { address, tree } = await open();
    const pages = [...tree].filter(([path]) => isPageFile(path));
    expect(pages).toHaveLength(readSite().length);
    for (const [path, text] of pages) {
      const { status, headers, text: found } = await ask(`${address}/${path}`, 'GET');
      expect([path, status, found === text]).toEqual([path, 200, true]);
      const type = (pageTypeOf(path) ?? '').split(';')[0];
      expect(`${path} ${headers['content-type']}`).toContain(`${path} ${type}`);
    }
  });

  it('saves the body of a file that the page has already', async () => {
    const { address } = await open();
    const { etag } = (await ask(`${address}/v1/latest/ECB/EUR.json`, 'GET')).headers;
    const again = await ask(`${address}/v1/latest/ECB/EUR.json`, 'GET', { 'if-none-match': `${etag}` });
    expect([again.status, again.text]).toEqual([304, '']);
    allowedOrigin(again.headers);
    expect((await ask(`${address}/v1/latest/ECB/EUR.json`, 'HEAD')).status).toBe(200);
  });

  it.each(['if-none-match', 'range'])('allows a page to send the header %s, and nothing but reading', async (name) => {
    const { address } = await open();
    const url = `${address}/v1/latest/ECB/EUR.json`;
    const asking = { 'access-control-request-method': 'GET', 'access-control-request-headers': name };
    const { status, headers } = await ask(url, 'OPTIONS', asking);
    expect([200, 204]).toContain(status);
    allowedOrigin(headers);
    expect(headers['access-control-allow-methods']).toContain('GET');
    expect(`${headers['access-control-allow-methods']}`).not.toMatch(/PUT|POST|DELETE/);
    // Each by its name, or all at once.
    const allowed = `${headers['access-control-allow-headers']}`.toLowerCase().split(/, ?/);
    expect(allowed.includes('*') || allowed.includes(name), `${allowed}`).toBe(true);
    expect(headers['access-control-max-age']).toBe('86400');
    expect((await ask(url, 'PUT')).status).toBe(403);
  });

  it.each(absent)('does not give %s', async (path, status) => {
    const { address } = await open();
    expect((await ask(`${address}/${path}`, 'GET')).status).toBe(status);
  });
}

/** Of a published release; below archive/ and notes/ lies what its publisher may keep to himself. */
const BESIDE = ['archive/', 'notes/draft.json', 'index/ECB.json', 'tables/ECB/2026/2026-03-13.csv'];

const made = Promise.resolve().then(async () => {
  const folder = await generateRelease(1, { site: readSite() });
  return { folder, tree: readTree(folder) };
});

describe.skipIf(!nginxIsThere)('nginx over the tree', async () => {
  if (!nginxIsThere) return;
  const { folder, tree } = await made;
  const { state } = JSON.parse(readFileSync(join(folder, 'current.json'), 'utf8'));
  const nginx = await startNginx(folder);
  afterFile(() => nginx.stop());
  itServesBrowsers(
    async () => ({ address: nginx.address, tree }),
    [
      ['.incoming/new', 404],
      [`archive/${state}`, 404],
      ['v1/latest/ECB/QQQ.json', 404],
      ['index/ECB.json', 404],
    ],
  );
});

describe.skipIf(!nginxIsThere)('nginx over a folder that was published into', () => {
  it('gives what verify reads, and nothing that the publisher may keep to himself', async () => {
    const [store, [night]] = [await openTestStore(), await makeNights('2026-03-12')];
    if (night !== undefined) await publishLogged(store, newKeys(), night);
    const dir = store.name;
    const nginx = await startNginx(dir);
    afterFile(() => nginx.stop());
    const statusOf = async (path: string) => (await request(`${nginx.address}/${path}`)).statusCode;
    const { archive } = JSON.parse(readFileSync(join(dir, 'current.json'), 'utf8'));
    for (const own of ['archive/documents', 'notes']) mkdirSync(join(dir, own), { recursive: true });
    for (const own of ['archive/documents/one.gz', 'notes/draft.json']) writeFileSync(join(dir, own), 'own');
    for (const path of [
      'current.json',
      'pointers/copies.json',
      'pointers/0000000001.json',
      'log/checkpoint',
      'v1/latest/ECB/EUR.json',
    ])
      expect([path, await statusOf(path)]).toEqual([path, 200]);
    for (const path of [`archive/${archive}`, 'archive/documents/one.gz', 'notes/draft.json'])
      expect([path, await statusOf(path)]).toEqual([path, 404]);
  });
});

describe.skipIf(!engineIsThere)('a bucket', async () => {
  if (!engineIsThere) return;
  const { folder, tree } = await made;
  const engine = await startEngine();
  afterFile(() => engine.kill());
  const address = await publicBucket(engine, folder);

  describe('with the policy and the rules of the examples', () => {
    const open = async () => ({ address, tree });
    itServesBrowsers(
      open,
      // Only a website endpoint shows a page at the address of a folder.
      ['', ...BESIDE, 'v1/latest/ECB/QQQ.json'].map((path) => [path, 403] as const),
    );

    it('gives everybody what a gateway and verify need', async () => {
      const pointer = JSON.parse((await ask(`${address}/current.json`, 'GET')).text);
      const path = 'index/ECB.json' as TreePath;
      const index = fileKey(path, hashOf(Buffer.from(tree.get(path) ?? '', 'latin1')));
      for (const key of [COPIES_KEY, pointerCopyKey(pointer.first), textKey(pointer.root), index]) {
        expect((await ask(`${address}/${key}`, 'GET')).status, key).toBe(200);
      }
      expect((await ask(`${address}/archive/${pointer.archive}`, 'GET')).status).toBe(403);
      const list = await ask(`${address}/v1/releases.csv`, 'GET');
      expect([list.status, list.headers['cache-control']]).toEqual([200, 'public, max-age=60']);
      expect(list.text).toMatch(new RegExp(`^${pointer.release},.*,${pointer.root},true\r$`, 'm'));
    });
  });

  describe.skipIf(!nginxIsThere)('behind the CDN', async () => {
    if (!nginxIsThere) return;
    const cdn = await startCdn(address);
    afterFile(() => cdn.stop());
    const hidden = [...BESIDE, 'current.json', 'pointers/copies.json', 'objects/aa/aa'];
    itServesBrowsers(
      async () => ({ address: cdn.address, tree }),
      [
        ...hidden.map((path) => [path, 404] as const),
        // A bucket whose files everybody may read, and list nobody, says so of a file that is not there.
        ['v1/latest/ECB/QQQ.json', 403],
      ],
    );

    it('passes on the list of releases', async () => {
      const list = await ask(`${cdn.address}/v1/releases.csv`, 'GET');
      expect([list.status, list.headers['cache-control']]).toEqual([200, 'public, max-age=60']);
      expect(list.text).toBe((await ask(`${address}/v1/releases.csv`, 'GET')).text);
    });

    it('shows the explorer at its address, and lets no other site show it in a frame', async () => {
      const { status, text, headers } = await ask(`${cdn.address}/`, 'GET');
      expect([status, text]).toEqual([200, tree.get('index.html')]);
      expect(headers['content-security-policy']).toBe("frame-ancestors 'none'");
    });
  });
});

/**
 * Parquet files behind a plain file server (nginx), and the queries of the pages. DuckDB's extension httpfs is not in its
 * package, so that it reads what was downloaded; DuckDB-Wasm reads the addresses themselves, in a page of Chromium.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { currencyCode } from '../../generator/wire/words/schemas.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { askDuckDb, duckDbIsThere } from '../support/kit/duckdb.ts';
import { blocksOf, readMarkdown } from '../support/kit/markdown.ts';
import { duckDbPage, duckDbPageIsThere } from '../support/servers/duckdb-page.ts';
import { listen } from '../support/servers/loopback.ts';
import { type Nginx, nginxIsThere, startNginx } from '../support/servers/nginx.ts';
import { archiveOfFourBanks, generateEmbedded, WHOLE_EMBEDDED } from '../support/trees/embedded.ts';
import { LONG_TABLE_DAYS, longTable } from '../support/trees/long-table.ts';
import { readTree } from '../support/trees/trees.ts';

/** DuckDB of Python takes a file system of its user's, here one that asks a server: httpfs would have to be downloaded. */
const BY_RANGES = `
import sys, datetime, urllib.request
import duckdb
from fsspec.spec import AbstractFileSystem

def ask(start, end):
    request = urllib.request.Request(sys.argv[1], headers={"range": f"bytes={start}-{end - 1}"})
    return urllib.request.urlopen(request).read()

class File:
    def __init__(self):
        self.place, self.closed = 0, False
        self.size = int(urllib.request.urlopen(urllib.request.Request(sys.argv[1], method="HEAD")).headers["content-length"])
    def seek(self, place, whence=0):
        self.place = [0, self.place, self.size][whence] + place
        return self.place
    def tell(self):
        return self.place
    def read(self, length):
        self.place += length
        return ask(self.place - length, self.place)
    def close(self):
        pass

class Remote(AbstractFileSystem):
    protocol = "remote"
    def open(self, path, mode="rb", **more):
        return File()
    def glob(self, path, **more):
        return [path]
    def exists(self, path, **more):
        return True
    def info(self, path, **more):
        return {"name": path, "size": File().size, "type": "file"}
    def modified(self, path):
        return datetime.datetime(2026, 3, 20)

duckdb.register_filesystem(Remote())
print(len(duckdb.sql("FROM 'remote://GLOBAL.parquet' WHERE currency = 'USD'").fetchall()))
`;
const python = ['python3', '/usr/bin/python3'].find(
  (program) => spawnSync(program, ['-c', 'import duckdb, fsspec']).status === 0,
);
if (python === undefined) console.log('skipped: no Python has duckdb and fsspec, so that it asks no server');

describe('of 27 years of one currency', () => {
  const ranges: number[] = [];
  let address = '';
  beforeAll(async () => {
    const bytes = await longTable();
    const { url } = await listen((request, response) => {
      const [whole, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
      const piece = bytes.subarray(Number(from), to === '' ? bytes.length : Number(to) + 1);
      response.writeHead(whole === undefined ? 200 : 206, {
        'access-control-allow-origin': '*',
        'access-control-expose-headers': '*',
        'accept-ranges': 'bytes',
        'content-length': piece.length,
        'content-range': `bytes ${from}-${Number(from) + piece.length - 1}/${bytes.length}`,
      });
      if (request.method === 'GET') ranges.push(piece.length);
      response.end(request.method === 'GET' ? piece : null);
    });
    address = `${url}/v1/series/GLOBAL.parquet`;
  });
  beforeEach(() => {
    ranges.length = 0;
  });
  const total = () => ranges.reduce((sum, length) => sum + length, 0);

  it.skipIf(python === undefined)('DuckDB asks a server for 100 kB at most, in four requests at most', async () => {
    const child = spawn(python ?? '', ['-c', BY_RANGES, address], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [out] = await Promise.all([text(child.stdout), once(child, 'close')]);
    expect(out.trim()).toBe(`${LONG_TABLE_DAYS}`);
    expect(ranges.length).toBeLessThanOrEqual(4);
    expect(total()).toBeLessThan(100_000);
  });

  it.skipIf(!duckDbPageIsThere)('DuckDB in a page asks for 200 kB at most, in five steps of its own size', async () => {
    expect(await (await duckDbPage())(`FROM '${address}' WHERE currency = 'USD'`)).toHaveLength(LONG_TABLE_DAYS);
    expect(ranges.length).toBeLessThanOrEqual(5);
    expect(total()).toBeLessThan(200_000);
  });
});

describe.skipIf(!nginxIsThere)('Parquet files behind nginx', () => {
  let nginx: Nginx;
  let downloads = '';
  let tree: ReadonlyMap<string, string>;
  let page: Awaited<ReturnType<typeof duckDbPage>> | null = null;

  beforeAll(async () => {
    const folder = freshFolder();
    downloads = freshFolder();
    const bases = new Set([currencyCode.parse('EUR')]);
    const archiveDir = await archiveOfFourBanks();
    for (const name of ['2025.csv', 'documents-2020.csv'])
      cpSync(join(WHOLE_EMBEDDED, 'ECB', name), join(archiveDir, 'ECB', name));
    await generateEmbedded(folder, { archiveDir, bases });
    tree = readTree(folder);
    nginx = await startNginx(folder);
    if (duckDbPageIsThere) page = await duckDbPage();
  });
  afterAll(() => nginx?.stop());

  const fetched = async (path: string, range?: string) => {
    const { statusCode, headers, body } = await request(`${nginx.address}/${path}`, {
      headers: range ? { range } : {},
    });
    return { status: statusCode, headers, bytes: Buffer.from(await body.arrayBuffer()) };
  };

  it('have their own type, whole and in the pieces that a database asks for', async () => {
    const path = 'v1/series/ECB-2026.parquet';
    const whole = await fetched(path);
    expect([whole.status, whole.headers['content-type'], whole.headers['accept-ranges']]).toEqual([
      200,
      'application/vnd.apache.parquet',
      'bytes',
    ]);
    expect(whole.bytes.toString('latin1')).toBe(tree.get(path));
    // First the length of the footer, which stands before the last four bytes, and then the footer.
    const end = await fetched(path, 'bytes=-8');
    expect([end.status, end.bytes.toString('latin1', 4)]).toEqual([206, 'PAR1']);
    const footer = end.bytes.readUInt32LE(0) + 8;
    const [from, to] = [whole.bytes.length - footer, whole.bytes.length - 1];
    const part = await fetched(path, `bytes=${from}-${to}`);
    expect([part.status, part.bytes.equals(whole.bytes.subarray(from))]).toEqual([206, true]);
  });

  it('are described by a document of its own type', async () => {
    const { status, headers } = await fetched('v1/dataset.jsonld');
    expect([status, headers['content-type']]).toEqual([200, 'application/ld+json; charset=utf-8']);
  });

  const queries = ['docs/data.md', 'docs/integrations.md'].flatMap((page) =>
    blocksOf(readMarkdown(page), 'sql')
      .flatMap((block) => block.split(';'))
      .filter((query) => query.includes('.parquet')),
  );

  it('are asked by four queries of the pages', () => expect(queries).toHaveLength(4));

  it.skipIf(!duckDbIsThere).each(queries)('answer %s', async (query) => {
    const addresses = [...query.matchAll(/https:\/\/[a-z.]+\/([^']+)/g)];
    let own = query;
    for (const [address, path = ''] of addresses) {
      const file = join(downloads, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, (await fetched(path)).bytes);
      own = own.replace(address, file);
    }
    const rows = await askDuckDb(own);
    if (page !== null) {
      const atAddresses = query.replaceAll(/https:\/\/[a-z.]+\//g, `${nginx.address}/`);
      expect(await page(`SELECT CAST(COLUMNS(*) AS VARCHAR) FROM (${atAddresses})`)).toEqual(rows);
    }
    if (query.includes('rates.parquet')) {
      expect(rows).toContainEqual(['ECB', '2026-03-20', 'EUR', '1.1555000000']);
      return;
    }
    expect(rows.length).toBeGreaterThan(10);
    const series = tree.get('v1/series/ECB/USD/2026.csv') ?? '';
    const ofDollar =
      rows.find((cells) => cells.includes('2026-03-13') || (cells.includes('ECB') && cells.includes('USD'))) ?? [];
    if (ofDollar[0] === '2026-03-13') expect(series).toContain(`2026-03-13,${ofDollar[1]?.replace(/0+$/, '')},`);
    else expect(ofDollar.slice(0, 3)).toEqual(['ECB', 'USD', `${series.trimEnd().split('\n').length - 1}`]);
  });
});

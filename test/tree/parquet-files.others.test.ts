/**
 * Parquet files behind a plain file server (nginx), and the queries of the pages. DuckDB's extension httpfs is not in its
 * package, so that it reads what was downloaded; DuckDB-Wasm reads the addresses themselves, in a page of Chromium.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currencyCode } from '../../generator/wire/words/schemas.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { askDuckDb, duckDbIsThere } from '../support/kit/duckdb.ts';
import { blocksOf, readMarkdown } from '../support/kit/markdown.ts';
import { duckDbPage, duckDbPageIsThere } from '../support/servers/duckdb-page.ts';
import { listen } from '../support/servers/loopback.ts';
import { type Nginx, nginxIsThere, startNginx } from '../support/servers/nginx.ts';
import { archiveOfFourBanks, generateEmbedded } from '../support/trees/embedded.ts';
import { LONG_TABLE_DAYS, longTable } from '../support/trees/long-table.ts';
import { readTree } from '../support/trees/trees.ts';

describe.skipIf(!duckDbPageIsThere)('DuckDB in a page', () => {
  it('reads one currency of 27 years with five requests of less than 200 kB, in steps of its own size', async () => {
    const bytes = await longTable();
    const ranges: number[] = [];
    const { url } = await listen((request, response) => {
      const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
      const piece = bytes.subarray(Number(from), to === '' ? bytes.length : Number(to) + 1);
      const range = `bytes ${from}-${Number(from) + piece.length - 1}/${bytes.length}`;
      response.writeHead(request.headers.range === undefined ? 200 : 206, {
        'access-control-allow-origin': '*',
        'access-control-expose-headers': '*',
        'accept-ranges': 'bytes',
        'content-length': piece.length,
        ...(request.headers.range !== undefined && { 'content-range': range }),
      });
      if (request.method === 'GET') ranges.push(piece.length);
      response.end(request.method === 'GET' ? piece : null);
    });
    const rows = await (await duckDbPage())(`FROM '${url}/v1/series/GLOBAL.parquet' WHERE currency = 'USD'`);
    expect(rows).toHaveLength(LONG_TABLE_DAYS);
    expect(ranges.length).toBeLessThanOrEqual(5);
    expect(ranges.reduce((sum, length) => sum + length, 0)).toBeLessThan(200_000);
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
    await generateEmbedded(folder, { archiveDir: await archiveOfFourBanks(), bases });
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

  const queries = ['docs/files.md', 'docs/integrations.md'].flatMap((page) =>
    blocksOf(readMarkdown(page), 'sql')
      .flatMap((block) => block.split(';'))
      .filter((query) => query.includes('.parquet')),
  );

  it('are asked by two queries of the pages', () => expect(queries).toHaveLength(2));

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
    expect(rows.length).toBeGreaterThan(10);
    const series = tree.get('v1/series/ECB/USD/2026.csv') ?? '';
    const ofDollar =
      rows.find((cells) => cells.includes('2026-03-13') || (cells.includes('ECB') && cells.includes('USD'))) ?? [];
    if (ofDollar[0] === '2026-03-13') expect(series).toContain(`2026-03-13,${ofDollar[1]?.replace(/0+$/, '')},`);
    else expect(ofDollar.slice(0, 3)).toEqual(['ECB', 'USD', `${series.trimEnd().split('\n').length - 1}`]);
  });
});

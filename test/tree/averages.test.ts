/** The averages of past months, quarters and years as files: what /v1/series answers, made once. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { factsOfStable } from '../../generator/release/pointer/caching.ts';
import { verifyLines } from '../../generator/verify/report.ts';
import { Ratio } from '../../generator/wire/exact/decimal.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { diskStore } from '../../server/trees/disk.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { copied } from '../support/kit/copied.ts';
import { gatewayOver, withReads } from '../support/servers/gateway.ts';
import { AVERAGED_LINES, AVERAGED_OPTIONS, averagedTree } from '../support/trees/averaged.ts';
import { ReleaseFolder } from '../support/trees/release-folder.ts';
import { NOW } from '../support/trees/release-pair.ts';
import { dailyLines, generateFrom, type Lines, readTree } from '../support/trees/trees.ts';
import { ours, verifyFolder } from '../support/trees/verifying.ts';

const isAverages = (path: string) => /^v1\/averages\/|averages\.csv$/.test(path);
const averagesIn = (folder: string) => new Map([...readTree(folder)].filter(([path]) => isAverages(path)));

describe('a file of averages', () => {
  const PATH = /^v1\/averages\/(\w+)\/\d{4}\/(month|quarter|year)(\.extended)?\.(json|xml|csv)$/;

  /** The request that the file answers. Its span is that of the same document in JSON. */
  function toRequest(path: string, tree: ReadonlyMap<string, string>): string {
    const [, provider = '', period = '', extended, format = ''] = PATH.exec(path) ?? [];
    const { from, to } = JSON.parse(tree.get(path.replace(/\.\w+$/, '.json')) ?? '');
    const query = new URLSearchParams({ provider, period, from, to, format, header: 'true' });
    if (extended !== undefined) query.set('extended', 'true');
    return `/v1/series?${query}`;
  }

  it('has the bytes of the answer that is computed from exact figures, in every view and format', async () => {
    const folder = await averagedTree();
    const tree = readTree(folder);
    const paths = [...tree.keys()].filter((path) => path.startsWith('v1/averages/'));
    expect(paths.length).toBeGreaterThan(50);
    const read: string[] = [];
    const noting = withReads(diskStore(folder), async (path, reading) => {
      read.push(path);
      return reading();
    });
    const hiding = withReads(diskStore(folder), async (path, reading) => (isAverages(path) ? null : reading()));
    const [withFiles, computing] = [await gatewayOver(noting), await gatewayOver(hiding)];
    for (const path of paths) {
      const request = toRequest(path, tree);
      read.length = 0;
      expect((await withFiles.ask(request)).body?.toString('latin1'), request).toBe(tree.get(path));
      expect(read, request).toEqual([path]);
      expect((await computing.ask(request)).body?.toString('latin1'), request).toBe(tree.get(path));
    }
  });

  it.each([
    ['in another base', 'provider=GLOBAL&base=USD'],
    ['of some currencies', 'provider=ECB&currencies=USD'],
    ['with fewer places', 'provider=ECB&decimals=4'],
    ['of the last fixings', 'provider=ECB&statistic=end'],
    ['of one side', 'provider=NBP&type=bid'],
    ['of a provider without sides', 'provider=ECB&extended=true'],
  ])('does not answer what it does not have: averages %s', async (_, query) => {
    const folder = await averagedTree();
    const read: string[] = [];
    const store = withReads(diskStore(folder), async (path, reading) => {
      read.push(path);
      return reading();
    });
    const gateway = await gatewayOver(store);
    for (const span of ['from=2025-11-03&to=2025-12-31', 'from=2025-11-04&to=2025-12-31', 'from=2025-11-03']) {
      expect((await gateway.ask(`/v1/series?${query}&period=month&${span}`)).status).toBe(200);
    }
    expect(read.filter(isAverages)).toEqual([]);
  });

  it('does not answer a span that leaves out a fixing of it, or has one more', async () => {
    const gateway = await gatewayOver(diskStore(await averagedTree()));
    const completeOf = async (span: string) => {
      const { text } = await gateway.ask(`/v1/series?provider=ECB&period=month&${span}`);
      return JSON.parse(text).series.map((item: { complete: boolean; to: string }) => `${item.to} ${item.complete}`);
    };
    const whole = ['2026-01-30 true', '2026-02-27 true'];
    expect(await completeOf('from=2026-01-01&to=2026-03-01')).toEqual(whole);
    expect(await completeOf('from=2026-01-01&to=2026-02-26')).toEqual(['2026-01-30 true', '2026-02-26 false']);
    expect(await completeOf('from=2026-01-05&to=2026-02-28')).toEqual(['2026-01-30 false', '2026-02-27 true']);
    expect(await completeOf('from=2026-01-01')).toEqual([...whole, '2026-03-13 false']);
  });

  it('is served as a document too', async () => {
    const folder = await averagedTree();
    const gateway = await gatewayOver(diskStore(folder));
    for (const path of ['v1/averages/NBP/2025/quarter.extended.json', 'v1/averages/GLOBAL/2026/month.csv']) {
      const { status, body } = await gateway.ask(`/${path}`);
      expect([status, body?.toString('latin1')]).toEqual([200, readTree(folder).get(path)]);
    }
    expect((await gateway.ask('/v1/averages/NBP/2026/quarter.json')).status).toBe(404);
  });
});

describe('a release with averages', () => {
  it('is published with them, and every byte of it is verified', async () => {
    const folder = await averagedTree();
    const published = new ReleaseFolder(freshFolder(), ours.signer, NOW);
    await published.publish(folder);
    const report = await verifyFolder(published.dir);
    expect(verifyLines(report).at(-1)).toBe('good');
    expect(report.counts.files).toBe(readTree(folder).size);
    published.flip('v1/averages/NBP/2025/year.extended.json');
    const stable = await verifyFolder(published.dir, { mode: 'stable' });
    expect(stable.faults.map(({ key }) => key)).toEqual(['v1/averages/NBP/2025/year.extended.json']);
  });

  it.each([
    ['v1/averages/NBP/2025/year.extended.json', 'application/json; charset=utf-8', 'public, max-age=3600'],
    ['v1/averages/GLOBAL/2026/month.csv', 'text/csv; charset=utf-8; header=present', 'public, max-age=300'],
  ])('has %s in a bucket as %s, which may be cached by %j', (path, contentType, cacheControl) => {
    expect(factsOfStable(path, parseIsoDate('2026-03-13'))).toEqual({ contentType, cacheControl });
  });
});

describe('a night', () => {
  const MARK = 'what is not made again stays as it is\n';
  const marked = [
    'v1/averages/ECB/2025/month.csv',
    'v1/averages/ECB/2026/month.csv',
    'v1/averages/HMRC/2026/month.csv',
  ];
  const more = dailyLines('2025-11-03', '2026-03-17').filter((line) => line > '2026-03-14');
  const lines = (ecb: readonly string[]): Lines => ({ ...AVERAGED_LINES, ECB: [...AVERAGED_LINES.ECB, ...ecb] });

  it.each<[string, readonly string[], string, readonly string[]]>([
    ['that brings days of a month that is not over', more, '2026-03-17', []],
    [
      'that corrects a figure of February',
      ['2026-02-10 EUR/JPY 15.3 seen 2026-03-12'],
      '2026-03-13',
      ['v1/averages/ECB/2026/month.csv'],
    ],
    [
      'that corrects a figure of December',
      ['2025-12-10 EUR/JPY 15.3 seen 2026-03-12'],
      '2026-03-13',
      ['v1/averages/ECB/2025/month.csv'],
    ],
  ])('%s makes the averages again in which it is, and no others', async (_, ecb, date, expected) => {
    const out = copied(await averagedTree());
    for (const path of marked) writeFileSync(join(out, path), MARK);
    await generateFrom(lines(ecb), out, { ...AVERAGED_OPTIONS, date: parseIsoDate(date) });
    const made = marked.filter((path) => readFileSync(join(out, path), 'utf8') !== MARK);
    expect(made).toEqual(expected);
  });
});

it('a day whose figure was withdrawn is not counted', async () => {
  const out = freshFolder();
  const ECB = [...AVERAGED_LINES.ECB, '2026-02-10 EUR/JPY withdrawn seen 2026-03-12'];
  await generateFrom({ ...AVERAGED_LINES, ECB }, out, AVERAGED_OPTIONS);
  const { series } = JSON.parse(readFileSync(join(out, 'v1/averages/ECB/2026/month.json'), 'utf8'));
  const left = AVERAGED_LINES.ECB.filter((line) => /^2026-02-(?!10).*JPY/.test(line)).map((line) => line.slice(19));
  const sum = left.reduce((total, figure) => total.plus(Ratio.parse(figure)), Ratio.of(0n, 1n));
  const mean = sum.over(Ratio.of(BigInt(left.length), 1n)).round(10);
  expect(series[1]).toMatchObject({
    period: '2026-02',
    days: { JPY: 19, USD: 20 },
    exchangeRates: { JPY: Number(mean) },
  });
});

describe('over the nights, the averages are those of a tree made from nothing', () => {
  const ECB = dailyLines('2025-12-01', '2026-05-29');
  const until = (date: string, all: readonly string[] = ECB) => all.filter((line) => line.slice(0, 10) <= date);

  async function grown(nights: readonly (readonly [lines: Lines, date: string])[]) {
    const out = freshFolder();
    const trees: Map<string, string>[] = [];
    for (const [lines, date] of nights) {
      const options = { ...AVERAGED_OPTIONS, date: parseIsoDate(date) };
      await generateFrom(lines, out, options);
      const fresh = freshFolder();
      await generateFrom(lines, fresh, options);
      trees.push(averagesIn(out));
      expect(averagesIn(out)).toEqual(averagesIn(fresh));
    }
    return trees;
  }

  it('when a month ends, when days are lost, and when a provider is gone', async () => {
    const { HMRC, NBP } = AVERAGED_LINES;
    const withNbp = { NBP: until('2026-02-02', NBP), HMRC };
    const trees = await grown([
      [{ ECB: until('2026-01-30'), ...withNbp }, '2026-01-30'],
      [{ ECB: until('2026-02-02'), ...withNbp }, '2026-02-02'],
      [{ ECB: until('2026-02-02').filter((line) => line > '2026-01-13') }, '2026-02-02'],
    ]);
    const years = trees.map((tree) => [...tree.keys()].filter((path) => /(ECB|NBP).*month\.json$/.test(path)));
    const [ecb, nbp] = ['ECB', 'NBP'].map((bank) => (year: string) => `v1/averages/${bank}/${year}/month.json`);
    expect(years).toEqual([
      [ecb?.('2025'), nbp?.('2025')],
      [ecb?.('2025'), ecb?.('2026'), nbp?.('2025'), nbp?.('2026')],
      [ecb?.('2026')],
    ]);
  });

  it('also when a gap is so old that the status no longer lists it', async () => {
    const gap = ECB.filter((line) => !line.startsWith('2026-01-14'));
    const trees = await grown([
      [{ ECB: until('2026-03-13', gap) }, '2026-03-13'],
      [{ ECB: gap }, '2026-05-29'],
    ]);
    const complete = trees.map(
      (tree) => /"2026-01",.*?"complete":(\w+)/.exec(tree.get('v1/averages/ECB/2026/month.json') ?? '')?.[1],
    );
    expect(complete).toEqual(['false', 'true']);
  });
});

/** v1/status.json as generate writes it, and `ratetree status`, which reports it to a person. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { statusLines, toStatusReport } from '../../generator/rates/status/report.ts';
import { type GenerateOptions, generate } from '../../generator/release/publish/generate.ts';
import { recordAsked } from '../../generator/sources/archive/ledger.ts';
import { readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { type Gap, status as schema, statusLine, statusText } from '../../generator/wire/answers/status.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { definition, freshFolder, writeLines } from '../support/banks/archives.ts';
import { runProgramBeside } from '../support/kit/run-program.ts';
import { serveTree } from '../support/servers/served-tree.ts';
import { dailyLines, PEGS, readTree } from '../support/trees/trees.ts';

const ECB = definition('ECB', 'EUR', {
  countryCode: 'EU',
  schedule: { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'Europe/Berlin' },
});
const MOON = definition('MOON', 'EUR', { obsolete: true });
const OPTIONS = {
  date: parseIsoDate('2026-04-10'),
  ...{ definitions: [ECB, MOON], currencies: readCurrencies(), pegs: PEGS, bases: new Set<never>() },
} satisfies Partial<GenerateOptions>;

/**
 * Good Friday is 3 April. On the 8th the provider could not be reached, and on the 9th it answered only for the 9th.
 */
const LINES = dailyLines('2026-03-30', '2026-04-09').filter((line) => !/^2026-04-0[368]/.test(line));
const RUNS = ['2026-04-08T15:00:00Z failed', '2026-04-09T15:00:00Z ok 2026-04-09'] as const;

const EMPTY = '{"date":"2026-04-09","voices":null,"notices":[],"withoutFigures":[],"providers":[]}';

async function archiveOf(lines: readonly string[], runs: readonly string[]): Promise<string> {
  const dir = freshFolder();
  await writeLines(dir, 'ECB', lines);
  await writeLines(dir, 'MOON', ['2002-02-28 EUR/USD 0.87']);
  for (const run of runs) await note(dir, run);
  return dir;
}

async function note(dir: string, run: string): Promise<void> {
  const [at = '', outcome, since] = run.split(' ');
  const facts =
    outcome === 'ok' ? ({ outcome, reason: '' } as const) : ({ outcome: 'failed', reason: 'gone' } as const);
  const row = { at, ...facts, since: since === undefined ? ('' as const) : parseIsoDate(since) };
  await recordAsked(dir, 'ECB', row, ECB.schedule);
}

async function treeOf(archiveDir: string, more: Partial<GenerateOptions> = {}, outDir = freshFolder()) {
  const summary = await generate({ archiveDir, outDir, ...OPTIONS, ...more });
  const text = readTree(outDir).get('v1/status.json') ?? '';
  const [global, ecb, moon] = schema.parse(JSON.parse(text)).providers;
  if (global === undefined || ecb === undefined || moon === undefined)
    throw new Error('status.json must have three providers');
  return { outDir, summary, text, global, ecb, moon };
}

describe('status.json', () => {
  it('has each provider’s first, last and next date, number of fixings, holidays, and gaps with reasons', async () => {
    const { global, ecb, moon } = await treeOf(await archiveOf(LINES, RUNS));
    expect(ecb).toMatchObject({
      ...{ provider: 'ECB', first: '2026-03-30', last: '2026-04-09', fixings: 6, next: '2026-04-10' },
      ...{ obsolete: false, monthly: false, holidays: ['2026-05-01'], schedule: ECB.schedule },
      gaps: [
        { from: '2026-04-03', to: '2026-04-06', days: 2, reason: 'holiday' },
        { from: '2026-04-08', to: '2026-04-08', days: 1, reason: 'fetch failed' },
      ],
    });
    expect(ecb.currencies).toMatchObject({ USD: '2026-04-09', JPY: '2026-04-09' });
    expect(global).toMatchObject({ provider: 'GLOBAL', last: '2026-04-09', next: '2026-04-10' });
    expect(moon).toMatchObject({ last: '2002-02-28', next: null, obsolete: true, holidays: [], gaps: [] });
  });

  it('has the last date of a currency that is no longer stated', async () => {
    const lines = LINES.filter((line) => !line.startsWith('2026-04-09 EUR/JPY'));
    expect((await treeOf(await archiveOf(lines, RUNS))).ecb.currencies).toMatchObject({
      ...{ USD: '2026-04-09', JPY: '2026-04-07' },
    });
  });

  it('says what nobody could see of a source whose adapter guesses, and so does the report', async () => {
    const caveat = 'known from a saved copy of 2020';
    const definitions = [ECB, { ...MOON, caveat }];
    const { ecb, moon, text } = await treeOf(await archiveOf(LINES, RUNS), { definitions });
    expect([ecb.caveat, moon.caveat]).toEqual([undefined, caveat]);
    const report = toStatusReport(schema.parse(JSON.parse(text)), null, Date.parse('2026-04-10T12:00:00Z'));
    expect(statusLines(report, (line) => line)).toContain(`caveat: MOON: ${caveat}`);
  });

  it('names who is known and has no figures', async () => {
    const definitions = [definition('SUN', 'USD'), ...OPTIONS.definitions, definition('MARS', 'USD')];
    const { text } = await treeOf(await archiveOf(LINES, RUNS), { definitions });
    expect(schema.parse(JSON.parse(text)).withoutFigures).toEqual(['MARS', 'SUN']);
  });

  it('has its members in the order of the schema, so that it can be read and written unchanged', async () => {
    const { text } = await treeOf(await archiveOf(LINES, RUNS));
    const status = schema.parse(JSON.parse(text));
    expect(statusText(status, status.providers.map(statusLine))).toBe(text);
  });

  it('is the same if it is made from the same archive on another day', async () => {
    const dir = await archiveOf(LINES, RUNS);
    const later = await treeOf(dir, { date: parseIsoDate('2026-06-30') });
    expect(later.text).toBe((await treeOf(dir)).text);
  });

  it('can be made as it was at an instant, like the whole tree', async () => {
    const then = await treeOf(await archiveOf(LINES, RUNS), { asOf: '2026-04-08T23:00:00Z' });
    const had = LINES.filter((line) => line < '2026-04-08');
    expect(then.text).toBe((await treeOf(await archiveOf(had, RUNS.slice(0, 1)))).text);
    expect(then.ecb.gaps.at(-1)).toEqual({ from: '2026-04-08', to: '2026-04-08', days: 1, reason: 'fetch failed' });
  });

  it('is brought up to date as if it were made from nothing, and is not written without news', async () => {
    const dir = await archiveOf(LINES, RUNS);
    const { outDir } = await treeOf(dir);
    expect((await treeOf(dir, {}, outDir)).summary).toMatchObject({ filesWritten: 0, bytesWritten: 0 });
    await note(dir, '2026-04-11T02:00:00Z failed');
    const grown = await treeOf(dir, {}, outDir);
    expect(grown.ecb.gaps.at(-1)).toEqual({ from: '2026-04-10', to: '2026-04-10', days: 1, reason: 'fetch failed' });
    expect(grown.summary.filesWritten).toBe(1);
    expect(readTree(outDir)).toEqual(readTree((await treeOf(dir)).outDir));
  });

  it.each([
    ['all went well', '2026-04-12T15:00:00Z ok 2026-04-01'],
    ['nothing could be reached', '2026-04-12T15:00:00Z failed'],
  ])('makes no new release of a weekend on which %s', async (_, run) => {
    const upToFriday = [...LINES, ...dailyLines('2026-04-10', '2026-04-10', 111)];
    const runs = [...RUNS, '2026-04-10T15:00:00Z ok 2026-04-01'];
    const friday = await treeOf(await archiveOf(upToFriday, runs));
    const sunday = await treeOf(await archiveOf(upToFriday, [...runs, run]));
    expect(sunday.summary.release).toBe(friday.summary.release);
  });
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

async function ratetree(...parameters: readonly string[]): Promise<Ended> {
  const { status, stdout, stderr } = await runProgramBeside(['status', ...parameters]);
  return { code: status, out: stdout, err: stderr };
}

describe('ratetree status', () => {
  let dist = '';
  beforeAll(async () => {
    dist = (await treeOf(await archiveOf(LINES, RUNS))).outDir;
  });

  it('prints a table of when each provider should publish, without colours into a pipe', async () => {
    const { code, out, err } = await ratetree(dist, '--now', '2026-04-13T12:00:00Z');
    expect([code, err]).toEqual([0, '']);
    const rows = out.split('\n').map((line) => line.split(/ {2,}/));
    expect(rows.slice(0, 4)).toEqual([
      ['PROVIDER', 'LAST', 'AGE', 'EXPECTED, BY ITS OWN CLOCK', 'IN UTC', 'STATE', 'MISSED', 'NO FIXING, DAYS'],
      ['GLOBAL', '2026-04-09', '4 d', 'Fri 2026-04-10 23:59 UTC', '2026-04-10 23:59', 'late', '1', expect.any(String)],
      [
        ...['ECB', '2026-04-09', '4 d', 'Fri 2026-04-10 16:00 Europe/Berlin', '2026-04-10 14:00'],
        ...['late', '1', '2 holiday, 1 fetch failed'],
      ],
      ['MOON', '2002-02-28', '8810 d', 'none', 'ended', '0', '-'],
    ]);
    expect(rows.slice(4)).toEqual([[''], ['tree of 2026-04-09, seen at 2026-04-13T12:00:00Z: 2 of 3 late'], ['']]);
  });

  it('explains "other", which counts the days for which GLOBAL gives a reason in its own words', () => {
    const read = schema.parse(JSON.parse(readFileSync(join(dist, 'v1', 'status.json'), 'utf8')));
    const gap = { from: '2026-04-02', to: '2026-04-02', days: 1, reason: 'fewer than two sources' } as Gap;
    const providers = read.providers.map((one) => (one.provider === 'GLOBAL' ? { ...one, gaps: [gap] } : one));
    const lines = statusLines(toStatusReport({ ...read, providers }, null, Date.parse('2026-04-10T12:00:00Z')), String);
    expect(lines.find((line) => line.startsWith('GLOBAL'))).toContain('1 other');
    expect(lines).toContain('other: GLOBAL gives the reason in its own words; --provider GLOBAL shows them');
    expect(statusLines(toStatusReport(read, ['ECB'], 0), String).join()).not.toContain('other');
  });

  it('prints each currency and each gap of chosen providers', async () => {
    const { out } = await ratetree(dist, '--provider', 'ecb', '--now', '2026-04-10T12:00:00Z');
    expect(out).toMatch(/^ECB +2026-04-09 +1 d +Fri 2026-04-10 16:00 Europe\/Berlin +2026-04-10 14:00 +on time +0 /m);
    expect(out).toMatch(/^USD {7}2026-04-09 {2}1 d$/m);
    expect(out).toMatch(/^2026-04-03 to 2026-04-06 {2}2 {5}holiday$/m);
    expect(out).not.toContain('GLOBAL');
  });

  it('prints the report as JSON', async () => {
    const { out } = await ratetree(dist, '--json', '--provider', 'ECB', '--now', '2026-04-13T12:00:00Z');
    expect(out.split('\n')).toHaveLength(2);
    expect(JSON.parse(out)).toMatchObject({
      ...{ now: '2026-04-13T12:00:00Z', date: '2026-04-09' },
      providers: [
        {
          ...{ provider: 'ECB', last: '2026-04-09', ageDays: 4, overdue: true, missed: ['2026-04-10'] },
          expected: { day: '2026-04-10', at: '2026-04-10T14:00:00Z', inSeconds: -252_000 },
          gapDays: { holiday: 2, 'fetch failed': 1 },
        },
      ],
    });
  });

  it.each([
    ['a late publication', '2026-04-10T20:00:00Z', 0],
    ['a missed publication', '2026-04-11T20:00:00Z', 2],
  ])('ends with --strict after %s, at %s, with code %i', async (_, now, code) => {
    expect((await ratetree(dist, '--provider', 'ECB', '--strict', '--now', now)).code).toBe(code);
    expect((await ratetree(dist, '--provider', 'ECB', '--now', now)).code).toBe(0);
  });

  it('reads a tree over HTTP as well', async () => {
    const { url } = await serveTree(dist);
    const [there, here] = await Promise.all(
      [url, dist].map((target) => ratetree(target, '--now', '2026-04-13T12:00:00Z')),
    );
    expect(there).toEqual(here);
  });

  it.each<[string, () => readonly string[], number, RegExp]>([
    ['no tree', () => [freshFolder()], 1, /no v1\/status\.json here: name a tree, or make one with generate/],
    [
      'a file that is not JSON',
      () => [withStatus('{"date":')],
      1,
      /status\.json is not what this version of generate writes/,
    ],
    ['a file of another version', () => [withStatus(EMPTY.replace('}', ',"x":1}'))], 1, /Unrecognized key/],
    [
      'a provider that has no status',
      () => [dist, '--provider', 'ECB,XYZ'],
      1,
      /no status of "XYZ": choose from GLOBAL, ECB/,
    ],
    [
      'a day that does not exist',
      () => [dist, '--now', '2026-02-30T00:00:00Z'],
      1,
      /--now.*It must be a UTC instant, written as/s,
    ],
    ['a server that does not answer', () => ['http://127.0.0.1:1/'], 4, /current\.json cannot be read/],
  ])('names the fault and the fix: %s', async (_, parameters, code, words) => {
    const ended = await ratetree(...parameters());
    expect(ended.err).toMatch(words);
    expect(ended.err).not.toMatch(/\n\s+at /);
    expect([ended.code, ended.out]).toEqual([code, '']);
  });

  function withStatus(text: string): string {
    const folder = freshFolder();
    mkdirSync(join(folder, 'v1'));
    writeFileSync(join(folder, 'v1', 'status.json'), text);
    return folder;
  }
});

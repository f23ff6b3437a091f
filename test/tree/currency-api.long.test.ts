/** The files of currency-api in the tree: what the gateway answers, and the same after several nights as from nothing. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { factsOfStable } from '../../generator/release/pointer/caching.ts';
import { verifyLines } from '../../generator/verify/report.ts';
import { hasStableAddress, STABLE_PREFIXES } from '../../generator/wire/answers/page.ts';
import { currencyApiPath } from '../../generator/wire/answers/paths.ts';
import { placeOf } from '../../generator/wire/release/place.ts';
import { addDays, parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { diskStore } from '../../server/trees/disk.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { gatewayOver } from '../support/servers/gateway.ts';
import { EMBEDDED_NOON_MS, embeddedTree, generateEmbedded } from '../support/trees/embedded.ts';
import { codes, day, ECB, expectNights, HMRC, LINES, NBP, only } from '../support/trees/grown.ts';
import { ReleaseFolder } from '../support/trees/release-folder.ts';
import { NOW } from '../support/trees/release-pair.ts';
import { dailyLines, generateFrom, readTree } from '../support/trees/trees.ts';
import { ours, verifyFolder } from '../support/trees/verifying.ts';

const folder = freshFolder();
await generateEmbedded(folder, { currencyApi: true, bases: codes('EUR') });
const tree = readTree(folder);
const files = [...tree.keys()].filter((path) => placeOf(path).kind === 'folder');
/** Of the newest fixing of GLOBAL. */
const UNTIL = parseIsoDate(JSON.parse(tree.get('v1/latest/GLOBAL/EUR.json') ?? '{}').date);
const folders = [...new Set(files.map((path) => path.split('/')[0] ?? ''))];

describe('the files of currency-api', () => {
  it('are those of the newest fixing and of each of the newest fifteen days, and are off by default', async () => {
    const days = Array.from({ length: 15 }, (_, back) => addDays(UNTIL, -back));
    expect(folders.sort()).toEqual([...days, 'latest'].sort());
    expect([...readTree(await embeddedTree()).keys()].filter((path) => placeOf(path).kind === 'folder')).toEqual([]);
  });

  it('have folders of this century only, beside which nothing else in a store begins so', async () => {
    const dir = freshFolder();
    await generateFrom({ ECB: dailyLines('1999-12-27', '2000-01-04') }, dir, { currencyApi: true });
    const tops = [...readTree(dir).keys()].map((path) => path.split('/')[0] ?? '');
    const own = new Set(tops.filter((top) => /^(latest|\d)/.test(top)));
    expect([...own].sort()).toEqual(['2000-01-01', '2000-01-02', '2000-01-03', '2000-01-04', 'latest']);
  });

  it('are what the gateway answers, each of them', async () => {
    const gateway = await gatewayOver(diskStore(folder), { nowMs: () => EMBEDDED_NOON_MS });
    for (const path of files) {
      const { status, body } = await gateway.ask(`/${path}`);
      const text = body?.toString('latin1');
      if (status !== 200 || text !== tree.get(path)) expect([path, status, text]).toEqual([path, 200, tree.get(path)]);
    }
    const bases = (name: string) => files.filter((path) => path.startsWith(`${name}/v1/currencies/`)).length / 2;
    expect(Math.min(...folders.map(bases))).toBeGreaterThan(100);
    const one = await gateway.ask('/latest/v1/currencies/usd.json');
    expect(Object.keys(JSON.parse(one.text).usd)).toHaveLength(bases('latest'));
    expect(await gateway.ask('/2026-03-15/v1/currencies/usd.json')).toMatchObject({ status: 200 });
  });

  it('lie at stable addresses of their own, are verified, and may be kept for minutes', async () => {
    for (const path of files) expect(hasStableAddress(path), path).toBe(true);
    expect(files.filter((path) => !STABLE_PREFIXES.some((prefix) => path.startsWith(prefix)))).toEqual([]);
    const name = 'currencies/usd.min';
    expect(readFileSync(join(folder, currencyApiPath('latest', name)), 'utf8')).toBe(
      tree.get(currencyApiPath('latest', name)),
    );
    const cached = (version: 'latest' | typeof UNTIL) =>
      factsOfStable(currencyApiPath(version, name), UNTIL).cacheControl;
    expect([cached('latest'), cached(UNTIL)]).toEqual(['public, max-age=60', 'public, max-age=300']);
    const bucket = new ReleaseFolder(freshFolder(), ours.signer, NOW);
    await bucket.publish(folder);
    for (const mode of ['auto', 'stable'] as const) {
      const lines = verifyLines(await verifyFolder(bucket.dir, { mode }));
      expect([mode, lines.at(-1)]).toEqual([mode, 'good']);
    }
  });
});

describe('a run makes them as if from nothing', () => {
  const options = { currencyApi: true };
  const fewer = { ECB: only(ECB, /^2025/), NBP: only(NBP, /^2025/), HMRC };

  it('when the newest fixing is lost, a figure changes, or the day is another', async () => {
    const changed = { ...LINES, ECB: ECB.map((line) => line.replace(/^(2025-12-31 EUR\/USD) .*/, '$1 1.17')) };
    expect(changed.ECB).not.toEqual(ECB);
    await expectNights({ lines: LINES, options }, { lines: fewer, options }, { lines: LINES, options });
    await expectNights({ lines: LINES, options }, { lines: changed, options });
    const later = { ...options, date: day('2026-01-01') };
    await expectNights({ lines: LINES, options }, { lines: LINES, options: later });
  });

  it('when the option is given, and when it is given no more', async () => {
    await expectNights({ lines: LINES }, { lines: LINES, options }, { lines: LINES });
  });
});

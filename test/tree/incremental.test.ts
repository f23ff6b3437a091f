/**
 * A tree brought up to date over several nights is, byte for byte, the tree that one run makes from nothing. More ways in
 * which an archive or the options change are tried in incremental.long.test.ts.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StoreError } from '../../generator/store/store.ts';
import { textKey } from '../../generator/wire/release/keys.ts';
import { providerCode } from '../../generator/wire/words/schemas.ts';
import {
  codes,
  damaged,
  day,
  ECB,
  expectNights,
  expectSame,
  FIRST_BUT_USD,
  firstNight,
  fromNothing,
  HMRC,
  LINES,
  made,
  NBP,
  type Night,
  type Options,
  only,
  without,
} from '../support/trees/grown.ts';
import { keyIn } from '../support/trees/manifests.ts';
import { releasedIn } from '../support/trees/release-folder.ts';
import { type Lines, readFolder } from '../support/trees/trees.ts';

describe('a run makes the tree as if from nothing, and so does the night after, when the archive', () => {
  const broken = (line: string) => `${line.slice(0, 18)} 0.9~0.8 in C`;

  it.each<[string, Lines]>([
    ['loses a provider that contributes to GLOBAL', { ECB, HMRC }],
    ['loses the provider without which GLOBAL has no fixing', { NBP, HMRC, ECB: [] }],
    ['loses a currency that had series of two years', { ...LINES, ECB: without(ECB, /JPY/) }],
    ['loses the newest day of a currency, and keeps the year', { ...LINES, ECB: without(ECB, /^2026-01-02.*JPY/) }],
    ['loses the first year of a provider', { ...LINES, NBP: only(NBP, /^2026/) }],
    [
      'loses figures of the newest date, for which GLOBAL then uses older ones',
      { ...LINES, ECB: without(ECB, /^2026-01-02.*(USD|GBP|CHF|JPY)/) },
    ],
    ['has too little for the first date of GLOBAL', { ...LINES, ECB: without(ECB, FIRST_BUT_USD) }],
    ['has a provider whose rows no longer make any fixing', { ...LINES, NBP: only(NBP, / EUR/).map(broken) }],
    ['loses the sides of a provider', { ...LINES, NBP: without(NBP, /~/) }],
  ])('%s', async (_, lines) => {
    await expectNights({ lines: LINES }, { lines }, { lines: LINES });
  });
});

describe('a run makes the tree as if from nothing, also when the archive has lost dates and a provider, after', () => {
  it.each<[string, Options, Options]>([
    ['--bases is narrowed', { bases: null }, {}],
    ['--history-bases is narrowed', {}, { historyBases: codes('EUR') }],
    ['--since is later', { since: day('2025-12-31') }, { since: day('2026-01-02') }],
    ['--since is taken back', { since: day('2026-01-02') }, {}],
    ['the day lies before the newest fixings', {}, { date: day('2025-12-31') }],
    ['the pegs are other', {}, { pegs: [] }],
    ['all options change', {}, { historyBases: codes('USD'), since: day('2025-12-31'), date: day('2026-01-01') }],
  ])('%s', async (_, before, after) => {
    const withGap: Lines = { ...LINES, ECB: without(ECB, FIRST_BUT_USD) };
    const fewer: Lines = { ECB: only(ECB, /^2026/), HMRC };
    await expectNights({ lines: withGap, options: before }, { lines: withGap, options: after });
    await expectNights({ lines: LINES, options: before }, { lines: fewer, options: after });
  });
});

describe('a tree in place whose manifest was lost is made as if from nothing', () => {
  const CHANGES: readonly (readonly [string, Lines])[] = [
    ['with the same archive', LINES],
    ['when the archive has lost dates and a provider', { ECB: without(ECB, /^2025|JPY/), HMRC }],
  ];
  const nodeOf = (out: string, provider: string) => {
    const { rootHash, root, texts } = releasedIn(out);
    const [, sha256 = ''] = root.providers[providerCode.parse(provider)] ?? [];
    return { rootHash, root, sha256, text: texts.get(sha256) ?? '' };
  };
  const yearOf = (out: string, provider: string) => textKey(JSON.parse(nodeOf(out, provider).text).years['2025'][1]);
  const LOST: readonly (readonly [string, (out: string) => Readonly<Record<string, string | null>>])[] = [
    [
      'all texts of providers',
      (out) => Object.fromEntries(['ECB', 'NBP', 'GLOBAL'].map((code) => [textKey(nodeOf(out, code).sha256), null])),
    ],
    [
      'a text that is cut off',
      (out) => ({ [textKey(nodeOf(out, 'ECB').sha256)]: nodeOf(out, 'ECB').text.slice(0, 99) }),
    ],
    ['a text of another kind', (out) => ({ [textKey(nodeOf(out, 'GLOBAL').sha256)]: '{"days":{},"series":null}\n' })],
    ['the list of what belongs to no provider', (out) => ({ [textKey(nodeOf(out, 'ECB').root.files[1])]: null })],
    ['the root', (out) => ({ [textKey(nodeOf(out, 'ECB').rootHash)]: null })],
  ];
  const rows = LOST.flatMap(([what, keysOf]) =>
    CHANGES.map(([when, lines]) => [`${what}, ${when}`, keysOf, lines] as const),
  );

  it.each(rows)('%s', async (_, keysOf, lines) => {
    const out = await damaged(async (folder) => keysOf(folder));
    expectSame(await made(out, { lines }), await fromNothing({ lines }));
  });

  it('the texts of years that a run reads', async () => {
    const lines = { ECB: without(ECB, /^2025.*JPY/), NBP: only(NBP, /^2026/), HMRC };
    const out = await damaged(async (folder) => ({ [yearOf(folder, 'ECB')]: null, [yearOf(folder, 'NBP')]: '' }));
    expectSame(await made(out, { lines }), await fromNothing({ lines }));
    expectSame(await made(out, { lines: LINES }), await fromNothing({ lines: LINES }));
  });
});

describe('a tree in place with a damaged file that a run has to read', () => {
  /** One more figure of a date in 2025, so that the series of that year are read. */
  const NEXT: Night = { lines: { ...LINES, ECB: [...ECB, '2025-12-30 EUR/THB 36 seen 2026-01-02'] } };
  const OTHER_BASES: Night = { lines: LINES, options: { bases: codes('EUR') } };
  const noReferences = (provider: string) =>
    `{"provider":"${provider}","latest":"2026-01-02","references":[],"fixings":["2025-12-30","2026-01-02"]}\n`;

  it.each<[string, string, string | null, Night]>([
    ['a table that is deleted', 'tables/ECB/2025/2025-12-31.csv', null, OTHER_BASES],
    ['a table that is cut off', 'tables/ECB/2025/2025-12-31.csv', 'currency,mid,bid,ask\nUSD,1.1', OTHER_BASES],
    [
      'a table with a row of another form',
      'tables/ECB/2025/2025-12-31.csv',
      'currency,mid,bid,ask\nUSD\n',
      OTHER_BASES,
    ],
    ['the newest table that is deleted', 'tables/ECB/2026/2026-01-02.csv', null, OTHER_BASES],
    ['a series that is emptied', 'v1/series/ECB/USD/2025.csv', '', NEXT],
    ['exact figures that are deleted', 'tables/ECB/2025/USD.csv', null, NEXT],
    ['exact figures that are cut off', 'tables/ECB/2025/USD.csv', 'date,mid,bid,ask\n2025-12-30,1.1', NEXT],
    ['exact figures of another form', 'tables/ECB/2025/USD.csv', 'date,mid,bid,ask\n2025-12-30,1/0,,\n', NEXT],
    ['an index that is cut off', 'index/ECB.json', '{"provider":"ECB",', NEXT],
    ['an index that names no fixing', 'index/ECB.json', '{"provider":"ECB"}', NEXT],
    ['an index without a reference currency', 'index/GLOBAL.json', noReferences('GLOBAL'), NEXT],
    ['an index of a provider that is gone', 'index/NBP.json', noReferences('NBP'), { lines: { ECB, HMRC } }],
    ['a provenance that is deleted', 'v1/provenance/ECB/2025/12/31.json', null, OTHER_BASES],
  ])('is made as if from nothing: %s', async (_, path, text, night) => {
    const out = await damaged(async (folder) => ({ [await keyIn(folder, path)]: text }));
    expectSame(await made(out, night), await fromNothing(night));
  });

  it('is refused by its path, and stays as it was, if nothing can make the file again', async () => {
    const out = await damaged(async () => ({ 'current.json': '{"format":"ratetree' }));
    const before = readFolder(out);
    const refused = await made(out, NEXT).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StoreError);
    expect(`${refused}`).toContain(`${out}/: current.json is not what publish writes`);
    expect(readFolder(out)).toEqual(before);
  });

  it('is made as ever with files of a file manager in its folders', async () => {
    const strays = ['v1/series/ECB', 'v1/series/ECB/USD', 'objects', 'objects/00', 'pointers', 'memory', 'notes', ''];
    const out = await firstNight({ lines: LINES });
    const paths = strays.map((folder) => join(out, folder, '.DS_Store'));
    for (const path of paths) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, 'x');
    }
    const { tree, release } = await made(out, NEXT);
    expect(paths.every((path) => existsSync(path))).toBe(true);
    const expected = await fromNothing(NEXT);
    expect(tree).toEqual(expected.tree);
    expect(release).toBe(expected.release);
  });
});

import { describe, it } from 'vitest';
import { textKey } from '../../generator/wire/release/keys.ts';
import { providerCode } from '../../generator/wire/words/schemas.ts';
import {
  codes,
  damaged,
  ECB,
  expectSame,
  fromNothing,
  HMRC,
  LINES,
  made,
  NBP,
  type Night,
  only,
  without,
} from '../support/trees/grown.ts';
import { keyIn } from '../support/trees/manifests.ts';
import { releasedIn } from '../support/trees/release-folder.ts';
import type { Lines } from '../support/trees/trees.ts';

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
});

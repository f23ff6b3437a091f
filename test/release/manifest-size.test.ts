import { describe, expect, it } from 'vitest';
import { toGap } from '../../generator/rates/blend/voices.ts';
import { TreeWriter } from '../../generator/release/tree/write/tree-writer.ts';
import {
  exactPath,
  historicalPath,
  latestPath,
  provenancePath,
  seriesPath,
  type TreePath,
  tablePath,
} from '../../generator/wire/answers/paths.ts';
import {
  type Gap,
  MANIFEST_BYTES_MAX,
  type ManifestNode,
  manifestText,
  type ProviderNode,
  type Reference,
  toLeaf,
  type YearNode,
} from '../../generator/wire/release/manifest.ts';
import { addDays, parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { hashOf } from '../../generator/wire/words/hash.ts';
import { currencyCode, GLOBAL } from '../../generator/wire/words/schemas.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { readFolder } from '../support/trees/trees.ts';

describe('the size of a text of the manifest', () => {
  const codes = Array.from({ length: 300 }, (_, place) =>
    currencyCode.parse(String.fromCharCode(65 + (place % 26), 65 + Math.floor(place / 26), 65)),
  );
  const day = parseIsoDate('2026-03-13');
  const sha256 = hashOf('x');
  const reference: Reference = [sha256.slice(0, 32), sha256, 1234];
  const dates = Array.from({ length: 366 }, (_, place) => addDays(parseIsoDate('2024-01-01'), place));
  const sizeOf = (node: ManifestNode) => manifestText(node).length;
  const toEntries = (paths: readonly TreePath[]) => paths.map((path) => ({ path, sha256, bytes: 12345 }));
  type PathOf = (code: (typeof codes)[number], format: 'json' | 'xml' | 'csv') => TreePath;
  const renditions = (bases: number, pathOf: PathOf) =>
    codes.slice(0, bases).flatMap((code) => (['json', 'xml', 'csv'] as const).map((format) => pathOf(code, format)));
  const dayOf = (bases: number) => {
    const rates = renditions(bases, (code, format) => historicalPath(GLOBAL, day, code, 'standard', format));
    return toEntries([tablePath(GLOBAL, day), provenancePath(GLOBAL, day), ...rates]);
  };
  const latestOf = (bases: number) =>
    toEntries(renditions(bases, (code, format) => latestPath(GLOBAL, code, 'standard', format)));
  const seriesOf = (currencies: number) =>
    toEntries(
      codes
        .slice(0, currencies)
        .flatMap((code) => [
          exactPath(GLOBAL, code, '2026'),
          ...(['csv', 'json'] as const).map((format) => seriesPath(GLOBAL, code, '2026', format)),
        ]),
    );
  const years = Object.fromEntries(Array.from({ length: 100 }, (_, place) => [`${1950 + place}`, reference]));

  it.each([
    ['a day', dayOf],
    ['latest rates', latestOf],
    ['series of a year', seriesOf],
  ])('stays well below 100 kB with 180 bases in three formats: %s', (_, entriesOf) => {
    expect(sizeOf(toLeaf(entriesOf(180)))).toBeLessThan(MANIFEST_BYTES_MAX * 0.8);
  });

  it.each<[string, () => YearNode | ProviderNode]>([
    [
      'a year without a holiday',
      () => ({ days: Object.fromEntries(dates.map((date) => [date, reference])), gaps: {}, series: reference }),
    ],
    [
      'a year without a fixing',
      () => {
        const counted = {
          isDollarDisputed: false,
          stated: 100,
          covered: 100,
          quoted: 180,
          contributing: 100,
          known: 100,
        };
        const gap: Gap = [sha256.slice(0, 32), toGap(counted) ?? ''];
        return { days: {}, gaps: Object.fromEntries(dates.map((date) => [date, gap])), series: null };
      },
    ],
    ['a provider of a century', () => ({ files: reference, latest: reference, years, averages: years })],
  ])('stays below two thirds of 100 kB: %s', (_, node) => {
    expect(sizeOf(node())).toBeLessThan((MANIFEST_BYTES_MAX * 2) / 3);
  });

  it('is refused above 100 kB, and nothing is written', () => {
    const dir = freshFolder();
    const writer = new TreeWriter(dir, false);
    expect(() => writer.leaf(dayOf(284))).toThrow(/a manifest of \d+ bytes, 100000 at most: .*GLOBAL/);
    expect(readFolder(dir).size).toBe(0);
    writer.leaf(dayOf(282));
    const [text] = readFolder(dir).values();
    expect(text?.length).toBeLessThanOrEqual(MANIFEST_BYTES_MAX);
  });
});

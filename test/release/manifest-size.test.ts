import { describe, expect, it } from 'vitest';
import { type BuiltManifest, toManifest } from '../../generator/release/objects/build-manifest.ts';
import { toContent } from '../../generator/tree/read/inputs.ts';
import type { LocalUnit } from '../../generator/tree/read/units.ts';
import type { LocalTree } from '../../generator/tree/write/local-tree.ts';
import {
  exactPath,
  historicalPath,
  inputsPath,
  latestPath,
  provenancePath,
  seriesPath,
  type TreePath,
  tablePath,
  yearInputsPath,
} from '../../generator/wire/answers/paths.ts';
import { MANIFEST_BYTES_MAX } from '../../generator/wire/release/manifest.ts';
import { addDays, parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { hashOf } from '../../generator/wire/words/hash.ts';
import { currencyCode, GLOBAL } from '../../generator/wire/words/schemas.ts';

describe('the size of a text of the manifest', () => {
  const day = parseIsoDate('2026-03-13');
  const codes = Array.from({ length: 300 }, (_, place) =>
    currencyCode.parse(String.fromCharCode(65 + (place % 26), 65 + Math.floor(place / 26), 65)),
  );
  const hash = hashOf(Buffer.from('x'));
  const unitOf = (name: string, paths: readonly TreePath[]): LocalUnit => {
    const files = paths.map((path) => ({ path, sha256: hash, bytes: 12345 }));
    return { name, digest: toContent(new Map(paths.map((path) => [path, hash]))), files: () => files };
  };
  /** A tree of GLOBAL with that many bases, on the first `days` days of 2026. */
  const treeOf = (bases: number, days: number): LocalTree => {
    const used = codes.slice(0, bases);
    const renditions = (pathOf: (code: (typeof codes)[number], format: 'json' | 'xml' | 'csv') => TreePath) =>
      used.flatMap((code) => (['json', 'xml', 'csv'] as const).map((format) => pathOf(code, format)));
    const dates = Array.from({ length: days }, (_, place) => addDays(parseIsoDate('2026-01-01'), place));
    const units = dates.map((date) => {
      const rates = renditions((code, format) => historicalPath(GLOBAL, date, code, 'standard', format));
      return [date, unitOf(date, [tablePath(GLOBAL, date), provenancePath(GLOBAL, date), ...rates])] as const;
    });
    const series = used.flatMap((code) => [
      exactPath(GLOBAL, code, '2026'),
      ...(['csv', 'json'] as const).map((format) => seriesPath(GLOBAL, code, '2026', format)),
    ]);
    const inputs = unitOf('inputs', [yearInputsPath(GLOBAL, '2026')]);
    const year = {
      digest: inputs.digest,
      units: () => ({ days: new Map(units), series: unitOf('series', series), averages: null, inputs }),
    };
    const latest = unitOf(
      'latest',
      renditions((code, format) => latestPath(GLOBAL, code, 'standard', format)),
    );
    const files = unitOf('files', [inputsPath(GLOBAL)]);
    const own = { code: GLOBAL, files, latest, years: new Map([['2026', year]]) };
    const lists = unitOf('lists', ['v1/status.json' as TreePath]);
    return { release: '0123456789abcdef', date: day, files: lists, providers: [own], read: () => Buffer.from('x') };
  };
  const largest = (manifest: BuiltManifest) => Math.max(...[...manifest.texts].map(([, text]) => text.length));

  it('stays well below 100 kB with 180 bases in three formats, and in a year without a holiday', async () => {
    expect(largest(await toManifest(treeOf(180, 1), null, []))).toBeLessThan(MANIFEST_BYTES_MAX * 0.8);
    expect(largest(await toManifest(treeOf(1, 365), null, []))).toBeLessThan(MANIFEST_BYTES_MAX / 2);
  });

  it('is refused above 100 kB, before anything is uploaded', async () => {
    expect(largest(await toManifest(treeOf(282, 1), null, []))).toBeLessThanOrEqual(MANIFEST_BYTES_MAX);
    await expect(toManifest(treeOf(284, 1), null, []).then(largest)).rejects.toThrow(
      /a manifest of \d+ bytes, 100000 at most: .*GLOBAL/,
    );
  });
});

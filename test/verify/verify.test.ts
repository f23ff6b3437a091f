import { beforeAll, describe, expect, it } from 'vitest';
import { isGood, verifyLines } from '../../generator/release/verify/report.ts';
import { latestPath } from '../../generator/wire/answers/paths.ts';
import { textKey } from '../../generator/wire/release/keys.ts';
import { keyOf } from '../../generator/wire/release/manifest.ts';
import { EUR, GLOBAL } from '../../generator/wire/words/schemas.ts';
import { randomOf } from '../support/kit/random.ts';
import { entriesOf, keyIn, keysIn, readerOf, textsBelow } from '../support/trees/manifests.ts';
import { copyOf } from '../support/trees/release-pair.ts';
import { readTree } from '../support/trees/trees.ts';
import { faultsOf, ours, type Pair, publishPair, verifyFolder, verifyHttp } from '../support/trees/verifying.ts';

let pair: Pair;
beforeAll(async () => {
  pair = await publishPair();
});

/** Of each kind of object, how many are flipped: all of one kind are checked in one way. */
const EACH = 3;

const PLACES = [
  ['a folder', verifyFolder],
  ['HTTP', verifyHttp],
] as const;

describe.each(PLACES)('a release in %s', (place, verify) => {
  it('is good: every file, every text of its manifest, and its signature', async () => {
    const report = await verify(pair.folder.dir);
    const files = readTree(pair.trees[1]).size;
    expect(report).toMatchObject({ through: 'pointer', release: pair.newer, key: ours.id, faults: [], notes: [] });
    expect(report.pointer?.sequence).toBe(2);
    expect(report.counts).toMatchObject({ files, filesChecked: files, archiveChecked: 3 });
    const manifest = pair.folder.manifests[1];
    const below =
      manifest === undefined ? 0 : (await textsBelow(manifest.rootHash, readerOf(...pair.folder.manifests))).size - 1;
    expect(report.counts.manifestsChecked).toBe(below + 1);
    expect(verifyLines(report).at(-1)).toBe('good');
  });

  it('is good at the stable addresses, and the report says that these were checked', async () => {
    const report = await verify(pair.folder.dir, { mode: 'stable' });
    const copies = [...readTree(pair.trees[1]).keys()].filter((path) => /^(v1|ecb)\//.test(path));
    expect(report).toMatchObject({ through: 'stable', release: pair.newer, key: ours.id, faults: [], others: [] });
    expect(report.counts.filesChecked).toBe(copies.length);
    expect(verifyLines(report)[0]).toContain('stable addresses');
  });

  it('is reported without a key as good, but with the words that nothing proves who made it', async () => {
    const report = await verify(pair.folder.dir, { trusted: null });
    expect(report).toMatchObject({ key: null, faults: [] });
    expect(verifyLines(report).join('\n')).toContain('nothing proves who made this');
  });

  it('is not good if one bit is flipped anywhere', async () => {
    const folder = copyOf(pair.folder);
    const manifest = folder.manifests[1];
    if (manifest === undefined) throw new Error('the second release is missing');
    const reader = readerOf(...folder.manifests);
    const entries = [...(await entriesOf(manifest.rootHash, reader)).values()];
    const files = entries.map(keyOf);
    const before = new Set((await keysIn(folder.dir, folder.manifests[0]?.rootHash)).values());
    const texts = [...(await textsBelow(manifest.rootHash, reader))].map(textKey);
    const archive = [...readTree(folder.dir).keys()].filter((key) => key.startsWith('archive/') && key.length > 8);
    const random = randomOf(7);
    const some = (keys: readonly string[], count: number) => Array.from({ length: count }, () => random.pick(keys));
    const picked = [
      ...some(
        files.filter((key) => before.has(key)),
        EACH,
      ),
      ...some(
        files.filter((key) => !before.has(key)),
        EACH,
      ),
      ...some(texts, EACH),
      textKey(manifest.rootHash),
    ];
    for (const key of new Set([...picked, 'current.json', ...archive.slice(0, place === 'HTTP' ? 1 : 3)])) {
      folder.flip(key);
      const report = await verify(folder.dir);
      expect(isGood(report)).toBe(false);
      expect(report.faults.map((fault) => fault.key)).toEqual([key]);
      folder.flip(key);
    }
    expect(faultsOf(await verify(folder.dir))).toEqual([]);
  });

  it('is not good at the stable addresses if one bit is flipped there', async () => {
    const folder = copyOf(pair.folder);
    const copies = [...readTree(folder.dir).keys()].filter((key) => /^(v1|ecb)\//.test(key));
    const random = randomOf(8);
    for (const key of Array.from({ length: 4 }, () => random.pick(copies))) {
      folder.flip(key);
      expect(faultsOf(await verify(folder.dir, { mode: 'stable' }))).toEqual([`bad ${key}`]);
      expect(faultsOf(await verify(folder.dir))).toEqual([]);
      folder.flip(key);
    }
  });

  it('is reported with each file that is missing, cut off or different', async () => {
    const folder = copyOf(pair.folder);
    const keyOfLatest = (name: string) => keyIn(folder.dir, `v1/latest/${name}.json`);
    const gone = await keyOfLatest('ECB/EUR');
    const cut = await keyOfLatest('GLOBAL/EUR');
    const other = await keyOfLatest('GLOBAL/USD');
    folder.remove(gone);
    folder.write(cut, folder.read(cut).subarray(0, 100));
    folder.write(other, Buffer.from(folder.read(other)).reverse());
    const report = await verify(folder.dir);
    expect(faultsOf(report).sort()).toEqual([`bad ${cut}`, `bad ${other}`, `missing ${gone}`].sort());
    const lines = verifyLines(report);
    expect(lines.filter((line) => /^(bad|missing) /.test(line))).toHaveLength(3);
    expect(lines.find((line) => line.startsWith(`bad v1/latest/GLOBAL/EUR.json (${cut})`))).toMatch(
      /: 100 bytes, not \d+$/,
    );
    expect(lines.at(-1)).toBe('NOT GOOD: 3 faults');
  });

  it('is checked further after a bad text of the manifest', async () => {
    const folder = copyOf(pair.folder);
    const leaf = textKey(folder.manifests[1]?.root.files[1] ?? '');
    const file = await keyIn(folder.dir, 'v1/latest/GLOBAL/EUR.json');
    for (const key of [leaf, file]) folder.flip(key);
    expect(faultsOf(await verify(folder.dir)).sort()).toEqual([`bad ${leaf}`, `bad ${file}`].sort());
  });

  it('is reported with an additional file at the stable addresses, if they can be listed', async () => {
    const folder = copyOf(pair.folder);
    folder.write('v1/latest/ECB/XXX.json', '{}');
    const expected = place === 'HTTP' ? [] : ['extra v1/latest/ECB/XXX.json'];
    expect(faultsOf(await verify(folder.dir, { mode: 'stable' }))).toEqual(expected);
  });

  it.each([
    'evil.html',
    'away/evil.htm',
    'evil.js',
    'logo.svg',
    'explorer-evil.css',
    'evil/releases/0123456789abcdef/x.js',
  ])('is reported with %s, which a browser would run as if it were of the page', async (key) => {
    const folder = copyOf(pair.folder);
    folder.write(key, '<script>');
    const expected = place === 'HTTP' ? [] : [`extra ${key}`];
    expect(faultsOf(await verify(folder.dir, { mode: 'stable' }))).toEqual(expected);
  });

  it('is good with files of the operator beside it at the stable addresses, which are only named', async () => {
    const folder = copyOf(pair.folder);
    const own = ['CNAME', 'robots.txt', 'favicon.ico'];
    for (const key of own) folder.write(key, 'rates.example');
    const report = await verify(folder.dir, { mode: 'stable' });
    expect([report.faults, [...report.others].sort()]).toEqual([[], place === 'HTTP' ? [] : own.toSorted()]);
    if (place !== 'HTTP')
      expect(verifyLines(report)).toContainEqual(
        expect.stringMatching(/^3 objects at the root are not of this store, perhaps your own: /),
      );
  });

  it('is good although other releases lie beside it, which are only noted', async () => {
    const report = await verify(pair.folder.dir);
    const isListed = place !== 'HTTP';
    expect(report.faults).toEqual([]);
    const { dir, manifests } = pair.folder;
    const latest = await keyIn(dir, latestPath(GLOBAL, EUR, 'standard', 'json'), manifests[0]?.rootHash);
    expect(report.others.includes(latest)).toBe(isListed);
    expect(verifyLines(report).some((line) => line.includes('perhaps to an older one that is kept'))).toBe(isListed);
  });
});

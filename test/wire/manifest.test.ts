import { beforeAll, describe, expect, it } from 'vitest';
import { below } from '../../generator/release/objects/below.ts';
import type { TreePath } from '../../generator/wire/answers/paths.ts';
import { textKey } from '../../generator/wire/release/keys.ts';
import {
  type FileEntry,
  leaf,
  manifestText,
  providerNode,
  type RootNode,
  rootNode,
  toEntries,
  toLeaf,
  yearNode,
} from '../../generator/wire/release/manifest.ts';
import { Release } from '../../generator/wire/release/release.ts';
import type { CorruptObject } from '../../generator/wire/release/tree-file.ts';
import { hashOf } from '../../generator/wire/words/hash.ts';
import { embeddedTree } from '../support/trees/embedded.ts';
import { missedOf, objectsIn } from '../support/trees/manifests.ts';
import { type Released, releasedIn } from '../support/trees/release-folder.ts';
import { readTree } from '../support/trees/trees.ts';

const HASH = 'a'.repeat(64);
const entry = (path: string): FileEntry => ({
  path: path as TreePath,
  sha256: HASH,
  bytes: 5,
});

let out = '';
let built: Released;
let release: Release;

beforeAll(async () => {
  out = await embeddedTree();
  built = releasedIn(out);
  release = await Release.open(objectsIn(built), built.rootHash);
});

describe('over the whole embedded tree', () => {
  it('every tenth file is found by its path, by four reads at most', async () => {
    const files = [...readTree(out)].filter((_, place) => place % 10 === 0);
    expect(await missedOf(files, built)).toEqual([]);
    expect(files.length).toBeGreaterThan(700);
  });

  it('every file is met once, and by its place as well', async () => {
    const met: FileEntry[] = [];
    for await (const { path, sha256, bytes } of below([built.rootHash], release.texts))
      if (path !== null && bytes !== null) met.push({ path, sha256, bytes });
    expect(met.map(({ path }) => path).sort()).toEqual([...readTree(out).keys()].sort());
    expect(release.files).toBe(met.length);
    for (const place of [0, 1, 17, 1000, 5000, met.length - 1]) {
      expect(await release.fileAt(place)).toEqual(met[place]);
    }
    await expect(release.fileAt(met.length)).rejects.toThrow(RangeError);
  });

  it.each([
    'v1/latest/ECB/XXX.json',
    'v1/latest/NOBODY/EUR.json',
    'v1/historical/ECB/2026/03/08/EUR.json',
    'v1/historical/ECB/1066/10/14/EUR.json',
    'v1/historical/__proto__/2026/03/13/EUR.json',
    'v1/historical/constructor/toString/valueOf/x/y.json',
    'v1/series/ECB/USD/constructor.csv',
    'tables/ECB/2026/2026-03-08.csv',
    'index/NOBODY.json',
    'latest',
    '',
  ])('nothing is found at %j', async (path) => {
    expect(await release.entry(path as TreePath)).toBeNull();
  });
});

describe('a text of the manifest', () => {
  it('is one, whatever order its members and files came in', () => {
    const files = ['v1/a.json', 'v1/b.json', 'v1/B.json'].map(entry);
    expect(manifestText(toLeaf([...files].reverse()))).toBe(manifestText(toLeaf(files)));
    expect(toEntries(toLeaf(files)).map(({ path }) => path)).toEqual(['v1/B.json', 'v1/a.json', 'v1/b.json']);
    const reversed = (value: object) => Object.fromEntries(Object.entries(value).reverse());
    const { root } = built;
    const other = { ...reversed(root), providers: reversed(root.providers) };
    expect(manifestText(other as RootNode)).toBe(manifestText(root));
  });

  it('reads back as it was written', () => {
    const { release: _, ...root } = built.root;
    expect(rootNode.parse(JSON.parse(manifestText(root)))).toEqual(root);
    const kinds = new Set<string>();
    for (const [, text] of built.texts) {
      const value: object = JSON.parse(text);
      const [kind, schema] =
        'format' in value
          ? (['root', rootNode] as const)
          : 'years' in value
            ? (['provider', providerNode] as const)
            : 'days' in value
              ? (['year', yearNode] as const)
              : (['leaf', leaf] as const);
      expect(manifestText(schema.parse(value))).toBe(text);
      kinds.add(kind);
    }
    expect(kinds).toEqual(new Set(['root', 'provider', 'year', 'leaf']));
  });

  it.each([
    '../secrets',
    '/etc/passwd',
    'v1/../../x',
    'v1//x',
    '.hidden',
    'v1/.staging/x',
    'v1/',
    '',
    'v1/a b',
    'v1\\x',
  ])('lists no file at %j', (path) => {
    expect(leaf.safeParse({ files: [['v1/status.json', HASH, 5]] }).success).toBe(true);
    expect(leaf.safeParse({ files: [[path, HASH, 5]] }).success).toBe(false);
  });
});

describe('a list of a provider', () => {
  const reference = ['d'.repeat(32), HASH, 3];
  const node = (years: unknown) => providerNode.safeParse({ files: reference, latest: null, years }).success;

  it.each<[string, unknown, boolean]>([
    ['names no year', {}, true],
    ['names a year', { '2026': reference }, true],
    ['names something else', { files: reference }, false],
    ['is a list', [reference], false],
    ['is missing', undefined, false],
    ['has half a digest', { '2026': ['d'.repeat(16), HASH, 3] }, false],
    ['has a hash in capitals', { '2026': ['d'.repeat(32), HASH.toUpperCase(), 3] }, false],
    ['counts no file, because no day has a fixing', { '2026': ['d'.repeat(32), HASH, 0] }, true],
    ['counts fewer files than none', { '2026': ['d'.repeat(32), HASH, -1] }, false],
    ['counts half a file', { '2026': ['d'.repeat(32), HASH, 1.5] }, false],
    ['counts more than is held exactly', { '2026': ['d'.repeat(32), HASH, 2 ** 53] }, false],
    ['counts in words', { '2026': ['d'.repeat(32), HASH, '3'] }, false],
    ['has no count', { '2026': ['d'.repeat(32), HASH] }, false],
    ['has more than a count', { '2026': [...reference, 1] }, false],
  ])('whose years are one that %s', (_, years, isRight) => expect(node(years)).toBe(isRight));

  it.each([
    ['2026-03-02', true],
    ['2026-02-30', false],
    ['2026-3-2', false],
    ['__proto__', false],
  ])('whose year has the day %s', (day, isRight) => {
    const text = JSON.stringify({ days: {}, series: reference, gaps: {} });
    const year = JSON.parse(text.replace('{}', `{"${day}":${JSON.stringify(reference)}}`));
    const parsed = yearNode.safeParse(year).data;
    expect(parsed !== undefined && Object.keys(parsed.days).length === 1).toBe(isRight);
  });
});

describe('a manifest of another version', () => {
  it('is refused by the name of its format', async () => {
    const text = JSON.stringify({ format: 'ratetree-manifest-9', releases: [] });
    const objects = { name: '', read: async () => Buffer.from(text) };
    const message =
      /^the release has the format ratetree-manifest-9, and this version has ratetree-manifest-3: .*Upgrade/;
    await expect(Release.open(objects, hashOf(text))).rejects.toThrow(message);
  });
});

describe('a manifest that is not what it says', () => {
  /** The release with its list of files replaced by the given text. */
  const releaseWith = (text: string, files: number) => {
    const { release: _, ...root } = built.root;
    const rootText = manifestText({ ...root, files: [root.files[0], hashOf(text), files] });
    const texts = new Map([...built.texts, [hashOf(text), text], [hashOf(rootText), rootText]]);
    return Release.open(objectsIn({ texts }), hashOf(rootText));
  };
  const status = 'v1/status.json' as TreePath;

  it.each([
    ['is no JSON', 'half a te', 1, 'not a text'],
    ['is another kind of text', '{"days":{},"series":null}', 1, 'not a text'],
    ['lists fewer files than its parent says', manifestText(toLeaf([entry(status)])), 2, 'lists 1 files'],
    ['lists a file of another place', manifestText(toLeaf([entry('v1/latest/ECB/EUR.json')])), 1, 'not a text'],
  ])('is refused where a text %s', async (_, text, files, words) => {
    const spoilt = await releaseWith(text, files);
    await expect(spoilt.entry(status)).rejects.toThrow(words);
    const faults: string[] = [];
    let met = 0;
    const onFault = (fault: CorruptObject) => faults.push(fault.message);
    for await (const { path } of below([spoilt.rootHash], spoilt.texts, { onFault })) if (path !== null) met++;
    expect(faults).toEqual([expect.stringContaining(words)]);
    expect(met).toBe(release.files - built.root.files[2]);
  });

  it('is refused where a text has another hash, or is missing', async () => {
    const open = (bytes: Buffer | null) => Release.open({ name: 'store/', read: async () => bytes }, HASH);
    const key = textKey(HASH);
    await expect(open(Buffer.from('{}'))).rejects.toMatchObject({ kind: 'bad', key });
    await expect(open(null)).rejects.toMatchObject({
      kind: 'missing',
      key,
      message: expect.stringMatching(/^store\/: manifest a+ is missing$/),
    });
  });
});

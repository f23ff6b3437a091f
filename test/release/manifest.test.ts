/** The manifest that generate makes, night after night in one folder, and what publish makes of it. */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { below, type NamedObject } from '../../generator/release/objects/below.ts';
import { openGenerated } from '../../generator/release/pointer/generated.ts';
import { publish } from '../../generator/release/publish/publish.ts';
import { openObjectStore } from '../../generator/release/store/open.ts';
import { historicalPath, tablePath } from '../../generator/wire/answers/paths.ts';
import { fileKey, textKey } from '../../generator/wire/release/keys.ts';
import { type FileEntry, keyOf } from '../../generator/wire/release/manifest.ts';
import { placeOf, trailOf } from '../../generator/wire/release/manifest-nodes.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { hashOf } from '../../generator/wire/words/hash.ts';
import { currencyCode, GLOBAL } from '../../generator/wire/words/schemas.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { copied } from '../support/kit/copied.ts';
import { entriesOf, FILE_KEY, keyIn, readerOf, textsBelow } from '../support/trees/manifests.ts';
import { type Released, releasedIn } from '../support/trees/release-folder.ts';
import { dailyLines, generateFrom, readFolder, readTree } from '../support/trees/trees.ts';

const BASES = new Set(['EUR', 'USD'].map((code) => currencyCode.parse(code)));
const BOUNDED = { bases: BASES, historyBases: BASES };
const LINES = [...dailyLines('2025-12-22', '2025-12-31'), ...dailyLines('2026-03-02', '2026-03-12')];
const CORRECTED = LINES.map((line) => (line.startsWith('2025-12-23 EUR/USD') ? '2025-12-23 EUR/USD 1.5' : line));
const SECOND = [...CORRECTED, ...dailyLines('2026-03-13', '2026-03-13', 111)];
const LATER = { ...BOUNDED, date: parseIsoDate('2026-03-21') };

/** What a night has left. */
interface Night extends Released {
  readonly files: ReadonlyMap<string, string>;
  /** By path, as the manifest lists them. */
  readonly entries: ReadonlyMap<string, FileEntry>;
  /** Of all objects in the folder. */
  readonly keys: ReadonlySet<string>;
  readonly rendered: number;
}

async function night(lines: readonly string[], folder: string, options = BOUNDED): Promise<Night> {
  const { filesRendered: rendered } = await generateFrom({ ECB: lines }, folder, options);
  const released = releasedIn(folder);
  const entries = await entriesOf(released.rootHash, readerOf(released));
  const keys = new Set([...readFolder(folder, 'objects').keys()]);
  return { ...released, files: readTree(folder), entries, keys, rendered };
}

/** Three nights: the first, one with a new day and a correction of an old figure, and one that takes both back. */
const folder = freshFolder();
let one: Night;
let two: Night;
let three: Night;

beforeAll(async () => {
  one = await night(LINES, folder);
  two = await night(SECOND, folder);
  three = await night(LINES, folder, LATER);
});

/** The paths that only one of the trees has, or that have other bytes. */
const differing = (left: Night, right: Night) =>
  [...new Set([...left.files.keys(), ...right.files.keys()])].filter(
    (path) => left.files.get(path) !== right.files.get(path),
  );
const textsOf = async (own: Night) => [...(await textsBelow(own.rootHash, readerOf(own)))].sort();

describe('the manifest of a tree', () => {
  it('lists every file that was made with its hash and size, and each is an object', () => {
    expect(one.entries.size).toBeGreaterThan(200);
    expect(one.rendered).toBe(one.entries.size);
    for (const [path, { sha256, bytes }] of one.entries) {
      const text = Buffer.from(one.files.get(path) ?? '', 'latin1');
      expect([hashOf(text), text.length], path).toEqual([sha256, bytes]);
    }
    const ofFiles = [...one.keys].filter((key) => FILE_KEY.test(key));
    expect(ofFiles).toEqual([...one.entries.values()].map(keyOf).sort());
  });

  it('names every text that lies there', async () => {
    const ofTexts = [...one.keys].filter((key) => !FILE_KEY.test(key));
    expect(ofTexts).toEqual((await textsOf(one)).map(textKey));
  });
});

describe('the manifest of the next tree', () => {
  it('has new texts only of the units in which a file is new, changed or gone', async () => {
    const unitOf = (path: string) => trailOf(placeOf(path)).join('/');
    const expected = new Set(differing(one, two).map(unitOf));
    const texts = readerOf(one, two);
    const found = new Set<string>();
    for (const [root, other] of [
      [one.rootHash, two.rootHash],
      [two.rootHash, one.rootHash],
    ] as const)
      for await (const { path } of below([root], texts, { except: [other] }))
        if (path !== null) found.add(unitOf(path));
    expect(found).toEqual(expected);
    expect(found).toContain('GLOBAL/2026/2026-03-13');
    expect(found).not.toContain('GLOBAL/2026/2026-03-12');
    expect(two.rendered).toBeLessThan(one.rendered);
  });

  it('is the same if nothing changed, and nothing is written for it', async () => {
    const own = freshFolder();
    await night(LINES, own);
    const facts = () => {
      const names = [...readFolder(own).keys()].filter((name) => !name.startsWith('.'));
      return names.map((name) => `${name} ${statSync(join(own, name)).mtimeMs} ${statSync(join(own, name)).ino}`);
    };
    const before = facts();
    const again = await night(LINES, own);
    expect(again.rootHash).toBe(one.rootHash);
    expect(facts()).toEqual(before);
  });

  it('writes new and changed files alone: every other file has the key that it had', () => {
    const changed = [...two.files.keys()].filter((path) => one.files.get(path) !== two.files.get(path));
    const made = [...two.keys].filter((key) => FILE_KEY.test(key) && !one.keys.has(key));
    const keyIn2 = (path: string) => [two.entries.get(path)].flatMap((entry) => entry ?? []).map(keyOf)[0];
    expect(made).toEqual(changed.map(keyIn2).sort());
    for (const [path, entry] of two.entries) {
      const old = one.entries.get(path);
      const isKept = old !== undefined && keyOf(old) === keyOf(entry);
      expect(`${path} ${isKept}`).toBe(`${path} ${!changed.includes(path)}`);
    }
  });

  it('lies beside the tree before it alone: what only an older tree names is deleted', async () => {
    const four = await night([...LINES, ...dailyLines('2026-03-16', '2026-03-16', 114)], folder, LATER);
    const named = async (own: Night) => [...(await textsOf(own)).map(textKey), ...[...own.entries.values()].map(keyOf)];
    expect(four.keys).toEqual(new Set([...(await named(three)), ...(await named(four))].sort()));
    expect([...two.keys].some((key) => !four.keys.has(key))).toBe(true);
  });
});

describe('what one release has and another has not', () => {
  it.each([
    ['one and the next', () => [one, two] as const],
    ['one and the next with fewer files', () => [two, three] as const],
    ['one and the release before', () => [two, one] as const],
    ['none and the first', () => [null, one] as const],
  ])('is complete, and only texts that differ are read: %s', async (_, of) => {
    const [from, to] = of();
    const texts = readerOf(one, two, three);
    const there = new Set([...(from?.entries.values() ?? [])].map(keyOf));
    const expected = [...to.entries.values()].map(keyOf).filter((key) => !there.has(key));
    expect(expected.length).toBeGreaterThan(0);
    const own = new Set(await textsOf(to));
    const theirs = new Set(from === null ? [] : await textsOf(from));
    const newTexts = [...own].filter((hash) => !theirs.has(hash));

    const found: NamedObject[] = [];
    for await (const one of below([to.rootHash], texts, { except: from === null ? [] : [from.rootHash] }))
      found.push(one);
    const keys = found.filter(({ path }) => path !== null).map(({ key }) => key);
    expect(keys.sort()).toEqual(expected.sort());
    const named = found.filter(({ path }) => path === null).map(({ sha256 }) => sha256);
    expect([...named].sort()).toEqual(newTexts.sort());
    expect(named.at(-1)).toBe(to.rootHash);
    const unshared = [...own, ...theirs].filter((hash) => own.has(hash) !== theirs.has(hash));
    expect(texts.asked.filter((hash) => !unshared.includes(hash))).toEqual([]);
  });

  it('is nothing between a release and itself, and only its root is read', async () => {
    const texts = readerOf(one);
    for await (const { key } of below([one.rootHash], texts, { except: [one.rootHash] })) expect(key).toBeNull();
    expect(texts.asked).toEqual([one.rootHash]);
  });
});

describe('a tree that is not as it was generated', () => {
  const MARCH_12 = parseIsoDate('2026-03-12');
  const path = historicalPath(GLOBAL, MARCH_12, currencyCode.parse('EUR'), 'standard', 'json');
  const whole = freshFolder();
  beforeAll(() => generateFrom({ ECB: LINES }, whole, BOUNDED));
  const spoilt = async (spoil: (own: string) => void | Promise<void>) => {
    const own = copied(whole);
    await spoil(own);
    return own;
  };
  const into = freshFolder();
  const publishFrom = async (own: string, target: string) => {
    const connection = { endpoint: null, region: null, pathStyle: false, socketsMax: 8 };
    const store = await openObjectStore(target, { ...connection, willWrite: true });
    const steps = { store, signer: null, now: () => new Date('2026-03-14T02:30:00Z'), onProgress: () => {} };
    return publish({ ...steps, tree: await openGenerated(own), archiveDir: freshFolder() });
  };
  const remove = (...paths: readonly string[]) => {
    return async (own: string) => {
      for (const one of paths) rmSync(join(own, await keyIn(own, one)));
    };
  };

  it.each<[string, RegExp, (own: string) => void | Promise<void>]>([
    [
      'a changed file',
      /v1\/historical\/GLOBAL\/2026\/03\/12\/EUR\.json is not what was generated/,
      async (own) => writeFileSync(join(own, await keyIn(own, path)), '{}'),
    ],
    ['a missing file', /v1\/historical\/GLOBAL\/2026\/03\/12\/EUR\.json is missing/, remove(path)],
    ['a missing table', /tables\/GLOBAL\/2026\/2026-03-12\.csv is missing/, remove(tablePath(GLOBAL, MARCH_12))],
    ['a missing series', /v1\/series\/GLOBAL\/USD\/2025\.csv is missing/, remove('v1/series/GLOBAL/USD/2025.csv')],
    [
      'a text of the manifest that is cut off',
      /manifest [0-9a-f]{64} does not have that hash/,
      (own) => {
        const key = textKey(releasedIn(own).root.providers[GLOBAL]?.[1] ?? '');
        writeFileSync(join(own, key), readFileSync(join(own, key), 'utf8').slice(0, 99));
      },
    ],
    [
      'a text of the manifest that is missing',
      /manifest [0-9a-f]{64} is missing/,
      (own) => rmSync(join(own, textKey(releasedIn(own).root.providers[GLOBAL]?.[1] ?? ''))),
    ],
    ['no pointer', /current\.json is missing/, (own) => rmSync(join(own, 'current.json'))],
    ['no pointer and nothing else', /run generate first/, (own) => rmSync(own, { recursive: true })],
  ])('is refused with the place of %s, and nothing is put into force', async (_, words, spoil) => {
    const target = freshFolder();
    const own = await spoilt(spoil);
    const refused = await publishFrom(own, target).catch((error: Error) => error);
    expect(`${refused}`).toMatch(words);
    expect(`${refused}`).toContain(own);
    expect(existsSync(join(target, 'current.json'))).toBe(false);
  });

  it('is published without what it does not name', async () => {
    const stray = fileKey(path, hashOf('{}'));
    const own = await spoilt((folderOf) => {
      for (const key of [stray, `${path}.bak`]) {
        rmSync(join(folderOf, key), { force: true });
        if (existsSync(dirname(join(folderOf, key)))) writeFileSync(join(folderOf, key), '{}');
      }
    });
    await publishFrom(own, into);
    expect(readTree(own)).toEqual(one.files);
    expect([...readFolder(into).keys()].filter((key) => key === stray || key.endsWith('.bak'))).toEqual([]);
  });
});

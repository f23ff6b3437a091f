/** `ratetree repair` on stores that have lost or damaged something, by the compiled program. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeKeyPair } from '../../generator/release/pointer/signing.ts';
import { textKey } from '../../generator/wire/release/keys.ts';
import { parsePointer, pointerText } from '../../generator/wire/release/pointer.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { copied } from '../support/kit/copied.ts';
import { type ByCommand, byCommand, ratetree } from '../support/trees/by-command.ts';
import { keysIn } from '../support/trees/manifests.ts';
import { readTree } from '../support/trees/trees.ts';

const ours = writeKeyPair(join(freshFolder(), 'ours.pem'));
const other = writeKeyPair(join(freshFolder(), 'other.pem'));
const SIGNED = ['--signing-key', ours.privateFile];

let published: ByCommand;
/** The archive on the publisher's disk: in it every release is noted. */
const archive = freshFolder();
/** What lay in the store before it was damaged. */
let whole: ReadonlyMap<string, string>;
/** By path: the keys of the files that the release in force does not share with the one before. */
let own: ReadonlyMap<string, string>;
beforeAll(async () => {
  published = await byCommand();
  let before: ReadonlyMap<string, string> = new Map();
  for (const night of [0, 1]) {
    cpSync(published.nights[night]?.archive ?? '', archive, { recursive: true });
    if (night === 1) before = await keysIn(published.store);
    published.publish(night, published.store, ...SIGNED, '--archive', archive);
  }
  whole = readTree(published.store);
  const shared = new Set(before.values());
  own = new Map([...(await keysIn(published.store))].filter(([, key]) => !shared.has(key)));
});

function copyOfStore(): string {
  return copied(published.store);
}

const pointerIn = (store: string) => parsePointer(readFileSync(join(store, 'current.json'), 'utf8'));

function repair(store: string, night = 1, ...flags: readonly string[]) {
  const tree = published.nights[night]?.tree ?? '';
  return ratetree('repair', store, '--from', tree, '--archive', archive, ...flags);
}

function verify(store: string) {
  const files = ratetree('verify', store, '--public-key', ours.publicFile);
  const copies = ratetree('verify', store, '--stable');
  return [files.status, copies.status, files.stdout + copies.stdout];
}
const GOOD = [0, 0, expect.stringContaining('good')];

/** Runs the repair without writing, expects that nothing changes, and then runs it. */
function rehearsed(store: string, night = 1, ...flags: readonly string[]) {
  const before = readTree(store);
  const rehearsal = repair(store, night, '--dry-run', ...flags);
  expect(readTree(store)).toEqual(before);
  const real = repair(store, night, ...flags);
  expect(rehearsal.status, rehearsal.stderr).toBe(real.status);
  expect(rehearsal.stdout.replaceAll('would be ', '').replace('would do', 'done')).toBe(real.stdout);
  return real;
}

describe('a pointer that is lost', () => {
  const LOSSES: readonly (readonly [string, (store: string) => void])[] = [
    ['missing', (store) => rmSync(join(store, 'current.json'))],
    ['half written', (store) => writeFileSync(join(store, 'current.json'), '{"format":"ratetree-poin')],
  ];

  it.each(LOSSES)('and %s is restored from its newest signed copy, without a key', (_, lose) => {
    const store = copyOfStore();
    lose(store);
    const { status, stdout, stderr } = rehearsed(store);
    expect(status, stderr).toBe(0);
    expect(stdout).toContain('done: pointer: there is none: restores the copy of release ');
    expect(readTree(store)).toEqual(whole);
    expect(verify(store)).toEqual(GOOD);
    expect(published.publish(2, store, ...SIGNED).stdout).toContain(' (sequence 3, ');
  });

  it.each(LOSSES)('and %s is made again above every sequence, with the key', (_, lose) => {
    const store = copyOfStore();
    lose(store);
    const { status, stdout, stderr } = repair(store, 1, ...SIGNED);
    expect(status, stderr).toBe(0);
    expect(stdout).toContain('under sequence 3, above every sequence seen');
    expect(pointerIn(store)).toMatchObject({ sequence: 3, key: ours.id });
    expect(verify(store)).toEqual(GOOD);
  });

  it('is not made from nothing: the next night begins above the sequence that is given', () => {
    const store = copyOfStore();
    for (const key of ['current.json', 'pointers']) rmSync(join(store, key), { recursive: true });
    const { status, stderr } = repair(store, 1, ...SIGNED);
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/no pointer is left: if .*"--sequence 1" is given, or/),
    ]);
    const begun = rehearsed(store, 1, ...SIGNED, '--sequence', '412');
    expect([begun.status, begun.stdout]).toEqual([0, expect.stringContaining('as the first one, above 412')]);
    expect(published.publish(1, store, ...SIGNED).stdout).toContain(' (sequence 413, ');
    expect(verify(store)).toEqual(GOOD);
  });

  it('is replaced if somebody has changed it, and the claimed sequence does not count', () => {
    const store = copyOfStore();
    writeFileSync(join(store, 'current.json'), pointerText({ ...pointerIn(store), sequence: 9_000_000 }));
    expect(repair(store, 1, ...SIGNED).stdout).toContain(
      `its signature is not that of key ${ours.id}: makes one to release`,
    );
    expect(pointerIn(store).sequence).toBe(3);
    expect(verify(store)).toEqual(GOOD);
  });

  it('is made above the sequence that a reader has seen, for which the key is needed', () => {
    const store = copyOfStore();
    const refused = repair(store, 1, '--sequence', '500');
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining(`only key ${ours.id} can sign it`)]);
    expect(repair(store, 1, '--sequence', '500', ...SIGNED).status).toBe(0);
    expect(pointerIn(store).sequence).toBe(501);
  });

  it('is not signed by another key unless that is said', () => {
    const store = copyOfStore();
    rmSync(join(store, 'current.json'));
    const flags = ['--signing-key', other.privateFile];
    const words = `key ${ours.id} signed what is there: name the file of its public key with --replace-key`;
    expect(repair(store, 1, ...flags)).toMatchObject({ status: 1, stderr: expect.stringContaining(words) });
    expect(repair(store, 1, ...flags, '--replace-key', ours.publicFile).status).toBe(0);
    expect(pointerIn(store)).toMatchObject({ key: other.id, sequence: 3 });
  });

  it('is not made in a store in which nothing was ever published', () => {
    const { status, stderr } = repair(freshFolder());
    expect([status, stderr]).toEqual([1, expect.stringContaining('nothing was ever published here')]);
  });
});

const keysOf = (pattern: RegExp) => [...whole.keys()].filter((key) => pattern.test(key));
const root = (): string => JSON.parse(whole.get('current.json') ?? '').root;
/** Keys of the files below this folder that the release in force does not share with the one before. */
const ofRelease = (folder: string) => [...own].filter(([path]) => path.startsWith(folder)).map(([, key]) => key);
const pathOf = (key: string) => [...own].find(([, held]) => held === key)?.[0];
/** A file is named by its path as well, because its key does not say which one it is. */
const nameOf = (key: string) => (key.startsWith('objects/') && pathOf(key) ? `${pathOf(key)} (${key})` : key);
const list = (): string => JSON.parse(whole.get('current.json') ?? '').archive;

describe('objects that are lost', () => {
  const OBJECTS: readonly (readonly [string, () => readonly string[]])[] = [
    ['files of the release', () => ofRelease('v1/latest/')],
    ['files that have no stable address', () => ofRelease('tables/')],
    ['the root of the manifest', () => [textKey(root())]],
    ['all texts of the manifest', () => namedManifests()],
    ['the list of the archive', () => [`archive/${list()}`]],
    ['files of the archive', () => namedArchive()],
    ['copies at stable addresses', () => keysOf(/^v1\//).slice(0, 5)],
    ['the mark of the copies', () => ['pointers/copies.json']],
  ];

  describe.each<[string, (file: string) => void]>([
    ['missing', rmSync],
    ['damaged', (file) => writeFileSync(file, 'x')],
  ])('and are %s', (_, harm) => {
    it.each(OBJECTS)('%s are written again as they were', (_what, keys) => {
      const store = copyOfStore();
      for (const key of keys()) harm(join(store, key));
      const { status, stdout } = rehearsed(store);
      expect(status, stdout).toBe(0);
      expect(keys().filter((key) => !stdout.includes(`written again: ${nameOf(key)}\n`))).toEqual([]);
      expect(readTree(store)).toEqual(whole);
    });
  });

  it('everything at once is written again', () => {
    const store = copyOfStore();
    for (const key of OBJECTS.flatMap(([, keys]) => keys())) rmSync(join(store, key), { force: true });
    rmSync(join(store, 'current.json'));
    const { status, stdout } = repair(store);
    expect(status, stdout).toBe(0);
    expect(readTree(store)).toEqual(whole);
  });

  it('are found in an archive that has grown since', () => {
    const store = copyOfStore();
    for (const key of namedArchive()) rmSync(join(store, key));
    const grown = freshFolder();
    for (const from of [archive, published.nights[2]?.archive ?? '']) cpSync(from, grown, { recursive: true });
    const { status, stdout } = ratetree('repair', store, '--archive', grown);
    expect(status, stdout).toBe(0);
    expect(readTree(store)).toEqual(whole);
  });

  it('are named, and left, if neither tree nor archive has them, and the command ends with 4', () => {
    const store = copyOfStore();
    const [lost = ''] = ofRelease('index/ECB.json');
    rmSync(join(store, lost));
    const { status, stdout } = rehearsed(store, 0);
    expect(status).toBe(4);
    expect(stdout).toContain(`left: missing ${nameOf(lost)}`);
    expect(stdout).toContain('make it with "ratetree generate --as-of');
    expect(repair(store, 1).status).toBe(0);
    expect(readTree(store)).toEqual(whole);
  });

  it('are never taken from a tree whose files are others', () => {
    const [store, tree] = [copyOfStore(), freshFolder()];
    cpSync(published.nights[1]?.tree ?? '', tree, { recursive: true });
    const [lost = ''] = ofRelease('tables/ECB/2026/');
    rmSync(join(store, lost));
    writeFileSync(join(tree, lost), 'x');
    const { status, stdout } = ratetree('repair', store, '--from', tree);
    expect([status, stdout]).toEqual([4, expect.stringContaining(`left: missing ${nameOf(lost)}`)]);
  });
});

/** The texts of the manifest of the release in force, from the root down. */
function namedManifests(): readonly string[] {
  const found: string[] = [];
  const visit = (sha256: string) => {
    const key = textKey(sha256);
    if (found.includes(key)) return;
    found.push(key);
    for (const [below = ''] of (whole.get(key) ?? '').matchAll(/(?<=",")[0-9a-f]{64}(?=",)/g)) {
      if (whole.has(textKey(below))) visit(below);
    }
  };
  visit(root());
  return found;
}

/** The files of the archive of the release in force. */
function namedArchive(): readonly string[] {
  const { files } = JSON.parse(whole.get(`archive/${list()}`) ?? '') as { files: [string, string][] };
  return files.map(([, sha256]) => `archive/${sha256}`);
}

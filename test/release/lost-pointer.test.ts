/** A store whose pointer is lost or damaged: every command refuses it by name, and nothing in it changes. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { beginFirst } from '../../generator/release/pointer/lost-pointer.ts';
import { openFolderStore } from '../../generator/release/store/folder.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { copied } from '../support/kit/copied.ts';
import { type ByCommand, byCommand, ratetree } from '../support/trees/by-command.ts';
import { readTree } from '../support/trees/trees.ts';

let published: ByCommand;
beforeAll(async () => {
  published = await byCommand();
  published.publish(0);
});

/** A copy of the published store without these objects. */
function storeWithout(...keys: readonly string[]): string {
  const dir = copied(published.store);
  for (const key of keys) rmSync(join(dir, key), { recursive: true });
  return dir;
}

const AFTER = ['pointers'];
const OBJECTS = ['archive', 'objects'];

describe('a store without a pointer', () => {
  it.each<[string, readonly string[], string]>([
    ['releases and everything else', [], 'pointers/, archive/, objects/'],
    ['only an archive', [...AFTER, 'objects'], 'archive/'],
    ['only objects', [...AFTER, 'archive'], 'objects/'],
    ['only copies of pointers', OBJECTS, 'pointers/'],
  ])('is refused if it has %s', (_, gone, named) => {
    const store = storeWithout('current.json', ...gone);
    const before = readTree(store);
    const commands = [
      published.publish(1, store),
      published.publish(1, store, '--dry-run'),
      ratetree('check', store, '--from', published.nights[1]?.tree ?? ''),
      ratetree('rollback', store),
    ];
    for (const { status, stderr } of commands) {
      expect(status, stderr).toBe(4);
      expect(stderr).toContain(`current.json is missing, but the store has ${named}. Nothing was written`);
      expect(stderr).toContain('"ratetree repair", with the key of the night, shows what is there');
    }
    expect(readTree(store)).toEqual(before);
  });

  it('is not left by a first publication with a log and no key, which is refused before it writes', () => {
    const store = join(freshFolder(), 'store');
    const { status, stderr } = published.publish(1, store, '--log', 'rates.example/log');
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('--log is for releases that are signed: give the key'),
    ]);
    expect(readdirSync(store)).toEqual(['.incoming']);
  });

  it('is refused by the night, which collects nothing', () => {
    const store = storeWithout('current.json');
    const where = ['--archive', join(freshFolder(), 'archive'), '--out', join(freshFolder(), 'dist')];
    const { status, stdout } = ratetree('nightly', store, ...where, '--replay', freshFolder(), '--provider', 'ECB');
    expect(status).toBe(4);
    const report = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    expect(report).toMatchObject({ outcome: 'store failed', release: null, published: null });
    expect(report.error).toContain('current.json is missing, but the store has');
  });
});

describe('a pointer that cannot be read', () => {
  it.each(['', '<html>', '{"format":"ratetree-pointer-3"}'])('is refused: %j', (text) => {
    const store = storeWithout();
    writeFileSync(join(store, 'current.json'), text);
    const before = readTree(store);
    const { status, stderr } = published.publish(1, store);
    expect([status, stderr]).toEqual([4, expect.stringContaining('current.json is not what publish writes')]);
    expect(readTree(store)).toEqual(before);
  });
});

describe('a new store', () => {
  it('has its first release after one publish, and no draft', () => {
    const { status, stdout, stderr } = published.publish(0, freshFolder());
    expect([status, stderr]).toEqual([0, expect.stringContaining('no signing key')]);
    expect(stdout).toContain(' (sequence 1, ');
    expect([...readTree(published.store).keys()].filter((key) => key === 'notes/draft.json')).toEqual([]);
  });

  it('is finished if its first publication was killed before the pointer', async () => {
    const store = storeWithout('current.json', 'v1', ...AFTER);
    await beginFirst({ store: await openFolderStore(store, true), signer: null, now: () => new Date() });
    const { status, stdout, stderr } = published.publish(0, store);
    expect(status, stderr).toBe(0);
    expect(stdout).toContain(' (sequence 1, ');
    const verified = ratetree('verify', store);
    expect(verified.status, verified.stdout).toBe(0);
    expect(readTree(store).has('notes/draft.json')).toBe(false);
  });
});

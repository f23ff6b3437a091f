/** A folder as a store, as far as it differs from a bucket: killed processes, and the files on the disk. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { claimVersion, openFolderStore } from '../../generator/release/store/folder.ts';
import type { ObjectFacts, ObjectStore } from '../../generator/release/store/store.ts';
import { freshFolder } from '../support/banks/archives.ts';

const FACTS: ObjectFacts = { contentType: 'application/json', cacheControl: 'no-store' };
const NOW_MS = Date.parse('2026-03-16T18:00:00Z');
const MINUTE_MS = 60_000;

describe('a folder', () => {
  let folder: string;
  let store: ObjectStore;
  const incoming = () => readdirSync(join(folder, '.incoming'));

  beforeEach(async () => {
    folder = freshFolder();
    store = await openFolderStore(folder, true, () => NOW_MS);
  });

  it('holds each object in a file named by its key, and no temporary files', async () => {
    await store.create('v1/a.json', Buffer.from('a'), FACTS);
    await store.put('v1/b.json', Buffer.from('b'), FACTS);
    await store.copy('v1/b.json', 'c.json', FACTS);
    await store.replace('c.json', Buffer.from('c'), FACTS, (await store.get('c.json'))?.etag ?? '');
    await store.create('v1/a.json', Buffer.from('other'), FACTS);
    const files = ['v1/a.json', 'v1/b.json', 'c.json'].map((key) => readFileSync(join(folder, key), 'utf8'));
    expect(files).toEqual(['a', 'b', 'c']);
    expect(incoming()).toEqual([]);
  });

  it('is not opened if somebody has laid its temporary files elsewhere, where it would delete what is old', async () => {
    const elsewhere = freshFolder();
    const file = join(elsewhere, 'diary');
    writeFileSync(file, 'old');
    utimesSync(file, 0, 0);
    rmSync(join(folder, '.incoming'), { recursive: true });
    symlinkSync(elsewhere, join(folder, '.incoming'));
    await expect(openFolderStore(folder, true)).rejects.toThrow(/\.incoming is a link to elsewhere: delete it/);
    expect(existsSync(file)).toBe(true);
  });

  it('removes folders that no longer hold objects', async () => {
    await store.put('objects/1/v1/a.json', Buffer.from('a'), FACTS);
    await store.delete(['objects/1/v1/a.json']);
    expect(existsSync(join(folder, 'objects'))).toBe(false);
    expect(existsSync(folder)).toBe(true);
  });

  it('lists objects in the order of their keys, whatever folders they lie in', async () => {
    const keys = ['0a', '0b', 'f-b', 'f/a', 'f/b', 'ff', 'ä', '🦊'];
    for (const key of keys) await store.put(`m/${key}`, Buffer.from(key), FACTS);
    const listed: string[] = [];
    for await (const { key } of store.list('m/')) listed.push(key);
    expect(listed).toEqual(keys.map((key) => `m/${key}`));
  });

  it.each(['', '/a', 'a/', 'a//b', '../a', 'a/../../b', './a', '.incoming/a'])('refuses the key "%s"', async (key) => {
    await expect(store.put(key, Buffer.from('a'), FACTS)).rejects.toThrow(
      new TypeError(`not a key of an object: "${key}"`),
    );
  });

  it('names the file that cannot be written', async () => {
    await store.put('a', Buffer.from('a'), FACTS);
    await expect(store.put('a/b', Buffer.from('b'), FACTS)).rejects.toThrow(
      new RegExp(`^${folder}/: PUT a/b: ${folder}/a is a file, and a folder is needed`),
    );
    await expect(store.create('a/b', Buffer.from('b'), FACTS)).rejects.toThrow(/PUT a\/b: .*\/a is a file, and/);
    expect(incoming()).toEqual([]);
  });

  it('gives each version its own tag, even if an earlier content comes back', async () => {
    const tags = new Set<string>();
    let etag: string | null = null;
    for (const content of ['a', 'b', 'a', 'b', 'a']) {
      expect(await store.replace('current.json', Buffer.from(content), FACTS, etag)).toBe('replaced');
      etag = (await store.get('current.json'))?.etag ?? '';
      tags.add(etag);
    }
    expect(tags.size).toBe(5);
  });

  it('removes what a killed run has left after a day', async () => {
    const left = join(folder, '.incoming', 'left');
    writeFileSync(left, 'half of a fi');
    utimesSync(left, NOW_MS / 1000, NOW_MS / 1000);
    await openFolderStore(folder, true, () => NOW_MS + 23 * 60 * MINUTE_MS);
    expect(incoming()).toEqual(['left']);
    await openFolderStore(folder, true, () => NOW_MS + 25 * 60 * MINUTE_MS);
    expect(incoming()).toEqual([]);
  });

  it('shows the new object or the old one, whole, whenever the writer is killed', async () => {
    for (let lines = 1; lines <= 6; lines++) {
      await killAfter(lines * 5, folder);
      const { bytes } = (await store.get('current.json')) ?? {};
      expect(bytes?.length).toBe(100_000);
      expect(new Set(bytes).size).toBe(1);
    }
    const { etag = '' } = (await store.get('current.json')) ?? {};
    expect(await store.replace('current.json', Buffer.from('after'), FACTS, etag)).toBe('replaced');
  });

  it('is not changed by opening it for reading', async () => {
    const other = join(freshFolder(), 'release');
    mkdirSync(other);
    await openFolderStore(other, false);
    expect(readdirSync(other)).toEqual([]);
  });

  describe('lets another process replace a version claimed by a process', () => {
    const dead = spawnSync(process.execPath, ['-e', '']).pid;

    it.each([
      ['that died on this machine: at once', `${hostname()} ${dead} 0`, 0, 'replaced'],
      ['that died and had our process number: at once', `${hostname()} ${process.pid} 0`, 0, 'replaced'],
      ['on another machine: not after nine minutes', `elsewhere 1 0`, 9 * MINUTE_MS, 'changed'],
      ['on another machine: after eleven minutes', `elsewhere 1 0`, 11 * MINUTE_MS, 'replaced'],
      ['that lives: not yet', `${hostname()} ${process.ppid} 0`, 9 * MINUTE_MS, 'changed'],
    ])('%s', async (_, holder, laterMs, result) => {
      await store.put('current.json', Buffer.from('old'), FACTS);
      const { etag = '' } = (await store.get('current.json')) ?? {};
      await claimVersion(folder, 'current.json', etag, NOW_MS);
      const claim = join(folder, '.incoming', incoming()[0] ?? '');
      writeFileSync(claim, holder);
      utimesSync(claim, NOW_MS / 1000, NOW_MS / 1000);
      const later = await openFolderStore(folder, true, () => NOW_MS + laterMs);
      expect(await later.replace('current.json', Buffer.from('new'), FACTS, etag)).toBe(result);
      expect((await store.get('current.json'))?.bytes.toString()).toBe(result === 'replaced' ? 'new' : 'old');
    });
  });
});

/** Starts a process that replaces one object as fast as it can, and kills it after it has printed some lines. */
async function killAfter(lines: number, folder: string): Promise<void> {
  const program = `
    import { openObjectStore } from ${JSON.stringify(join(packageRoot(), 'build/generator/release/store/open.js'))};
    const store = await openObjectStore(${JSON.stringify(folder)}, { willWrite: true });
    for (let round = 0; ; round++) {
      const before = await store.get('current.json');
      await store.replace('current.json', Buffer.alloc(100_000, round), {}, before?.etag ?? null);
      console.log(round);
    }`;
  const writer = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(writer, 'exit');
  let seen = 0;
  for await (const _ of createInterface({ input: writer.stdout })) if (++seen === lines) writer.kill('SIGKILL');
  const [, signal] = await ended;
  expect(signal).toBe('SIGKILL');
}

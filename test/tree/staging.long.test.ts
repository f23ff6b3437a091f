import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { Staging } from '../../generator/tree/write/staging.ts';
import type { TreePath } from '../../generator/wire/answers/paths.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { mountSmallDisk } from '../support/kit/small-disk.ts';
import { readTree } from '../support/trees/trees.ts';

const PROGRAM = join(packageRoot(), 'build', 'test', 'support', 'trees', 'stage-tree.js');
const FILES = 4_000;

const start = (out: string, state: string): ChildProcess =>
  spawn(process.execPath, [PROGRAM, out, state, `${FILES}`], { stdio: 'ignore' });
const run = (out: string, state: string) => execFileSync(process.execPath, [PROGRAM, out, state, `${FILES}`]);
const statesIn = (out: string) =>
  new Set([...readTree(out)].filter(([path]) => !path.startsWith('.staging')).map(([, text]) => text.split(' ')[0]));
const stagedIn = (out: string) => readdirSync(join(out, '.staging'));

/** Kills the process as soon as the condition holds. Returns false if the process ended before. */
async function killWhen(child: ChildProcess, condition: () => boolean): Promise<boolean> {
  const ended = once(child, 'exit');
  while (child.exitCode === null && !condition()) await sleep(0);
  child.kill('SIGKILL');
  await ended;
  return child.signalCode === 'SIGKILL';
}

describe('a run that is killed', () => {
  it('while it stages leaves the old tree untouched, and the next run starts again', async () => {
    const out = freshFolder();
    run(out, 'old');
    const before = readTree(out);
    const folder = join(out, '.staging', 'new', 'v1', 'historical', 'ECB', '2026', '01');
    expect(await killWhen(start(out, 'new'), () => existsSync(folder))).toBe(true);
    expect(stagedIn(out)).toEqual(['new']);
    expect(statesIn(out)).toEqual(new Set(['old']));
    run(out, 'new');
    expect([...readTree(out).keys()]).toEqual([...before.keys()]);
    expect(statesIn(out)).toEqual(new Set(['new']));
  });

  it('while it moves files is finished by the next run, even by one that then abandons its own changes', async () => {
    for (let attempt = 0; ; attempt++) {
      const out = freshFolder();
      run(out, 'old');
      const hasBegun = () => existsSync(join(out, '.staging', 'ready'));
      const isKilled = await killWhen(start(out, 'new'), hasBegun);
      if (!isKilled || !hasBegun()) {
        expect(attempt, 'the process always ended its moves before the kill').toBeLessThan(20);
        continue;
      }
      Staging.open(out).abandon();
      expect(statesIn(out)).toEqual(new Set(['new']));
      expect(readTree(out).size).toBe(FILES + 4);
      return;
    }
  });

  it('has moved the dated files before the files that name them', async () => {
    const out = freshFolder();
    run(out, 'old');
    for (const state of ['next', 'third', 'fourth']) {
      await killWhen(start(out, state), () => existsSync(join(out, '.staging', 'ready')));
      const release = readTree(out).get('index/release.json');
      const dated = [...readTree(out)]
        .filter(([path]) => path.startsWith('v1/historical'))
        .map(([, text]) => text.split(' ')[0]);
      if (release === state) expect(new Set(dated)).toEqual(new Set([state]));
      else expect(dated.every((own) => own === state || own === release)).toBe(true);
      Staging.open(out).abandon();
    }
  });

  it('while it removes files has put the index in place that no longer names them', async () => {
    for (let attempt = 0; ; attempt++) {
      const out = freshFolder();
      run(out, 'old');
      const removing = spawn(process.execPath, [PROGRAM, out, 'new', '0', `${FILES}`], { stdio: 'ignore' });
      await killWhen(removing, () => !existsSync(join(out, 'v1/historical/ECB/2026/01/01/0.json')));
      const left = readTree(out);
      if (!left.has('v1/historical/ECB/2026/01/28/27.json')) {
        expect(attempt, 'the process had always removed everything before the kill').toBeLessThan(20);
        continue;
      }
      expect([left.get('index/ECB.json'), left.get('index/release.json')]).toEqual(['new', 'new']);
      Staging.open(out).abandon();
      expect([...readTree(out).keys()].filter((path) => path.startsWith('v1/historical'))).toEqual([]);
      return;
    }
  });
});

describe('a disk that is full', () => {
  it('leaves the old tree untouched, and the error says so', (context) => {
    const out = mountSmallDisk('28m', context);
    run(out, 'old');
    const before = readTree(out);
    expect(() => execFileSync(process.execPath, [PROGRAM, out, 'new', `${FILES}`], { stdio: 'pipe' })).toThrow(
      /ENOSPC/,
    );
    expect(statesIn(out)).toEqual(new Set(['old']));
    Staging.open(out).abandon();
    expect(readTree(out)).toEqual(before);
  });
});

describe('staging', () => {
  const put = async (staging: Staging, files: Record<string, string>) => {
    const changes = Object.entries(files).map(([path, text]) => ({ path: path as TreePath, bytes: Buffer.from(text) }));
    await staging.take(changes.values());
  };

  it('does not write a file that the tree has with the same bytes', async () => {
    const out = freshFolder();
    const first = Staging.open(out);
    await put(first, { 'v1/a.json': 'a', 'index/release.json': '1' });
    first.commit();
    const second = Staging.open(out);
    await put(second, { 'v1/a.json': 'a', 'v1/b.json': 'b', 'index/release.json': '1' });
    expect(second.counts.written).toBe(1);
    second.commit();
    expect(readTree(out)).toEqual(
      new Map([
        ['index/release.json', '1'],
        ['v1/a.json', 'a'],
        ['v1/b.json', 'b'],
      ]),
    );
  });

  it('removes the files that the stream removes, and folders that become empty', async () => {
    const out = freshFolder();
    const first = Staging.open(out);
    await put(first, {
      'v1/historical/ECB/2026/01/02/EUR.json': 'a',
      'v1/historical/ECB/2026/01/03/EUR.json': 'b',
      'index/release.json': '1',
    });
    first.commit();
    const second = Staging.open(out);
    await second.take([{ path: 'v1/historical/ECB/2026/01/02/EUR.json' as TreePath, bytes: null }].values());
    second.commit();
    expect(readdirSync(join(out, 'v1/historical/ECB/2026/01'))).toEqual(['03']);
    expect(existsSync(join(out, '.staging'))).toBe(false);
  });

  it('leaves nothing behind when it is abandoned', async () => {
    const out = freshFolder();
    const staging = Staging.open(out);
    await put(staging, { 'v1/a.json': 'a' });
    staging.abandon();
    expect(readdirSync(out)).toEqual([]);
  });
});

/**
 * A run that is killed leaves the tree before or the tree after, and the run after it finishes what was begun. The
 * compiled program is killed while it links the files below v1/, which plain readers see.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { freshFolder, writeLines } from '../support/banks/archives.ts';
import { PROGRAM } from '../support/kit/program.ts';
import { mountSmallDisk } from '../support/kit/small-disk.ts';
import { ratetree } from '../support/trees/by-command.ts';
import { dailyLines, readFolder, readTree, releaseIn } from '../support/trees/trees.ts';

type Files = ReadonlyMap<string, string>;

/** Two archives of the same days in which every figure differs, and one that has lost half of these days. */
const archives = { old: '', new: '', half: '' };
type State = keyof typeof archives;
const trees = new Map<State, { readonly out: string; readonly files: Files; readonly stable: Files }>();

const wordsOf = (state: State, out: string) =>
  ['generate', '--archive', archives[state], '--out', out, '--date', '2026-03-13', '--history-bases', 'all'] as const;
const run = (state: State, out: string) => ratetree(...wordsOf(state, out));
const start = (state: State, out: string) =>
  spawn(process.execPath, [PROGRAM, ...wordsOf(state, out)], { stdio: 'ignore' });
const treeOf = (state: State) => trees.get(state) ?? expect.unreachable(state);

beforeAll(async () => {
  const lines = dailyLines('2026-03-02', '2026-03-13');
  const states: Record<State, readonly string[]> = {
    old: lines,
    new: lines.map((line) => line.replace(/\.(\d+)$/, '.0$1')),
    half: lines.filter((line) => line < '2026-03-09'),
  };
  for (const [state, own] of Object.entries(states) as [State, readonly string[]][]) {
    archives[state] = freshFolder();
    await writeLines(archives[state], 'ECB', own);
    const out = freshFolder();
    expect(run(state, out).status).toBe(0);
    trees.set(state, { out, files: readTree(out), stable: readFolder(out, 'v1') });
  }
});

/** A folder with a copy of the old tree, links as links, which cpSync would make files of. */
function oldTree(): string {
  const out = freshFolder();
  execFileSync('cp', ['-a', `${treeOf('old').out}/.`, out]);
  return out;
}

/** Kills the process as soon as the condition holds. Returns false if the process ended before. */
async function killWhen(child: ChildProcess, condition: () => boolean): Promise<boolean> {
  const ended = once(child, 'exit');
  while (child.exitCode === null && !condition()) await sleep(0);
  child.kill('SIGKILL');
  await ended;
  return child.signalCode === 'SIGKILL';
}

/**
 * The old tree, over which a run was killed when a first condition held, and a second one still did.
 * @param attemptsMax a busy machine may kill too late, and is asked again
 */
async function killedOver(
  state: State,
  isReached: (out: string) => boolean,
  isInTime: (out: string) => boolean,
  attemptsMax = Number.POSITIVE_INFINITY,
): Promise<string | null> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const out = oldTree();
    if ((await killWhen(start(state, out), () => isReached(out))) && isInTime(out)) return out;
  }
  return null;
}

const linkedIn = (out: string) => JSON.parse(readFileSync(join(out, 'pointers', 'copies.json'), 'utf8')).root;
const isUnfinished = (out: string) => linkedIn(out) === linkedIn(treeOf('old').out);
/** A run that had put the other tree into force and not yet finished its links. */
const killedWhileLinking = async (state: State, isReached: (out: string) => boolean) =>
  (await killedOver(state, isReached, isUnfinished)) ?? '';

const hasNewPointer = (out: string) => releaseIn(out) === releaseIn(treeOf('new').out);
const isNew = (path: string) => (out: string) =>
  existsSync(join(out, path)) && readFileSync(join(out, path), 'latin1') === treeOf('new').stable.get(path);

function expectTree(out: string, state: State): void {
  expect(readTree(out)).toEqual(treeOf(state).files);
  expect(readFolder(out, 'v1')).toEqual(treeOf(state).stable);
}

describe('a run that is killed', () => {
  it('before its tree is in force leaves the old tree untouched, and the next run finishes', async () => {
    const old = new Set(readFolder(treeOf('old').out, 'objects').keys());
    const objects = [...readFolder(treeOf('new').out, 'objects').keys()].filter((key) => !old.has(key));
    const first = (out: string) => objects.filter((key) => existsSync(join(out, key))).length > objects.length / 4;
    const out = (await killedOver('new', first, (one) => !hasNewPointer(one))) ?? '';
    expectTree(out, 'old');
    expect(run('new', out).status).toBe(0);
    expectTree(out, 'new');
  });

  it.each<[string, State]>([
    ['by a run that makes the same tree', 'new'],
    ['by a run that makes the tree before', 'old'],
    ['by a run that makes a third tree', 'half'],
  ])('while it links files has its tree in force, and is finished %s', async (_, next) => {
    const out = await killedWhileLinking('new', hasNewPointer);
    expect(readTree(out)).toEqual(treeOf('new').files);
    expect(run(next, out).status).toBe(0);
    expectTree(out, next);
  });

  it('while it links files is finished even by a run that then makes nothing', async () => {
    const out = await killedWhileLinking('new', hasNewPointer);
    const damaged = freshFolder();
    cpSync(archives.new, damaged, { recursive: true });
    writeFileSync(join(damaged, 'ECB', '2026.csv'), 'date\n');
    expect(ratetree('generate', '--archive', damaged, '--out', out, '--date', '2026-03-13').status).not.toBe(0);
    expectTree(out, 'new');
  });

  it.each(['v1/historical/ECB/2026/03/13/EUR.json', 'v1/providers.json', 'v1/latest/ECB/EUR.json'])(
    'while it links files has linked dated files before lists, and the latest rates last: %s',
    async (path) => {
      const isNewAlways = treeOf('old').stable.get(path) === treeOf('new').stable.get(path);
      const out = await killedOver('new', isNewAlways ? hasNewPointer : isNew(path), isUnfinished, 5);
      // The last link can be followed so closely by the note that no kill comes between.
      const left = out === null ? treeOf('new').stable : readFolder(out, 'v1');
      const changed = [...treeOf('new').stable].filter(([own, text]) => treeOf('old').stable.get(own) !== text);
      const stepOf = (own: string) =>
        /^v1\/(historical|provenance|series)\//.test(own) ? 0 : /^v1\/(latest\/|status)/.test(own) ? 2 : 1;
      const [done, open] = [true, false].map((isDone) =>
        changed.filter(([own, text]) => (left.get(own) === text) === isDone).map(([own]) => stepOf(own)),
      );
      expect(changed.length).toBeGreaterThan(500);
      expect(Math.max(...(done ?? []), 0)).toBeLessThanOrEqual(Math.min(...(open ?? []), 2));
      expect([...left.values()].every((text) => text !== '')).toBe(true);
    },
  );

  it('while it removes files has linked what no longer names them', async () => {
    const gone = [...treeOf('old').stable.keys()].filter((path) => !treeOf('half').stable.has(path));
    const isGone = (out: string) => gone.some((path) => !existsSync(join(out, path)));
    const out = await killedWhileLinking('half', isGone);
    const left = readFolder(out, 'v1');
    for (const [path, text] of treeOf('half').stable) expect(left.get(path), path).toBe(text);
    expect(run('half', out).status).toBe(0);
    expectTree(out, 'half');
    expect(existsSync(join(out, 'v1/historical/GLOBAL/2026/03/13'))).toBe(false);
  });
});

it('a run that finds an object cut off, as a killed one leaves it, writes it whole', () => {
  const out = oldTree();
  const [key = ''] = [...readFolder(treeOf('new').out, 'objects').keys()].filter((one) => !existsSync(join(out, one)));
  writeFileSync(join(out, key), '{');
  expect(run('new', out).status).toBe(0);
  expectTree(out, 'new');
});

it('a disk that is full leaves the old tree untouched, and the error says so', (context) => {
  const out = mountSmallDisk('8m', context);
  expect(run('half', out).status).toBe(0);
  const { status, stderr } = run('new', out);
  expect(stderr).toContain('ENOSPC');
  expect(status).toBe(6);
  expectTree(out, 'half');
});

describe('two runs at once', () => {
  it('leave the tree of one of them, whole, and no run after them finds it damaged', async () => {
    const out = oldTree();
    const both = [start('new', out), start('half', out)].map(async (child) => {
      const [code] = await once(child, 'exit');
      return code;
    });
    expect(await Promise.all(both)).toContain(0);
    const release = releaseIn(out);
    const state = (['new', 'half'] as const).find((one) => releaseIn(treeOf(one).out) === release);
    expect(readTree(out)).toEqual(treeOf(state ?? 'old').files);
    rmSync(join(out, '.incoming'), { recursive: true });
    for (const next of ['new', 'half', 'old'] as const) {
      expect(run(next, out).status).toBe(0);
      expectTree(out, next);
    }
  });
});

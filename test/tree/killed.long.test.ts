/** A night that is killed at any moment costs nothing but its work: the next run ends with the bytes of a quiet night. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { tablePath } from '../../generator/wire/answers/paths.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { providerCode } from '../../generator/wire/words/schemas.ts';
import { freshFolder, writeLines } from '../support/banks/archives.ts';
import { copied } from '../support/kit/copied.ts';
import { PROGRAM } from '../support/kit/program.ts';
import { ratetree } from '../support/trees/by-command.ts';
import { keysIn } from '../support/trees/manifests.ts';
import { dailyLines, readFolder, readTree, releaseIn } from '../support/trees/trees.ts';

/** A day in each half month on which the bank publishes. */
const DAYS = ['01-05', '01-16', '02-02', '02-16'];
const ECB = dailyLines('2026-01-02', '2026-02-27');
/** A correction in each half month, so that the night works out every one of them. */
const CORRECTED = DAYS.map((day) => `2026-${day} EUR/USD 25.9 seen 2026-02-27`);

const tableOf = (day: string) => tablePath(providerCode.parse('ECB'), parseIsoDate(`2026-${day}`));
const LATEST = 'v1/latest/GLOBAL/EUR.json';
const DATED = 'v1/historical/ECB/2026/01/05/EUR.json';

/** By path, where the objects of the tree after the night lie. */
let keys: ReadonlyMap<string, string>;
let archive = '';
let earlier = '';
/** The tree of the night before, of which each test gets a copy. */
let first = '';
let expected = new Map<string, string>();
let stable = new Map<string, string>();
let before = new Map<string, string>();
let release = '';

/** From the first object that is made to the last link. */
const MOMENTS: readonly (readonly [moment: string, isReached: (out: string) => boolean])[] = [
  ['the folder is prepared', (out) => existsSync(join(out, '.incoming'))],
  ...DAYS.map((day): [string, (out: string) => boolean] => [
    `the half month of ${day} is worked out`,
    (out) => existsSync(join(out, keys.get(tableOf(day)) ?? '')),
  ]),
  ['the tree is put into force', (out) => releaseIn(out) === release],
  ['the first files are linked', (out) => textAt(out, DATED) === stable.get(DATED)],
  ['the latest rates are linked', (out) => textAt(out, LATEST) === stable.get(LATEST)],
];

const textAt = (out: string, path: string) => {
  const file = join(out, path);
  return existsSync(file) ? readFileSync(file, 'latin1') : null;
};

const words = (own: string, out: string) => [
  ...['generate', '--archive', own, '--out', out, '--date', '2026-02-27', '--bases', 'EUR,USD'],
];

/** Returns whether the run was killed, and had not ended before. */
async function killedAt(out: string, isReached: (out: string) => boolean): Promise<boolean> {
  const child = spawn(process.execPath, [PROGRAM, ...words(archive, out)], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  while (child.exitCode === null && !isReached(out)) await sleep(1);
  child.kill('SIGKILL');
  await ended;
  return child.signalCode === 'SIGKILL';
}

beforeAll(async () => {
  [earlier, archive] = [freshFolder(), freshFolder()];
  await writeLines(
    earlier,
    'ECB',
    ECB.filter((line) => line < '2026-02-27'),
  );
  await writeLines(archive, 'ECB', [...ECB, ...CORRECTED]);
  const quiet = freshFolder();
  first = freshFolder();
  expect(ratetree(...words(earlier, first)).status).toBe(0);
  before = readTree(first);
  expect(ratetree(...words(archive, quiet)).status).toBe(0);
  expected = readTree(quiet);
  stable = readFolder(quiet, 'v1');
  keys = await keysIn(quiet);
  release = releaseIn(quiet);
});

describe.each<[string, boolean]>([
  ['a first run', false],
  ['a night over a tree in place', true],
])('%s that is killed', (_, hasTree) => {
  it.each(MOMENTS)('when %s', async (_moment, isReached) => {
    let [out, isKilled] = ['', false];
    // A busy machine may let it end first.
    while (!isKilled) {
      out = freshFolder();
      if (hasTree) copied(first, out);
      isKilled = await killedAt(out, isReached);
    }
    if (releaseIn(out) === release) expect(readTree(out)).toEqual(expected);
    else if (hasTree) expect(readTree(out)).toEqual(before);
    else expect(existsSync(join(out, 'current.json')) || existsSync(join(out, 'v1'))).toBe(false);
    expect(ratetree(...words(archive, out)).status).toBe(0);
    for (const [found, right] of [
      [readTree(out), expected],
      [readFolder(out, 'v1'), stable],
    ] as const) {
      expect([...found.keys()]).toEqual([...right.keys()]);
      // To ask expect of each of some thousand files takes as long as to make them.
      for (const [path, text] of found) if (text !== right.get(path)) expect(text, path).toBe(right.get(path));
    }
  });
});

/** A night that is killed at any moment costs nothing but its work: the next run ends with the bytes of a quiet night. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { tablePath } from '../../generator/wire/answers/paths.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { providerCode } from '../../generator/wire/words/schemas.ts';
import { freshFolder, writeLines } from '../support/banks/archives.ts';
import { PROGRAM } from '../support/kit/program.ts';
import { ratetree } from '../support/trees/by-command.ts';
import { dailyLines, readTree } from '../support/trees/trees.ts';

const STAGED = join('.staging', 'new');
/** A day in each half month on which the bank publishes. */
const DAYS = ['01-05', '01-16', '02-02', '02-16', '03-02', '03-16', '04-01', '04-16'];

/** From the first file that is staged to the first that is moved into place. */
const MOMENTS: readonly (readonly [moment: string, file: string])[] = [
  ['the staging area is made', STAGED],
  ...DAYS.map((day): [string, string] => {
    const table = tablePath(providerCode.parse('ECB'), parseIsoDate(`2026-${day}`));
    return [`the half month of ${day} is worked out`, join(STAGED, table)];
  }),
  ['the run is committed and its files are being moved', join('.staging', 'ready')],
];

let archive = '';
let before = '';
let expected = new Map<string, string>();

const words = (out: string, ...more: readonly string[]) => [
  ...['generate', '--archive', archive, '--out', out, '--date', '2026-04-30', '--bases', 'EUR,USD', ...more],
];

/** Returns whether the run was killed, and had not ended before. */
async function killedAt(out: string, file: string): Promise<boolean> {
  const child = spawn(process.execPath, [PROGRAM, ...words(out)], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  while (child.exitCode === null && !existsSync(join(out, file))) await sleep(0);
  child.kill('SIGKILL');
  await ended;
  return child.signalCode === 'SIGKILL';
}

beforeAll(async () => {
  archive = freshFolder();
  before = freshFolder();
  const ECB = dailyLines('2026-01-02', '2026-04-30');
  await writeLines(archive, 'ECB', ECB);
  expect(ratetree(...words(before)).status).toBe(0);
  // A correction in each half month, so that the night works out every one of them.
  const corrected = DAYS.map((day) => `2026-${day} EUR/USD 25.9 seen 2026-04-30`);
  await writeLines(archive, 'ECB', [...ECB, ...corrected]);
  const quiet = freshFolder();
  expect(ratetree(...words(quiet)).status).toBe(0);
  expected = readTree(quiet);
}, 60_000);

describe.each<[string, () => string]>([
  ['a first run', () => ''],
  ['a night over a tree in place', () => before],
])('%s that is killed', (_, inPlace) => {
  it.each(MOMENTS)('when %s', { timeout: 60_000 }, async (_moment, file) => {
    let [out, isKilled] = ['', false];
    for (let attempt = 0; !isKilled; attempt++) {
      expect(attempt, 'the run always ended before it could be killed').toBeLessThan(10);
      out = freshFolder();
      if (inPlace() !== '') cpSync(inPlace(), out, { recursive: true });
      isKilled = await killedAt(out, file);
    }
    expect(ratetree(...words(out)).status).toBe(0);
    const found = readTree(out);
    expect([...found.keys()]).toEqual([...expected.keys()]);
    for (const [path, text] of found) expect(text, path).toBe(expected.get(path));
  });
});

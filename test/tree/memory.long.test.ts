/** What a run remembers of the half months makes the next one cheap, and never makes another tree. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { archiveKey } from '../../generator/wire/release/keys.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { copied } from '../support/kit/copied.ts';
import { randomOf } from '../support/kit/random.ts';
import { dailyLines, generateFrom, type Lines, readTree } from '../support/trees/trees.ts';

/** Five months, so ten half months, of three banks. */
const ECB = dailyLines('2026-01-05', '2026-05-29');
const NBP = ECB.filter((line) => line.includes('EUR/USD')).map((line) => line.replace('EUR/USD', 'USD/PLN'));
const HMRC = ['01', '02', '03', '04', '05'].map((month) => `2026-${month}-01 GBP/USD 1.3 seen 2025-12-25`);
const LINES: Lines = { ECB, NBP, HMRC };
const HALF_MONTHS = 10;
const OPTIONS = { date: parseIsoDate('2026-05-29'), bases: new Set<never>() };

/** Returns how many half months were worked out. */
async function generated(out: string, lines: Lines): Promise<number> {
  let worked = 0;
  await generateFrom(lines, out, { ...OPTIONS, onProgress: () => worked++ });
  return worked;
}

const made = new Map<Lines, Promise<string>>();

/** The folder of a tree that one run makes from nothing. It is made once, and read without writing to it. */
function fromNothing(lines: Lines): Promise<string> {
  const held = made.get(lines) ?? makeFromNothing(lines);
  made.set(lines, held);
  return held;
}

async function makeFromNothing(lines: Lines): Promise<string> {
  const out = freshFolder();
  await generated(out, lines);
  return out;
}

/** The same in a folder that the next night may write to. */
async function afterFirstNight(lines: Lines): Promise<string> {
  return copied(await fromNothing(lines));
}

async function expectAsFromNothing(out: string, lines: Lines): Promise<void> {
  const [grown, expected] = [readTree(out), readTree(await fromNothing(lines))];
  expect([...grown.keys()]).toEqual([...expected.keys()]);
  // To ask expect of each of some thousand files takes as long as to make them.
  for (const [path, text] of grown) if (text !== expected.get(path)) expect(text, path).toBe(expected.get(path));
}

const replaced = (lines: readonly string[], old: RegExp, now: string) => lines.map((line) => line.replace(old, now));

describe('a night works out only the half months near what is new', () => {
  it('and the first one all of them', async () => {
    expect(await generated(freshFolder(), LINES)).toBe(HALF_MONTHS);
  });

  it.each<[string, Lines, number, number]>([
    ['nothing is new', LINES, 0, 0],
    ['a day is new', { ...LINES, ECB: [...ECB, ...dailyLines('2026-06-01', '2026-06-01')] }, 1, 2],
    [
      'a figure of the newest half month is corrected',
      { ...LINES, ECB: [...ECB, '2026-05-20 EUR/USD 1.9 seen 2026-05-29'] },
      1,
      2,
    ],
    ['a figure of February is corrected', { ...LINES, ECB: [...ECB, '2026-02-10 EUR/USD 1.9 seen 2026-05-29'] }, 2, 8],
    ['a figure is withdrawn', { ...LINES, ECB: [...ECB, '2026-05-20 EUR/USD withdrawn seen 2026-05-29'] }, 1, 2],
    ['a figure of another bank is late', { ...LINES, NBP: [...NBP, '2026-02-25 CHF/PLN 4.2 seen 2026-05-29'] }, 1, 8],
    ['a monthly list is new', { ...LINES, HMRC: [...HMRC, '2026-06-01 GBP/USD 1.3'] }, 1, 3],
    ['the first day is gone', { ...LINES, ECB: ECB.filter((line) => !line.startsWith('2026-01-05')) }, 3, HALF_MONTHS],
    ['the whole archive is new', LINES, 0, 0],
  ])('%s', async (_, lines, least, most) => {
    const out = await afterFirstNight(LINES);
    const worked = await generated(out, lines);
    expect(worked).toBeGreaterThanOrEqual(least);
    expect(worked).toBeLessThanOrEqual(most);
    await expectAsFromNothing(out, lines);
  });
});

describe('the tree is the one from nothing', () => {
  const pointerOf = (out: string) => JSON.parse(readFileSync(join(out, 'current.json'), 'utf8'));
  const indexOf = (out: string) => join(out, archiveKey(pointerOf(out).state));
  /** By name, the files of the texts that are too long for the index. */
  const besideIndex = (out: string) => {
    const cells = readFileSync(indexOf(out), 'utf8')
      .split('\n')
      .map((line) => line.split('\t'));
    const named = cells.filter(([, , sha256 = '']) => sha256 !== '');
    expect(named.length).toBeGreaterThan(0);
    return new Map(named.map(([name = '', , sha256 = '']) => [name, join(out, archiveKey(sha256))]));
  };
  const edited = (path: string, edit: (text: string) => string) => {
    const text = readFileSync(path, 'utf8');
    expect(edit(text)).not.toBe(text);
    writeFileSync(path, edit(text));
  };
  /** So many figures of one half month are corrected that what is remembered of it has a file of its own. */
  const corrected = ECB.filter((line) => line.startsWith('2026-05-0')).map((line) => `${line}1 seen 2026-05-29`);
  const before: Lines = { ...LINES, ECB: [...ECB, ...corrected] };
  const later: Lines = {
    ...before,
    ECB: [...replaced(before.ECB, /^(2026-05-29 EUR\/USD) .*/, '$1 1.3'), '2026-02-10 EUR/USD 1.9 seen 2026-05-29'],
  };

  it.each<[string, (out: string) => void]>([
    ['all of it is gone', (out) => rmSync(join(out, 'archive'), { recursive: true })],
    ['the index is gone', (out) => rmSync(indexOf(out))],
    [
      'the index is not named',
      (out) => edited(join(out, 'current.json'), (text) => text.replace(/"state":"\w+"/, '"state":null')),
    ],
    ['the index is cut off', (out) => edited(indexOf(out), (text) => text.slice(0, 900))],
    ['the index was edited', (out) => edited(indexOf(out), (text) => text.replace(/"levels":"./g, '"levels":"0'))],
    [
      'the objects beside the index are gone',
      (out) => {
        for (const path of besideIndex(out).values()) rmSync(path);
      },
    ],
    [
      'a level was edited',
      (out) => edited(besideIndex(out).get('left/2026-05-01') ?? '', (text) => text.replace(/1\.\d+/g, '9.1')),
    ],
  ])('if of what a run remembers %s', async (_, damage) => {
    const out = await afterFirstNight(before);
    damage(out);
    await generated(out, later);
    await expectAsFromNothing(out, later);
    expect(await generated(out, later)).toBe(0);
  });

  it.each([1, 2, 3])('after nights that bring days, late rows and corrections in any order (%i)', async (seed) => {
    const random = randomOf(seed);
    const out = freshFolder();
    const pick = (count: number, from: readonly string[]) => Array.from({ length: count }, () => random.pick(from));
    let lines: Lines = { ECB: ECB.filter((line) => line < '2026-02'), NBP: NBP.filter((line) => line < '2026-02') };
    for (const until of ['2026-02-20', '2026-03-03', '2026-03-31', '2026-05-20', '2026-06']) {
      const seen = until.padEnd(10, '-01');
      const dated = (all: readonly string[]) => all.filter((line) => line < until);
      const corrected = pick(4, dated(ECB)).map((line) => `${line.split(' ').slice(0, 2).join(' ')} 1.9 seen ${seen}`);
      lines = {
        ECB: [...new Set([...lines.ECB, ...dated(ECB), ...corrected])],
        NBP: [...new Set([...(lines.NBP ?? []), ...pick(12, dated(NBP))])],
        ...(random.below(2) === 0 ? {} : { HMRC }),
      };
      await generated(out, lines);
      await expectAsFromNothing(out, lines);
    }
  });
});

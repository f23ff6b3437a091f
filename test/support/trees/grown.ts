/** Trees that are brought up to date over several nights, and what one run makes from nothing. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { parseIsoDate } from '../../../generator/wire/words/calendar.ts';
import { currencyCode } from '../../../generator/wire/words/schemas.ts';
import { freshFolder } from '../banks/archives.ts';
import { afterFile } from '../kit/after-file.ts';
import { copied } from '../kit/copied.ts';
import { dailyLines, generateFrom, type Lines, readFolder, readTree, releaseIn } from './trees.ts';

export type Options = NonNullable<Parameters<typeof generateFrom>[2]>;

export interface Night {
  readonly lines: Lines;
  readonly options?: Options;
}

interface Made {
  readonly out: string;
  readonly release: string;
  readonly tree: ReadonlyMap<string, string>;
  /** What lies below v1/, for those who read plain files. */
  readonly stable: ReadonlyMap<string, string>;
}

export const day = parseIsoDate;
export const codes = (text: string) => new Set(text.split(' ').map((code) => currencyCode.parse(code)));
export const only = (lines: readonly string[], kept: RegExp) => lines.filter((line) => kept.test(line));
export const without = (lines: readonly string[], gone: RegExp) => lines.filter((line) => !gone.test(line));

/** Four weekdays around New Year, so that series have two years. */
export const ECB = dailyLines('2025-12-30', '2026-01-02');
export const NBP = [
  '2025-12-30 EUR/PLN 22.12',
  '2025-12-31 USD/PLN 0.88',
  '2026-01-02 EUR/PLN 22.12',
  '2026-01-02 USD/PLN 0.87~0.89 in C',
];
export const HMRC = ['2026-01-01 GBP/USD 1.3', '2026-02-01 GBP/USD 1.31'].map((line) => `${line} seen 2025-12-25`);
/** Without these lines the first date is a gap of GLOBAL. */
export const FIRST_BUT_USD = /^2025-12-30 EUR\/(?!USD)/;
export const LINES: Lines = { ECB, NBP, HMRC };
/** What lies outside the store's own folders, for those who read plain files. */
const STABLE = /^(?:v1|ecb)\//;
const OPTIONS: Options = { date: day('2026-01-02'), bases: codes('EUR USD') };

export async function made(out: string, { lines, options = {} }: Night): Promise<Made> {
  const { release } = await generateFrom(lines, out, { ...OPTIONS, ...options });
  expect(releaseIn(out)).toBe(release);
  const folders = readdirSync(out).filter((name) => STABLE.test(`${name}/`));
  const stable = new Map(folders.flatMap((name) => [...readFolder(out, name)]));
  return { out, release, tree: readTree(out), stable };
}

const known = new Map<string, Promise<Made>>();

export function fromNothing(night: Night): Promise<Made> {
  const key = JSON.stringify(night, (_, value) => (value instanceof Set ? [...value] : value));
  // A worker keeps this module for the next test file, but the folders are gone by then.
  if (known.size === 0) afterFile(() => known.clear());
  const held = known.get(key) ?? made(freshFolder(), night);
  known.set(key, held);
  return held;
}

export function expectSame(grown: Made, expected: Made): void {
  expect([...grown.tree.keys()]).toEqual([...expected.tree.keys()]);
  // To ask expect of each of some thousand files takes as long as to make them.
  for (const [path, text] of grown.tree)
    if (text !== expected.tree.get(path)) expect(text, path).toBe(expected.tree.get(path));
  expect(grown.release).toBe(expected.release);
  const named = [...expected.tree.keys()].filter((path) => STABLE.test(path));
  expect([...grown.stable.keys()].sort()).toEqual(named.sort());
  for (const [path, text] of grown.stable)
    if (text !== expected.tree.get(path)) expect(text, path).toBe(expected.tree.get(path));
}

/** A folder with the tree that one run makes from nothing. It is made once, and copied. */
export async function firstNight(night: Night): Promise<string> {
  return copied((await fromNothing(night)).out);
}

/** Each night's tree is built on that of the night before, must differ from it, and must be the one from nothing. */
export async function expectNights(first: Night, ...nights: readonly Night[]): Promise<void> {
  const out = await firstNight(first);
  let before = (await fromNothing(first)).release;
  for (const night of nights) {
    const grown = await made(out, night);
    expectSame(grown, await fromNothing(night));
    expect(grown.release).not.toBe(before);
    before = grown.release;
  }
}

/** A tree of the first night, damaged as it says: each object gets the text, or is deleted. */
export async function damaged(
  keysOf: (out: string) => Promise<Readonly<Record<string, string | null>>>,
): Promise<string> {
  const out = await firstNight({ lines: LINES });
  for (const [key, text] of Object.entries(await keysOf(out))) {
    rmSync(join(out, key));
    if (text !== null) writeFileSync(join(out, key), text);
  }
  return out;
}

/** A damaged year of the archive is named with its file and line, and the tree stays as it was until it is repaired. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { generate } from '../../generator/release/publish/generate.ts';
import { readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { EUR } from '../../generator/wire/words/schemas.ts';
import { freshFolder, writeLines } from '../support/banks/archives.ts';
import { copied } from '../support/kit/copied.ts';
import { inputError } from '../support/kit/errors.ts';
import { DEFINITIONS, dailyLines, PEGS, readTree } from '../support/trees/trees.ts';

const DAYS = dailyLines('2026-01-05', '2026-03-20');
/** Of 2026-02-10, in the middle of the year's file. */
const LINE = 26 * 25 + 2;

const run = (archiveDir: string, outDir: string) =>
  generate({
    ...{ archiveDir, outDir, date: parseIsoDate('2026-03-20'), definitions: DEFINITIONS },
    ...{ currencies: readCurrencies(), pegs: PEGS, bases: new Set([EUR]) },
  });

/** An archive that nobody has damaged, and the tree of a first run over it. */
const good = { archive: freshFolder(), out: freshFolder() };
beforeAll(async () => {
  await writeLines(good.archive, 'ECB', DAYS);
  await run(good.archive, good.out);
});

function copyOf(folder: string): string {
  return copied(folder);
}

const edited = (text: string, edit: (line: string) => string) =>
  text
    .split('\n')
    .map((line, place) => (place === LINE - 1 ? edit(line) : line))
    .join('\n');

describe.each([
  ['a first run', false],
  ['a night over a tree in place', true],
])('%s', (_, hasTree) => {
  it.each<[string, (text: string) => string, string]>([
    [
      'a figure that is no number',
      (text) => edited(text, (line) => line.replace('EUR,AED,1,,92.', 'EUR,AED,1,,one')),
      `line ${LINE}: not a row of ten unquoted columns with plain figures: 2026-02-10,EUR,AED,1,,one`,
    ],
    [
      'a figure with two points',
      (text) => edited(text, (line) => line.replace('EUR,AED,1,,92.', 'EUR,AED,1,,9.2.')),
      `line ${LINE}: not a row of ten unquoted columns with plain figures: 2026-02-10,EUR,AED,1,,9.2.`,
    ],
    [
      'a unit of zero',
      (text) => edited(text, (line) => line.replace('EUR,AED,1,', 'EUR,AED,0,')),
      `line ${LINE}: not a row of ten unquoted columns with plain figures: 2026-02-10,EUR,AED,0,`,
    ],
    [
      'bytes of another file',
      (text) => edited(text, () => '\u0000'.repeat(40_000)),
      `line ${LINE}: not a row of ten unquoted columns with plain figures: `,
    ],
    [
      'a row of another year',
      (text) => edited(text, (line) => line.replace('2026-02-10,', '2026-02-09,')),
      `line ${LINE}: not in order: 2026-02-09,EUR,AED`,
    ],
    [
      'a row of a document that is not listed',
      (text) => edited(text, (line) => line.replace(/[0-9a-f]{12}$/, 'abcdefabcdef')),
      `line ${LINE}: a document that no documents-<YEAR>.csv lists: 2026-02-10,EUR,AED`,
    ],
    [
      'an end in the middle of a line',
      (text) => text.slice(0, text.indexOf('2026-02-10,EUR,AED') + 12),
      `line ${LINE}: truncated: the last line has no line feed at its end`,
    ],
  ])('stops at %s', async (_fault, damage, message) => {
    const [archive, out] = [copyOf(good.archive), hasTree ? copyOf(good.out) : freshFolder()];
    const file = join(archive, 'ECB', '2026.csv');
    const [text, before] = [readFileSync(file, 'utf8'), readTree(out)];
    expect(damage(text)).not.toBe(text);
    writeFileSync(file, damage(text));
    await expect(run(archive, out)).rejects.toThrow(inputError(`${file}, ${message}`));
    if (hasTree) expect([...readTree(out)]).toEqual([...before]);
    else expect(['current.json', 'v1'].filter((name) => existsSync(join(out, name)))).toEqual([]);
    writeFileSync(file, text);
    await run(archive, out);
    expect([...readTree(out)]).toEqual([...readTree(good.out)]);
  });
});

/**
 * Computes GLOBAL a second time, by an implementation of docs/global.md that shares only the archive with the first.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { generate } from '../../generator/release/publish/generate.ts';
import { readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { readPegs } from '../../generator/sources/facts/pegs.ts';
import { textKey } from '../../generator/wire/release/keys.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { datesOf, globalOn, readLaw } from '../../scripts/audit/global.ts';
import { readEvidence } from '../../scripts/audit/lists.ts';
import { type Compared, compareDay, readDates, readQuarantine } from '../../scripts/audit/tree.ts';
import { freshFolder, writeLines } from '../support/banks/archives.ts';
import { EMBEDDED, embeddedTree } from '../support/trees/embedded.ts';
import { FILE_KEY, keyIn, keysIn, rootIn } from '../support/trees/manifests.ts';
import { DEFINITIONS, dailyLines } from '../support/trees/trees.ts';

const LAW = readLaw(join(packageRoot(), 'data'));

/** Compares each day of the span that the archive or the tree has. */
function recompute(archive: string, tree: string, [from, to] = ['0000', '9999'], asOf = '9999') {
  const evidence = readEvidence(archive, readQuarantine(tree), asOf);
  const whole = readEvidence(archive, readQuarantine(tree, 'unheard'), asOf);
  const due = new Set(datesOf(evidence));
  const days = [...new Set([...due, ...readDates(tree)])].filter((date) => from <= date && date <= to);
  const compared = days.map((date): Compared & { readonly isFixing: boolean } => {
    const figures = due.has(date) ? globalOn(date, evidence, LAW, whole) : null;
    return { ...compareDay(tree, date, figures), isFixing: figures !== null };
  });
  return {
    fixings: compared.filter(({ isFixing }) => isFixing).length,
    figures: compared.reduce((count, one) => count + one.figures, 0),
    differences: compared.flatMap(({ differences }) => differences),
  };
}

const DAY = '2026-03-10';

/** Copies the manifest, and of the files only those that the comparison of the day reads. */
async function copyOf(tree: string): Promise<string> {
  const keys = await keysIn(tree);
  const isRead = (path: string) =>
    path.startsWith('v1/quarantine-') || (path.includes('GLOBAL/2026') && /\b10[./]/.test(path));
  const read = new Set([...keys].flatMap(([path, key]) => (isRead(path) ? [join(tree, key)] : [])));
  const copy = freshFolder();
  cpSync(join(tree, 'current.json'), join(copy, 'current.json'));
  const filter = (path: string) => !FILE_KEY.test(path.slice(tree.length + 1)) || read.has(path);
  cpSync(join(tree, 'objects'), join(copy, 'objects'), { recursive: true, filter });
  return copy;
}

describe('the whole embedded archive', () => {
  let tree = '';
  beforeAll(async () => {
    tree = await embeddedTree();
  });

  it('gives the same figures as the tree, in every base and format, and the same gaps', () => {
    const { fixings, figures, differences } = recompute(EMBEDDED, tree);
    expect(differences).toEqual([]);
    expect(fixings).toBe(readDates(tree).length);
    expect(fixings).toBeGreaterThan(10);
    expect(figures).toBeGreaterThan(500_000);
  });

  const table = `tables/GLOBAL/2026/${DAY}.csv`;
  const dated = (name: string) => `v1/historical/GLOBAL/2026/03/10/${name}`;
  const lastDigit = (text: string, line: RegExp) =>
    text.replace(line, (found, digit: string) => `${found.slice(0, -1)}${digit === '1' ? '2' : '1'}`);

  it.each<[string, string, RegExp, RegExp]>([
    [
      'a digit of the table',
      table,
      /^CHF,[0-9.]+([0-9])(?=,)/m,
      /^2026-03-10 CHF: 0\.\d+ in the tree, 0\.\d+ recomputed$/,
    ],
    ['a digit in JSON', dated('USD.json'), /"JPY":[0-9.]+([0-9])(?=,)/, /^2026-03-10\/USD\.json JPY: /],
    [
      'a digit in XML',
      dated('SEK.xml'),
      /<currency>GBP<\/currency><rate>[0-9.]+([0-9])(?=<)/,
      /^2026-03-10\/SEK\.xml GBP: /,
    ],
    ['a digit in CSV', dated('EUR.csv'), /EUR,PLN,[0-9.]+([0-9])(?=\r)/, /^2026-03-10\/EUR\.csv PLN: /],
    [
      'a currency taken from the table',
      table,
      /^CHF,[^\n]+\n()/m,
      /^2026-03-10 CHF: none in the tree, 0\.\d+ recomputed$/,
    ],
  ])('differs from a tree in which %s is changed', async (name, path, line, difference) => {
    const copy = await copyOf(tree);
    const object = join(copy, await keyIn(tree, path));
    const text = readFileSync(object, 'utf8');
    const changed = name.includes('taken') ? text.replace(line, '') : lastDigit(text, line);
    expect(changed).not.toBe(text);
    writeFileSync(object, changed);
    const { differences } = recompute(EMBEDDED, copy, [DAY, DAY]);
    expect(differences).toHaveLength(1);
    expect(differences[0]).toMatch(difference);
  });

  it('differs from a tree with one fixing more or one fixing less', async () => {
    const copy = await copyOf(tree);
    const nodeOf = (sha256: string) => JSON.parse(readFileSync(join(copy, textKey(sha256)), 'utf8'));
    const year = join(copy, textKey(nodeOf(nodeOf(rootIn(copy)).providers.GLOBAL[1]).years['2026'][1]));
    const node = JSON.parse(readFileSync(year, 'utf8'));
    writeFileSync(year, JSON.stringify({ ...node, days: { ...node.days, '2026-03-14': node.days[DAY] } }));
    expect(recompute(EMBEDDED, copy, ['2026-03-14', '2026-03-14']).differences).toEqual([
      '2026-03-14: a fixing in the tree, none recomputed',
    ]);
    delete node.days[DAY];
    writeFileSync(year, JSON.stringify(node));
    expect(recompute(EMBEDDED, copy, [DAY, DAY]).differences).toEqual([
      '2026-03-10: no fixing in the tree, one recomputed',
    ]);
    expect(recompute(EMBEDDED, freshFolder(), [DAY, DAY]).differences).toEqual([
      '2026-03-10: no fixing in the tree, one recomputed',
    ]);
  });

  it('is compared by the command of docs/global.md, which ends with 1 if a digit differs', () => {
    const run = (from: string, archive = EMBEDDED) =>
      spawnSync(process.execPath, [join(packageRoot(), 'build/scripts/audit/recompute.js'), archive, tree, from, DAY], {
        encoding: 'utf8',
      });
    const good = run(DAY);
    expect([good.status, good.stdout]).toEqual([
      0,
      expect.stringMatching(/^1 days of GLOBAL from \d+ banks: \d+ figures compared, 0 differences; 0 days/),
    ]);
    expect(run('2026-03-11')).toMatchObject({ status: 1, stdout: expect.stringContaining('0 days of GLOBAL') });
    const other = freshFolder();
    cpSync(EMBEDDED, other, { recursive: true });
    rmSync(join(other, 'BNM', '2026.csv'));
    const bad = run(DAY, other);
    expect([bad.status, bad.stderr]).toEqual([1, expect.stringMatching(/^2026-03-10 [A-Z]{3}: /)]);
  });
});

describe('an archive with corrections', () => {
  const CORRECTED = ['2026-03-10 EUR/CHF 9.9 seen 2026-03-12', '2026-03-11 EUR/USD withdrawn seen 2026-03-13'];

  it.each([
    ['gives the same GLOBAL as it was before the corrections', '2026-03-11T23:00:00Z'],
    ['gives the same GLOBAL as it was between them', '2026-03-12T23:00:00Z'],
    ['gives the same GLOBAL as it is now', '9999'],
  ])('%s', async (_, asOf) => {
    const [archive, tree] = [freshFolder(), freshFolder()];
    await writeLines(archive, 'ECB', [...dailyLines('2026-02-23', '2026-03-13'), ...CORRECTED]);
    await writeLines(archive, 'NBP', ['2026-03-10 EUR/PLN 22.1', '2026-03-10 USD/PLN 0.88']);
    const facts = { definitions: DEFINITIONS, currencies: readCurrencies(), pegs: readPegs() };
    const until = asOf === '9999' ? null : asOf;
    await generate({ archiveDir: archive, outDir: tree, date: parseIsoDate('2026-03-13'), asOf: until, ...facts });
    const { fixings, differences } = recompute(archive, tree, ['2026-03-02', '2026-03-13'], asOf);
    expect(differences).toEqual([]);
    expect(fixings).toBe({ '2026-03-11': 8, '2026-03-12': 9 }[asOf.slice(0, 10)] ?? 10);
  });

  it('gives the same GLOBAL where what is in quarantine is older than the two years of its newest list', async () => {
    const [archive, tree] = [freshFolder(), freshFolder()];
    const years = ['2023', '2025', '2026'].flatMap((year) => [
      ...dailyLines(`${year}-03-01`, `${year}-03-13`),
      `${year}-03-10 EUR/CHF 9.9 seen ${year}-03-12`,
    ]);
    await writeLines(archive, 'ECB', years);
    const facts = { definitions: DEFINITIONS, currencies: readCurrencies(), pegs: readPegs() };
    await generate({ archiveDir: archive, outDir: tree, date: parseIsoDate('2026-03-13'), asOf: null, ...facts });
    expect(recompute(archive, tree, ['2023-03-01', '2023-03-13'])).toMatchObject({ fixings: 9, differences: [] });
  });
});

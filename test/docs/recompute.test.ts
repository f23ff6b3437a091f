/** GLOBAL made a second time, by an implementation of docs/global.md that shares nothing with the first but the archive. */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readHoldings } from '../../generator/archive/holdings.ts';
import { rowKey } from '../../generator/archive/rows.ts';
import { codesOf, readCurrencies } from '../../generator/facts/currencies.ts';
import { readPegs } from '../../generator/facts/pegs.ts';
import { readRedenominations } from '../../generator/facts/redenominations.ts';
import { replaySource } from '../../generator/feeds/recordings.ts';
import { packageRoot } from '../../generator/kit/package.ts';
import { PROVIDERS } from '../../generator/providers/index.ts';
import { toQuarantined } from '../../generator/quarantine/quarantine.ts';
import { toGlobal } from '../../generator/rates/global.ts';
import { History } from '../../generator/rates/history.ts';
import { generate } from '../../generator/tree/generate.ts';
import { toGlobalSource } from '../../generator/tree/sources.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { Ratio } from '../../generator/wire/decimal.ts';
import { fraction, parseFraction, quotient, toPlaces, toSignificant } from '../../scripts/audit/fraction.ts';
import { datesOf, globalOn, readLaw } from '../../scripts/audit/global.ts';
import { readEvidence } from '../../scripts/audit/lists.ts';
import { type Compared, compareDay, readDates, readQuarantine } from '../../scripts/audit/tree.ts';
import { freshFolder, writeLines } from '../support/banks/archives.ts';
import { RECORDINGS } from '../support/banks/feeds.ts';
import { collect } from '../support/banks/recorded-bank.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { randomOf } from '../support/kit/random.ts';
import { readSources } from '../support/kit/sources.ts';
import { EMBEDDED, generateEmbedded } from '../support/trees/embedded.ts';
import { DEFINITIONS, dailyLines } from '../support/trees/trees.ts';

const LAW = readLaw(join(packageRoot(), 'data'));

/** Each day of the span that the archive or the tree knows, compared. */
function recompute(archive: string, tree: string, [from, to] = ['0000', '9999'], asOf = '9999') {
  const evidence = readEvidence(archive, readQuarantine(tree), asOf);
  const due = new Set(datesOf(evidence));
  const days = [...new Set([...due, ...readDates(tree)])].filter((date) => from <= date && date <= to);
  const compared = days.map((date): Compared & { readonly isFixing: boolean } => {
    const figures = due.has(date) ? globalOn(date, evidence, LAW) : null;
    return { ...compareDay(tree, date, figures), isFixing: figures !== null };
  });
  return {
    fixings: compared.filter(({ isFixing }) => isFixing).length,
    figures: compared.reduce((count, one) => count + one.figures, 0),
    differences: compared.flatMap(({ differences }) => differences),
  };
}

describe('the whole embedded archive', () => {
  let tree = '';
  beforeAll(async () => {
    tree = freshFolder();
    await generateEmbedded(tree);
  });

  it('gives every figure of the tree again, in every base and format, and every gap', () => {
    const { fixings, figures, differences } = recompute(EMBEDDED, tree);
    expect(differences).toEqual([]);
    expect(fixings).toBe(readDates(tree).length);
    expect(fixings).toBeGreaterThan(10);
    expect(figures).toBeGreaterThan(500_000);
  });

  const DAY = '2026-03-10';
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
  ])('is not found equal with %s changed', (name, path, line, difference) => {
    const copy = freshFolder();
    for (const part of ['tables/GLOBAL', 'v1/historical/GLOBAL/2026/03/10', 'v1/quarantine.csv']) {
      cpSync(join(tree, part), join(copy, part), { recursive: true });
    }
    const text = readFileSync(join(copy, path), 'utf8');
    const changed = name.includes('taken') ? text.replace(line, '') : lastDigit(text, line);
    expect(changed).not.toBe(text);
    writeFileSync(join(copy, path), changed);
    const { differences } = recompute(EMBEDDED, copy, [DAY, DAY]);
    expect(differences).toHaveLength(1);
    expect(differences[0]).toMatch(difference);
  });

  it('is not found equal with a fixing more or a fixing less', () => {
    const copy = freshFolder();
    cpSync(join(tree, 'tables/GLOBAL'), join(copy, 'tables/GLOBAL'), { recursive: true });
    cpSync(join(copy, table), join(copy, 'tables/GLOBAL/2026/2026-03-14.csv'));
    expect(recompute(EMBEDDED, copy, ['2026-03-14', '2026-03-14']).differences).toEqual([
      '2026-03-14: a fixing in the tree, none recomputed',
    ]);
    expect(recompute(EMBEDDED, freshFolder(), [DAY, DAY]).differences).toEqual([
      '2026-03-10: no fixing in the tree, one recomputed',
    ]);
  });

  it('is compared by the command of docs/global.md, which ends with 1 where a digit differs', () => {
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
    rmSync(join(other, 'TCMB', '2026.csv'));
    const bad = run(DAY, other);
    expect([bad.status, bad.stderr]).toEqual([1, expect.stringMatching(/^2026-03-10 [A-Z]{3}: /)]);
  });
});

describe('an archive that knows better by now', () => {
  const CORRECTED = ['2026-03-10 EUR/CHF 9.9 seen 2026-03-12', '2026-03-11 EUR/USD withdrawn seen 2026-03-13'];

  it.each([
    ['as it was before the corrections', '2026-03-11T23:00:00Z'],
    ['between them', '2026-03-12T23:00:00Z'],
    ['now', '9999'],
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
});

describe.skipIf(!recordingsAreThere('GLOBAL of the recorded feeds, recomputed'))('all recorded feeds', () => {
  it('give every figure again: each day from 2026 on, and every twentieth of the years before', async () => {
    const dir = freshFolder();
    await collect({
      providers: PROVIDERS,
      source: replaySource({ dir: RECORDINGS, adapters: PROVIDERS.map(({ code }) => code) }),
      archiveDir: dir,
      today: parseIsoDate('2026-08-20'),
      currencies: codesOf(readCurrencies()),
      redenominations: readRedenominations(),
    });
    const { holdings } = await readHoldings(dir, PROVIDERS, null);
    const quarantined = toQuarantined(holdings);
    const heldBack = new Set(quarantined.map(({ row }) => row));
    const names = new Set(quarantined.map(({ provider, row }) => `${provider},${rowKey(row)}`));
    const evidence = readEvidence(dir, (provider, { date, base, quote, seen, document }) =>
      names.has([provider, date, base, quote, seen, document].join()),
    );
    const source = toGlobalSource(
      toGlobal({
        histories: holdings.map(({ definition, archive }) => new History(definition, archive, heldBack)),
        pegs: readPegs(),
        currencies: readCurrencies(),
        newestFetch: parseIsoDate(evidence.newestFetch),
      }),
    );
    expect(source.dates).toEqual(datesOf(evidence));
    const days = source.dates.filter((date, place) => date >= '2026' || place % 20 === 0);
    let figures = 0;
    for (const date of days) {
      const [built, recomputed] = [source.build(date), globalOn(date, evidence, LAW)];
      const stated = 'gap' in built ? [] : [...built.table.figures].map(([code, { mid }]) => [code, `${mid}`] as const);
      expect(new Map(stated), date).toEqual(recomputed ?? new Map());
      figures += stated.length;
    }
    expect(quarantined.length).toBeGreaterThan(0);
    expect(days.length).toBeGreaterThan(400);
    expect(figures).toBeGreaterThan(15_000);
  }, 120_000);
});

describe('the second implementation', () => {
  const sources = readSources(['scripts', 'generator']);
  const importsOf = (file: string): readonly string[] => {
    const text = sources.find((source) => source.file === file)?.text ?? '';
    const found = [...text.matchAll(/^(?:import|export)\s(?!type\b)[^;]*?from '(\.[^']+)'/gms)].map(
      ([, to = '']) => to,
    );
    return found.map((to) => posix.join(posix.dirname(file), to));
  };
  const reached = new Set(['scripts/audit/recompute.ts']);
  for (const file of reached) for (const to of importsOf(file)) reached.add(to);

  it('reaches no module of the generator that fixes, blends, rounds or reads the archive', () => {
    expect(reached).toContain('scripts/audit/global.ts');
    expect(reached).toContain('generator/providers/ecb.ts');
    const shared = [...reached].filter((file) => /^generator\/(?!providers\/)/.test(file));
    const forbidden =
      /\/(blend|consensus|contributions|rebase|global|fixing|history|sources|provenance|pegs|currencies|archive|rows|year-file|per-unit|quarantine|witnesses|table|views|decimal)\.ts$/;
    expect(shared.filter((file) => forbidden.test(file))).toEqual([]);
  });

  it('has no float in its arithmetic', () => {
    const code = sources.filter(({ file }) => /^scripts\/audit\//.test(file)).map(({ text }) => text);
    expect(code.length).toBeGreaterThan(5);
    expect(code.join('\n')).not.toMatch(/\bNumber\b|parseFloat|parseInt|\bMath\.|toFixed/);
  });

  it.each([
    ['1.25', '1.25'],
    ['.5', '0.5'],
    ['1e-7', '0.0000001'],
    ['1.5E+3', '1500'],
    ['0041.1816', '41.1816'],
  ])('reads %s', (text, digits) => {
    expect(toPlaces(parseFraction(text), 10)).toBe(digits);
  });

  it.each(['', '.', '-1', '1,5', '1.2.3', 'e5', 'NaN', ' 1'])('refuses %j', (text) => {
    expect(() => parseFraction(text)).toThrow(SyntaxError);
  });

  it.each<[bigint, bigint, number, string]>([
    [1n, 3n, 20, '0.33333333333333333333'],
    [2n, 3n, 3, '0.667'],
    [10n, 1n, 3, '10'],
    [9995n, 10n, 3, '1000'],
    [9994n, 10n, 3, '999'],
    [123456n, 1n, 3, '123000'],
    [125n, 100n, 2, '1.3'],
    [1n, 80n, 1, '0.01'],
    [15n, 1000n, 1, '0.02'],
  ])('%i/%i to %i digits is %s', (over, under, digits, expected) => {
    expect(toSignificant(fraction(over, under), digits)).toBe(expected);
  });

  it('rounds as the program does, on 5,000 quotients of all sizes', () => {
    const random = randomOf(4217);
    for (let round = 0; round < 5_000; round++) {
      const [over, under] = [
        1n + random.bigBelow(10n ** BigInt(1 + random.below(30))),
        1n + random.bigBelow(10n ** BigInt(1 + random.below(30))),
      ];
      const [ours, theirs] = [quotient(fraction(over, 1n), fraction(under, 1n)), Ratio.of(over, under)];
      expect(toSignificant(ours, 20), `${over}/${under}`).toBe(`${theirs.roundSignificant(20)}`);
      expect(toPlaces(ours, 10), `${over}/${under}`).toBe(theirs.round(10));
    }
  });
});

/** `ratetree compare`: a tree beside rates that a person has from elsewhere. All figures are made up. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readReference } from '../../generator/rates/compare/comparing.ts';
import { definition, freshFolder } from '../support/banks/archives.ts';
import { inputError } from '../support/kit/errors.ts';
import { runProgram } from '../support/kit/run-program.ts';
import { CODES, generateFrom, PEGS } from '../support/trees/trees.ts';

const folder = freshFolder();
const HEADER = 'date,currency,rate,base';

function fileOf(...lines: readonly string[]): string {
  const file = join(freshFolder(), 'mine.csv');
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

function compare(file: string, ...more: readonly string[]) {
  return runProgram(['compare', folder, '--with', file, ...more]);
}

/** On Thursday and Friday three banks state the dollar at 2 per euro, two the pound at 4, and one each other currency. */
beforeAll(async () => {
  const banks = ['ECB', 'NBP', 'BNR'].map((code) => definition(code, 'EUR'));
  const lines = (codes: readonly string[]) =>
    ['2026-03-12', '2026-03-13'].flatMap((date) =>
      codes.map((code) => `${date} EUR/${code} ${{ USD: '2', GBP: '4' }[code] ?? '8'}`),
    );
  const stated = { ECB: lines(CODES), NBP: lines(['USD', 'GBP']), BNR: lines(['USD']) };
  await generateFrom(stated, folder, { definitions: banks, pegs: PEGS });
});

/** Saturday has no fixing, and nobody states BTC. The dirham is 7.345 per euro by its peg. */
const MINE = [
  HEADER,
  ...['2026-03-12,USD,2,EUR', '2026-03-13,USD,2.002,EUR', '2026-03-13,EUR,0.4,USD', '2026-03-13,GBP,4.04,EUR'],
  ...['2026-03-13,AED,3.6725,USD', '2026-03-13,SEK,8.004,EUR', '2026-03-13,NOK,2.5,USD', '2026-03-12,NOK,4,USD'],
  ...['2026-03-14,USD,2,EUR', '2026-03-13,BTC,0.001,EUR', '2026-03-12,BTC,0.001,EUR'],
];

describe('compare', () => {
  it('prints shares and deviations by method and by currency, the worst first', () => {
    const { status, stdout, stderr } = compare(fileOf(...MINE));
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.split('\n').map((line) => line.replaceAll(/ {2,}/g, '  '))).toEqual([
      '8 of 11 rates compared with GLOBAL: shares within a bound, and deviations in basis points',
      'rates for days without a fixing: 1',
      'rates that GLOBAL does not state: 2 (BTC)',
      '',
      'METHOD  FIGURES  0.1 %  0.5 %  1 %  5 %  MEDIAN  95TH  LARGEST  ON',
      // The pound is 4 beside 4.04. The euro is 0.5 per dollar beside 0.4, by the method of the dollar.
      'mean  1  0.0  0.0  100.0  100.0  99.01  99.01  99.01  2026-03-13',
      'median  3  66.7  66.7  66.7  66.7  9.99  2500.00  2500.00  2026-03-13',
      'single  3  66.7  66.7  66.7  66.7  5.00  6000.00  6000.00  2026-03-13',
      'peg  1  100.0  100.0  100.0  100.0  0.00  0.00  0.00  2026-03-13',
      'all  8  62.5  62.5  75.0  75.0  7.49  6000.00  6000.00  2026-03-13',
      '',
      'CURRENCY  FIGURES  0.1 %  0.5 %  1 %  5 %  MEDIAN  95TH  LARGEST  ON',
      'NOK  2  50.0  50.0  50.0  50.0  3000.00  6000.00  6000.00  2026-03-13',
      'EUR  1  0.0  0.0  0.0  0.0  2500.00  2500.00  2500.00  2026-03-13',
      'GBP  1  0.0  0.0  100.0  100.0  99.01  99.01  99.01  2026-03-13',
      'SEK  1  100.0  100.0  100.0  100.0  5.00  5.00  5.00  2026-03-13',
      'USD  2  100.0  100.0  100.0  100.0  5.00  9.99  9.99  2026-03-13',
      'AED  1  100.0  100.0  100.0  100.0  0.00  0.00  0.00  2026-03-13',
      '',
    ]);
  });

  it('prints the same as one line of JSON, and compares a bank with --provider', () => {
    const { stdout } = compare(fileOf(...MINE), '--json', '--provider', 'nbp');
    const facts = JSON.parse(stdout);
    expect(facts).toMatchObject({
      provider: 'NBP',
      rates: 11,
      noFixing: 1,
      notStated: { AED: 1, BTC: 2, NOK: 2, SEK: 1 },
    });
    expect(facts.methods).toEqual([{ ...facts.all, name: 'published' }]);
    expect(facts.all).toEqual({
      name: 'all',
      figures: 4,
      within: { '0.1%': '50.0', '0.5%': '50.0', '1%': '75.0', '5%': '75.0' },
      medianBp: '54.50',
      percentile95Bp: '2500.00',
      largestBp: '2500.00',
      largestOn: '2026-03-13',
    });
  });

  it.each([
    ['a tree that lacks the provider', fileOf(...MINE), ['--provider', 'CNB'], 'no figures of CNB; correct the code'],
    ['a code that is none', fileOf(...MINE), ['--provider', 'E B'], 'the code of one provider, such as ECB'],
    [
      'a file of other years',
      fileOf(HEADER, '1999-03-12,USD,1,EUR'),
      [],
      'states none of these rates; its fixings are of',
    ],
    [
      'a file that does not exist',
      '/nowhere/mine.csv',
      [],
      '/nowhere/mine.csv: there is no such file; correct the name',
    ],
  ])('refuses %s with what to do', (_, file, more, message) => {
    const { status, stdout, stderr } = compare(file, ...more);
    expect([status, stdout, stderr.trimEnd().split('\n').length]).toEqual([1, '', 1]);
    expect(stderr).toContain(message);
  });
});

describe('a line of the file is refused with its number, its column and what to write:', () => {
  it.each([
    [['date;currency;rate;base'], /mine\.csv:1: the header must be date,currency,rate,base, not date;currency/],
    [[HEADER], /mine\.csv: there is no rate below the header: write one per line/],
    [[HEADER, '13.03.2026,USD,1.1,EUR'], /:2: date "13\.03\.2026" is not a day: write YYYY-MM-DD/],
    [[HEADER, '2026-03-13,usd,1.1,EUR'], /:2: currency "usd" is not three capital letters/],
    [[HEADER, '2026-03-13,USD,"1,1",EUR'], /:2: rate "1,1" is not a figure above 0: write digits and a decimal point/],
    [[HEADER, '2026-03-13,USD,0.0,EUR'], /:2: rate "0\.0" is not a figure above 0/],
    [[HEADER, '2026-03-13,EUR,1,EUR'], /:2: base "EUR" is the currency itself: leave the line out/],
    [[HEADER, '2026-03-13,USD,1.1'], /:2: 3 cells, where the header has 4/],
    [
      [HEADER, '2026-03-13,USD,1.1,EUR', '2026-03-12,USD,1.1,EUR', '2026-03-13,USD,1.2,EUR'],
      /:4: USD per EUR of 2026-03-13 is on line 2 already: remove one of the two/,
    ],
  ])('%j', async (lines, message) => {
    await expect(readReference(fileOf(...lines))).rejects.toThrow(inputError(message));
  });
});

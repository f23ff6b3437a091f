/**
 * docs/global.md, docs/accuracy.md and data/ended.csv say what the program does: constants, the figure made by hand,
 * currencies that have ended.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { readDataFile } from '../../generator/kit/package.ts';
import { METHOD } from '../../generator/rates/blend/blend.ts';
import { AGREEMENT_PERCENT, FIGURES_MIN, PAIR_PERCENT } from '../../generator/rates/blend/consensus.ts';
import { FIGURE_DIGITS } from '../../generator/rates/blend/figure.ts';
import { DAILY_DAYS_MAX, WEEKLY_DAYS_MAX } from '../../generator/rates/blend/fixing.ts';
import { NAMED_FROM, PEG_NOISE_PERCENT, SILENCED_FROM } from '../../generator/rates/blend/frozen-lists.ts';
import { OFF_PEG_PERCENT } from '../../generator/rates/blend/outcomes.ts';
import {
  CONTRIBUTORS_MIN,
  CURRENCIES_MIN,
  FRESH_WEEKDAYS_MAX,
  MEMORY_DAYS,
  WINDOW_DAYS,
} from '../../generator/rates/blend/voices.ts';
import { deviationOf, toBasisPoints } from '../../generator/rates/compare/comparing.ts';
import { readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { readPegs } from '../../generator/sources/facts/pegs.ts';
import { Ratio } from '../../generator/wire/exact/decimal.ts';
import { addDays, parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { type Deviation, deviationList, groupTable } from '../../scripts/docs/deviations.ts';
import { blockOf, replaceBlock } from '../../scripts/docs/page-block.ts';
import { workedExample } from '../../scripts/docs/worked-example-text.ts';
import { readEnded } from '../support/kit/ended.ts';
import { readMarkdown, tableOf } from '../support/kit/markdown.ts';
import { embeddedTree } from '../support/trees/embedded.ts';
import { readTree } from '../support/trees/trees.ts';

const page = readMarkdown('docs/global.md');

describe('docs/global.md', () => {
  let tree = new Map<string, string>();
  beforeAll(async () => {
    const folder = await embeddedTree();
    tree = readTree(folder);
  });
  const read = (path: string) => Buffer.from(tree.get(path) ?? '', 'latin1').toString('utf8');

  it('makes by hand a figure that the tree of the embedded archive has (else: node build/scripts/docs/worked-example.js dist)', () => {
    expect(blockOf(page.text, 'worked example')).toBe(workedExample(read));
  });

  it('is not written where provenance and statements differ', () => {
    const changed = (path: string) =>
      path.includes('/GLOBAL/') ? read(path) : read(path).replaceAll(/"(\d+)\.(\d+)"/g, '"$1.1$2"');
    expect(() => workedExample(changed)).toThrow(/provenance says/);
  });

  it.each([
    `older than ${DAILY_DAYS_MAX} days (a weekly list: ${WEEKLY_DAYS_MAX} days)`,
    `on D or in the ${WINDOW_DAYS - 1} days before`,
    `quoted in the ${WINDOW_DAYS} days`,
    `made on D or in the ${MEMORY_DAYS - 1} days before`,
    `within ${AGREEMENT_PERCENT} % of that median`,
    `if at least ${FIGURES_MIN} figures remain`,
    `With ${NAMED_FROM} dates that count`,
    `With ${SILENCED_FROM} it has no voice`,
    `changed by more than ${PEG_NOISE_PERCENT} %`,
    `within ${OFF_PEG_PERCENT} % of the official number`,
    `is at most ${PAIR_PERCENT} % above the smaller`,
    `is more than ${PAIR_PERCENT} % from GLOBAL's`,
    `With ${FIGURES_MIN} or more, GLOBAL states what is observed`,
    `to ${FIGURE_DIGITS} significant digits`,
    `at least ${CURRENCIES_MIN} currencies`,
    `at least ${CONTRIBUTORS_MIN} contributors`,
    `at most ${FRESH_WEEKDAYS_MAX} weekdays before D`,
    `\`method\` in provenance is \`${METHOD}\``,
  ])('has the constant of the program: %s', (words) => expect(page.prose.replaceAll(/\s+/g, ' ')).toContain(words));
});

describe('data/ended.csv', () => {
  const ended = readEnded();
  const currencies = new Map(readCurrencies().map((facts) => [`${facts.code}`, facts]));

  it.each(ended)('$currency is withdrawn the day after $lastDay, and became $became', ({ currency, ...row }) => {
    expect(currencies.get(currency)?.withdrawn).toBe(addDays(row.lastDay, 1));
    expect(currencies.has(row.became)).toBe(true);
    const peg = readPegs().find(
      ({ anchor, until, ...other }) =>
        other.currency === currency && anchor === row.became && (until === null || until === row.lastDay),
    );
    if (peg !== undefined || row.became === 'EUR') expect(`${peg?.units}`).toBe(`${row.units}`);
  });

  it('is sorted by code and has each code once', () => {
    const codes = ended.map(({ currency }) => currency);
    expect(codes).toEqual([...new Set(codes)].sort());
  });

  it('names every currency that the euro replaced, and whose rate is a peg at its end', () => {
    const inEuro = ended.filter(({ became }) => became === 'EUR').map(({ currency }) => currency);
    const adopted = 'ATS BEF BGN CYP DEM EEK ESP FIM FRF GRD HRK IEP ITL LTL LUF LVL MTL NLG PTE SIT SKK';
    expect(inEuro.join(' ')).toBe(adopted);
  });
});

describe('docs/accuracy.md', () => {
  const accuracy = readMarkdown('docs/accuracy.md');
  const [columns, ...rows] = readDataFile('accuracy.csv')
    .text.trimEnd()
    .split('\n')
    .map((line) => line.split(','));

  it('has what the script writes: dates, banks, and a row for each currency of the ECB and for all', () => {
    expect(blockOf(accuracy.text, 'measured')).toMatch(
      /^\d+ banks without the ECB\. \d+ dates on which the ECB and at least 3 of them have a list;/,
    );
    expect(columns).toEqual(['currency', 'days', 'banks', 'median', 'percentile95', 'largest', 'on']);
    expect(tableOf(accuracy, 'figures', 'count', 'median').at(-1)?.[1]).toBe(rows.at(-1)?.[1]);
    expect(rows.length).toBeGreaterThan(25);
    expect(rows.at(-1)?.[0]).toBe('all');
    for (const [currency, days, banks, ...sizes] of rows) {
      expect([currency, days, banks]).toEqual([
        expect.stringMatching(/^([A-Z]{3}|all)$/),
        expect.stringMatching(/^[1-9]\d*$/),
        expect.stringMatching(/^\d+( to \d+)?$/),
      ]);
      const [median, high, largest] = sizes.slice(0, 3).map((size) => Ratio.parse(`${size}`));
      expect(sizes.slice(0, 3)).toEqual(Array(3).fill(expect.stringMatching(/^\d+\.\d\d$/)));
      expect(median?.compareTo(high as Ratio)).toBeLessThanOrEqual(0);
      expect(high?.compareTo(largest as Ratio)).toBeLessThanOrEqual(0);
      expect(sizes[3]).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
  });

  it('sums up: the days of all are those of the currencies', () => {
    const days = rows.map(([, count = '']) => BigInt(count));
    expect(days.slice(0, -1).reduce((sum, count) => sum + count, 0n)).toBe(days.at(-1));
  });

  it.each([
    ['1.001', '1', '10.00'],
    ['0.999', '1', '10.00'],
    ['1', '1', '0.00'],
    ['1.16', '1.15', '86.96'],
    ['0.5', '1', '5000.00'],
  ])('%s beside %s is %s basis points', (figure, reference, expected) => {
    expect(toBasisPoints(deviationOf(Ratio.parse(figure), Ratio.parse(reference)))).toBe(expected);
  });

  it('takes the middle, and the least value that 95 of 100 do not exceed', () => {
    const deviations = Array.from({ length: 40 }, (_, place): Deviation => {
      return {
        currency: 'SEK',
        date: addDays(parseIsoDate('2026-01-01'), place),
        size: Ratio.of(BigInt(place + 1), 10_000n),
        banks: 3 + (place % 2),
        method: place < 10 ? 'single' : 'median',
        lists: 11 + (place % 2),
      };
    });
    // 40 values of 1 to 40: the middle two are 20 and 21; 95 % of 40 are 38.
    expect(deviationList(deviations.toReversed()).split('\n').slice(1)).toEqual([
      'SEK,40,3 to 4,20.50,38.00,40.00,2026-02-09',
      'all,40,3 to 4,20.50,38.00,40.00,2026-02-09',
      '',
    ]);
    // Of the 30 medians, 11 to 40, the middle two are 25 and 26. Half of all days have twelve lists: 2, 4 and so on.
    expect(groupTable(deviations).split('\n').slice(2)).toEqual([
      '| `median` | 30 | 25.50 | 39.00 | 40.00 | 100 % | 100 % |',
      '| `single` | 10 | 5.50 | 10.00 | 10.00 | 100 % | 100 % |',
      '| days with 12 banks or more | 20 | 21.00 | 38.00 | 40.00 | 100 % | 100 % |',
      '| all | 40 | 20.50 | 38.00 | 40.00 | 100 % | 100 % |',
    ]);
    const far = deviations.map((one, place) => ({ ...one, size: Ratio.of(BigInt(place + 1), 2_000n) }));
    expect(groupTable(far)).toContain('| all | 40 | 102.50 | 190.00 | 200.00 | 25 % | 50 % |');
    expect(deviationList(deviations.slice(0, 1))).toContain('SEK,1,3,1.00,1.00,1.00,2026-01-01\n');
  });

  it('is written between two lines, and nowhere where they are missing', () => {
    expect(replaceBlock('a\n<!-- x -->\nold\n<!-- end of x -->\nb\n', 'x', 'new')).toBe(
      'a\n<!-- x -->\nnew\n<!-- end of x -->\nb\n',
    );
    expect(() => replaceBlock('a\n<!-- x -->\n', 'x', 'new')).toThrow('<!-- end of x -->');
  });
});

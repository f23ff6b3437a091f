import { describe, expect, it } from 'vitest';
import { codesOf, readCurrencies } from '../../generator/facts/currencies.ts';
import { readKnownFigures } from '../../generator/facts/known-figures.ts';
import { readRedenominations } from '../../generator/facts/redenominations.ts';
import { replaySource } from '../../generator/feeds/recordings.ts';
import { fed } from '../../generator/providers/fed.ts';
import { hmrc } from '../../generator/providers/hmrc.ts';
import { PROVIDERS } from '../../generator/providers/index.ts';
import { readQuarantine } from '../../generator/walk/quarantined.ts';
import { freshFolder, writeLines } from '../support/banks/archives.ts';
import { RECORDINGS } from '../support/banks/feeds.ts';
import { collect } from '../support/banks/recorded-bank.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { inputError } from '../support/kit/errors.ts';

const HEADER = 'provider,date,base,quote,per,mid,note';
const parse = (...rows: string[]) => readKnownFigures({ text: [HEADER, ...rows, ''].join('\n'), file: 'a.csv' });

describe('data/accepted.csv', () => {
  it('has the rouble of the night in which Moscow raised its rate, to the digit', () =>
    expect(readKnownFigures()).toContain('ECB,2014-12-16,EUR,RUB,1,,91.52,,'));

  it.each([
    ['a figure of 0', ['ECB,2014-12-16,EUR,RUB,1,0.00,x'], /a.csv:2: mid "0.00" is not a figure above 0/],
    ['a day that does not exist', ['ECB,2014-02-30,EUR,RUB,1,91.52,x'], /date "2014-02-30" is not a day/],
    ['a row without a second source', ['ECB,2014-12-16,EUR,RUB,1,91.52,'], /note "" is empty/],
    ['rows out of order', ['ECB,2014-12-16,EUR,RUB,1,1,x', 'ECB,2014-12-15,EUR,RUB,1,1,x'], /a.csv:3: .* sort by/],
    ['a figure twice', ['ECB,2014-12-16,EUR,RUB,1,1,x', 'ECB,2014-12-16,EUR,RUB,1,2,x'], /a.csv:3: .* sort by/],
  ])('refuses %s', (_, rows, message) => expect(() => parse(...rows)).toThrow(inputError(message)));
});

const held = async (archiveDir: string) =>
  (await readQuarantine(archiveDir, PROVIDERS)).map(
    ({ provider, row }) => `${provider} ${row.date} ${row.quote} ${row.mid}`,
  );

describe('the rouble of the ECB on 2014-12-16', () => {
  it.each([
    ['91.52', []],
    ['91.53', ['ECB 2014-12-16 RUB 91.53']],
  ])('at %s: %j is held', async (figure, expected) => {
    const archiveDir = freshFolder();
    const after = ['2014-12-17 EUR/RUB 82.1728', '2014-12-18 EUR/RUB 75.485'];
    const lines = ['2014-12-15 EUR/RUB 74.7717', `2014-12-16 EUR/RUB ${figure}`, ...after];
    await writeLines(archiveDir, 'ECB', lines);
    expect(await held(archiveDir)).toEqual(expected);
  });
});

describe.skipIf(!recordingsAreThere('FED and HMRC in quarantine, as recorded'))('FED and HMRC, as recorded', () => {
  it('have only those figures in quarantine of which nothing else is known', async () => {
    const archiveDir = freshFolder();
    await collect({
      providers: [fed, hmrc],
      source: replaySource({ dirs: RECORDINGS, adapters: null }),
      archiveDir,
      currencies: codesOf(readCurrencies()),
      redenominations: readRedenominations(),
    });
    expect(await held(archiveDir)).toEqual([
      'FED 2018-08-31 VEF 2495016.1501',
      'FED 2018-12-31 VES 349.3944',
      'FED 2019-01-31 VES 1358.1886',
      'FED 2020-05-31 VES 181598.4850',
      'HMRC 2021-04-01 TOP 1.3119',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { readQuarantine } from '../../generator/rates/walk/walk.ts';
import { codesOf, readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { readKnownFigures } from '../../generator/sources/facts/known-figures.ts';
import { readRedenominations } from '../../generator/sources/facts/redenominations.ts';
import { replaySource } from '../../generator/sources/feeds/recordings.ts';
import { bcv } from '../../generator/sources/providers/bcv.ts';
import { cbc } from '../../generator/sources/providers/cbc.ts';
import { fed } from '../../generator/sources/providers/fed.ts';
import { hmrc } from '../../generator/sources/providers/hmrc.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { snb } from '../../generator/sources/providers/snb.ts';
import { freshFolder, writeLines } from '../support/banks/archives.ts';
import { RECORDINGS } from '../support/banks/feeds.ts';
import { collect } from '../support/banks/recorded-bank.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { inputError } from '../support/kit/errors.ts';

const HEADER = 'provider,date,base,quote,per,mid,bid,ask,note';
const parse = (...rows: string[]) => readKnownFigures({ text: [HEADER, ...rows, ''].join('\n'), file: 'a.csv' });

describe('data/accepted.csv', () => {
  it('has the rouble of the night in which Moscow raised its rate, to the digit', () =>
    expect(readKnownFigures()).toContain('ECB,2014-12-16,EUR,RUB,1,,91.52,,'));

  it.each([
    ['a figure of 0', ['ECB,2014-12-16,EUR,RUB,1,0.00,,,x'], /a.csv:2: mid "0.00" is not a figure above 0/],
    ['a row without a figure', ['ECB,2014-12-16,EUR,RUB,1,,,,x'], /a.csv:2: mid "" is empty, and so are bid and ask/],
    ['a day that does not exist', ['ECB,2014-02-30,EUR,RUB,1,91.52,,,x'], /date "2014-02-30" is not a day/],
    ['a row without a second source', ['ECB,2014-12-16,EUR,RUB,1,91.52,,,'], /note "" is empty/],
    ['rows out of order', ['ECB,2014-12-16,EUR,RUB,1,1,,,x', 'ECB,2014-12-15,EUR,RUB,1,1,,,x'], /a.csv:3: .* sort by/],
    ['a figure twice', ['ECB,2014-12-16,EUR,RUB,1,1,,,x', 'ECB,2014-12-16,EUR,RUB,1,2,,,x'], /a.csv:3: .* sort by/],
  ])('refuses %s', (_, rows, message) => expect(() => parse(...rows)).toThrow(inputError(message)));
});

const held = async (archiveDir: string) =>
  (await readQuarantine(archiveDir, PROVIDERS)).map(
    ({ provider, row }) => `${provider} ${row.date} ${row.quote} ${row.mid}`,
  );

const SIDES = 'bid 0.04441124 ask 0.04452254';

describe('the peso of BCV after Argentina let it fall by half', () => {
  it.each([
    ['as published', '0.04441124~0.04452254', []],
    ['with another side', '0.04441124~0.04452255', ['BCV 2023-12-15 ARS 0.04441124~0.04452255']],
  ])(`is let in ${SIDES}, %s`, async (_, figure, expected) => {
    const archiveDir = freshFolder();
    const before = ['2023-12-13 ARS/VES 0.09683031~0.09707299', '2023-12-14 ARS/VES 0.09697676~0.09721981'];
    await writeLines(archiveDir, 'BCV', [...before, `2023-12-15 ARS/VES ${figure}`]);
    const found = await readQuarantine(archiveDir, PROVIDERS);
    expect(found.map(({ provider, row }) => `${provider} ${row.date} ${row.base} ${row.bid}~${row.ask}`)).toEqual(
      expected,
    );
  });
});

describe('the rouble of the ECB on 2014-12-16', () => {
  it.each([
    ['91.52', []],
    ['91.53', ['ECB 2014-12-16 RUB 91.53']],
  ])('at %s: %j is held', async (figure, expected) => {
    const archiveDir = freshFolder();
    const after = ['2014-12-17 EUR/RUB 82.1728', '2014-12-18 EUR/RUB 75.485', '2014-12-19 EUR/RUB 73.4223'];
    const lines = ['2014-12-15 EUR/RUB 74.7717', `2014-12-16 EUR/RUB ${figure}`, ...after];
    await writeLines(archiveDir, 'ECB', lines);
    expect(await held(archiveDir)).toEqual(expected);
  });
});

describe.skipIf(!recordingsAreThere('five banks in quarantine, as recorded'))('as recorded', () => {
  it('BCV, CBC, FED, HMRC and SNB have none in quarantine but slips', async () => {
    const archiveDir = freshFolder();
    await collect({
      providers: [bcv, cbc, fed, hmrc, snb],
      source: replaySource({ dirs: RECORDINGS, adapters: null }),
      archiveDir,
      currencies: codesOf(readCurrencies()),
      redenominations: readRedenominations(),
    });
    const found = await readQuarantine(archiveDir, PROVIDERS);
    const pairs = [...new Set(found.map(({ provider, row }) => `${provider} ${row.base}/${row.quote}`))];
    expect(pairs.filter((pair) => /^(FED|HMRC|SNB) |ARS|IDR/.test(pair))).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { bot } from '../../generator/sources/providers/bot.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

const FILE = 'daily-avg-2026-04-01_03.json';

describe.skipIf(!recordingsAreThere('BOT, as recorded'))('BOT, as recorded', () => {
  it('has 19 currencies on each day from 1 to 3 April 2026', async () => {
    const days = ['2026-04-01: 19', '2026-04-02: 19', '2026-04-03: 19'];
    expect(countsOf(await readRecordedLines(bot, FILE))).toEqual(days);
  });

  it.each([
    '2026-04-03 1 USD/THB mid 32.6448000 bid 32.4857000 ask 32.8039000',
    '2026-04-03 100 JPY/THB mid 20.4832000 bid 20.1923000 ask 20.7740000',
    '2026-04-03 1000 IDR/THB mid 1.9296000 bid 1.8430000 ask 2.0161000',
    '2026-04-02 1 PHP/THB mid 0.5389000 bid 0.5195000 ask 0.5582000',
    '2026-04-01 1 CNY/THB mid 4.7373000 bid 4.6958000 ask 4.7788000',
  ])('states %s', async (line) => expect(await readRecordedLines(bot, FILE)).toContain(line));
});

const URL_OF =
  'https://gateway.api.bot.or.th/Stat-ExchangeRate/v2/DAILY_AVG_EXG_RATE/?start_period=2026-04-01&end_period=2026-04-03';
const row = (name: string, [transfer, selling, mid]: readonly string[], code = 'JPY') =>
  `{"period":"2026-04-03","currency_id":"${code}","currency_name_eng":"${name}","buying_sight":"20.1080000",` +
  `"buying_transfer":"${transfer}","selling":"${selling}","mid_rate":"${mid}"}`;
const document = (rows: string, unit = '(Unit: Baht / 1 Unit of Foreign Currency)') =>
  `{"result":{"api":"x","data":{"data_header":{"report_uoq_name_eng":"${unit}"},"data_detail":[${rows}]}}}`;
const read = (rows: string) => observedLines(bot, URL_OF, document(rows));
const YEN = 'JAPAN : YEN (100 YEN) (JPY) ';
const PRICES = ['20.1923000', '20.7740000', '20.4832000'];

describe('BOT', () => {
  it.each([
    ['X : YEN (JPY)', PRICES, ['2026-04-03 1 JPY/THB mid 20.4832000 bid 20.1923000 ask 20.7740000']],
    ['X : YEN (JPY)', ['', '20.7740000', ''], ['2026-04-03 1 JPY/THB ask 20.7740000']],
  ])('reads the unit and the sides of %j with the prices %j', (name, prices, lines) =>
    expect(read(row(name, prices))).toEqual(lines),
  );

  it.each([
    ['a unit in another spelling', document(row('JAPAN : YEN PER 100 (JPY)', PRICES)), 'not a name of JPY'],
    ['the name of another currency', document(row('USA : DOLLAR (USD) ', PRICES)), 'not a name of JPY'],
    [
      'another unit in the header',
      document(row(YEN, PRICES), '(Unit: Baht / 100 Units of Foreign Currency)'),
      'report_uoq_name_eng',
    ],
    ['a renamed field', document(row(YEN, PRICES).replace('buying_transfer', 'buying_tt')), 'buying_transfer'],
    ['a truncated document', document(row(YEN, PRICES)).slice(0, 150), 'End of string'],
    ['the refusal of a key', '{"httpCode":"401","httpMessage":"Unauthorized","moreInformation":"x"}', 'result'],
  ])('refuses %s', (_, body, fault) => expect(() => observedLines(bot, URL_OF, body)).toThrow(fault));

  it('requests at most 31 days at once, with the key in a header', () => {
    const span = { from: parseIsoDate('2026-03-02'), to: parseIsoDate('2026-04-03') };
    expect(bot.feeds[0]?.between?.(span, { BOT_API_KEY: 'secret' })).toEqual(
      ['start_period=2026-03-02&end_period=2026-04-01', 'start_period=2026-04-02&end_period=2026-04-03'].map(
        (days) => ({
          method: 'GET',
          url: `https://gateway.api.bot.or.th/Stat-ExchangeRate/v2/DAILY_AVG_EXG_RATE/?${days}`,
          headers: { Authorization: 'secret' },
          mayBeAbsent: true,
        }),
      ),
    );
  });
});

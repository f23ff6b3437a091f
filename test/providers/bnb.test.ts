import { describe, expect, it } from 'vitest';
import { bnb } from '../../generator/providers/bnb.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

const FILE = 'stnonbase-2019-02-01.xml';

describe.skipIf(!recordingsAreThere('BNB, as recorded'))('BNB, as recorded', () => {
  it('has 31 currencies and gold', async () => {
    expect(countsOf(await readRecordedLines(bnb, FILE))).toEqual(['2019-02-01: 32']);
  });

  it.each([
    '2019-02-01 1 AUD/BGN mid 1.23873',
    '2019-02-01 1 USD/BGN mid 1.70502',
    '2019-02-01 100 JPY/BGN mid 1.56579',
    '2019-02-01 1000 HUF/BGN mid 6.15757',
    '2019-02-01 10000 IDR/BGN mid 1.22167',
    '2019-02-01 1 XAU/BGN mid 2250.83',
  ])('states %s', async (line) => expect(await readRecordedLines(bnb, FILE)).toContain(line));
});

const URL =
  'https://www.bnb.bg/Statistics/StExternalSector/StExchangeRates/StERForeignCurrencies/index.htm?download=xml';
const HEADING =
  '<ROW><GOLD>0</GOLD><CURR_DATE>Date</CURR_DATE><CODE>Код</CODE><RATIO>За единица валута/злато</RATIO>' +
  '<REVERSERATE>Обратен курс: за един лев</REVERSERATE><RATE>Лева (BGN)</RATE></ROW>';
const row = (kind: string, name: string, code: string, ratio: string, reverse: string, rate: string) =>
  `<ROW><GOLD>${kind}</GOLD><CURR_DATE>01.02.2019</CURR_DATE><NAME_>${name}</NAME_><CODE>${code}</CODE>` +
  `<RATIO>${ratio}</RATIO><REVERSERATE>${reverse}</REVERSERATE><RATE>${rate}</RATE></ROW>`;
const HUF = row('1', 'Унгарски форинт', 'HUF', '1000', '162.402', '6.15757');
const GOLD = row('2', 'Злато (в трой унции)', 'XAU', '1', 'n/a', '2250.83');
const list = (...rows: string[]) => `\ufeff<?xml version="1.0"?><ROWSET>${rows.join('')}</ROWSET>`;
const read = (body: string) => observedLines(bnb, URL, body);

describe('BNB', () => {
  it('reads leva per unit, not the other way round, and gold per troy ounce', () => {
    expect(read(list(HEADING, HUF, GOLD))).toEqual([
      '2019-02-01 1000 HUF/BGN mid 6.15757',
      '2019-02-01 1 XAU/BGN mid 2250.83',
    ]);
  });

  it.each([
    ['a list without a heading', list(HUF, GOLD)],
    ['another unit of account', list(HEADING.replace('(BGN)', '(BGL)'), HUF)],
    ['gold per gram', list(HEADING, GOLD.replace('трой унции', 'грамове'))],
    ['a renamed ratio', list(HEADING, HUF.replaceAll('RATIO', 'UNIT'))],
    ['a document cut in the middle', list(HEADING, HUF, GOLD).slice(0, -60)],
    ['a page in place of the file', '<!DOCTYPE html><html><body>Няма данни</body></html>'],
  ])('refuses %s', (_, body) => expect(() => read(body)).toThrow());

  it('asks for its working days in leva only, day by day, and for nothing new', () => {
    const [feed] = bnb.feeds;
    expect(feed?.latest(parseIsoDate('2026-08-20'), {})).toEqual([]);
    const span = { from: parseIsoDate('2025-12-26'), to: parseIsoDate('2026-02-01') };
    const days = feed?.between?.(span, {}).map(({ url }) => url.match(/firstDays=.*&firstYear=\d+/)?.[0]);
    expect(days).toEqual(['26', '29', '30', '31'].map((day) => `firstDays=${day}&firstMonths=12&firstYear=2025`));
  });
});

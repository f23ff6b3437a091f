import { describe, expect, it } from 'vitest';
import { readRedenominations, toRelabelled } from '../../generator/sources/facts/redenominations.ts';
import { lb } from '../../generator/sources/providers/lb.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

describe.skipIf(!recordingsAreThere('LB, as recorded'))('LB, as recorded', () => {
  it.each(['2014-12-29', '2014-12-30', '2014-12-31'])('has 88 currencies on %s', async (day) => {
    expect(countsOf(await readRecordedLines(lb, `fxrates-lt-${day}.xml`))).toEqual([`${day}: 88`]);
  });

  it.each([
    ['29', '1 USD/LTL mid 2.8238'],
    ['29', '10 AED/LTL mid 7.6881'],
    ['29', '10000 BYR/LTL mid 2.5835'],
    ['30', '1 XDR/LTL mid 4.0919'],
    ['31', '10000 BYR/LTL mid 2.4056'],
    ['31', '1 EUR/LTL mid 3.4528'],
    ['31', '100 JPY/LTL mid 2.3698'],
  ])('on 2014-12-%s states %s', async (day, line) => {
    expect(await readRecordedLines(lb, `fxrates-lt-2014-12-${day}.xml`)).toContain(`2014-12-${day} ${line}`);
  });
});

const amount = (code: string, figure: string) => `<CcyAmt><Ccy>${code}</Ccy><Amt>${figure}</Amt></CcyAmt>`;
const row = (type: string, ...amounts: string[]) =>
  `<FxRate><Tp>${type}</Tp><Dt>2014-12-29</Dt>${amounts.join('')}</FxRate>`;
const list = (...rows: string[]) =>
  `<?xml version="1.0" encoding="utf-8"?><FxRates xmlns="http://www.lb.lt/WebServices/FxRates">${rows.join('')}</FxRates>`;
const read = (body: string) =>
  observedLines(lb, 'https://www.lb.lt/webservices/FxRates/FxRates.asmx/getFxRates?dt=2014-12-29&tp=LT', body);
const DIRHAM = row('LT', amount('LTL', '7.6881'), amount('AED', '10'));

describe('LB', () => {
  it('states nothing for a day without a list', () => expect(read(list())).toEqual([]));

  it.each([
    [
      'a list of euro rates, which have the opposite direction',
      list(row('EU', amount('EUR', '1'), amount('AED', '4.48'))),
      'Tp',
    ],
    ['amounts in the opposite order', list(row('LT', amount('AED', '10'), amount('LTL', '7.6881'))), 'LTL'],
    [
      'a third amount',
      list(row('LT', amount('LTL', '7.6'), amount('AED', '10'), amount('AFN', '10'))),
      'expected array to have <=2 items',
    ],
    ['a renamed amount', list(DIRHAM.replaceAll('Amt>', 'Amount>')), 'CcyAmt'],
    ['a truncated document', list(DIRHAM, DIRHAM).slice(0, -60), 'found'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));

  it.each([
    ['1995-01-02', 'PLN', 'PLZ'],
    ['1995-01-03', 'PLN', 'PLN'],
    ['2005-12-30', 'AZN', 'AZM'],
    ['2008-12-31', 'TMT', 'TMM'],
    ['2009-01-01', 'TMT', 'TMT'],
    ['2014-12-29', 'BYR', 'BYR'],
  ])('means on %s by the label %s the currency %s', (day, label, currency) => {
    const figure = { date: parseIsoDate(day), per: '1', unit: '', mid: '1', bid: '', ask: '' } as const;
    const relabelled = toRelabelled(readRedenominations(), 'LB', { ...figure, base: label, quote: 'LTL' });
    expect([relabelled.base, relabelled.quote]).toEqual([currency, 'LTL']);
  });

  it('requests the working days until the end of the litas, and no newest list', () => {
    const [feed] = lb.feeds;
    expect(feed?.latest(parseIsoDate('2026-08-20'), {})).toEqual([]);
    const span = { from: parseIsoDate('2014-12-26'), to: parseIsoDate('2015-01-10') };
    const address = 'https://www.lb.lt/webservices/FxRates/FxRates.asmx/getFxRates?dt=';
    expect(feed?.between?.(span, {}).map(({ url }) => url)).toEqual(
      ['26', '29', '30', '31'].map((day) => `${address}2014-12-${day}&tp=LT`),
    );
    expect(feed?.between?.({ from: parseIsoDate('2015-01-01'), to: parseIsoDate('2015-01-10') }, {})).toEqual([]);
  });
});

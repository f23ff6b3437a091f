import { describe, expect, it } from 'vitest';
import { exclusionOf } from '../../generator/rates/blend/global.ts';
import { History } from '../../generator/rates/blend/history.ts';
import { isComparable } from '../../generator/rates/quarantine/witness-rates.ts';
import type { FeedRequest } from '../../generator/sources/feeds/provider.ts';
import { ust } from '../../generator/sources/providers/ust.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { archive } from '../support/banks/archives.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/ust.ts';

describe.skipIf(!recordingsAreThere('UST, as recorded'))('UST, as recorded', () => {
  const FILE = 'rates-of-exchange-2026-q1-q2.json';

  it('has 143 currencies a quarter, and nine amendments', async () =>
    expect(countsOf(await readRecordedLines(ust, FILE))).toEqual([
      '2026-03-31: 143',
      '2026-04-30: 1',
      '2026-05-29: 2',
      '2026-06-30: 143',
      '2026-07-15: 3',
      '2026-08-14: 1',
      '2026-08-31: 2',
    ]));

  it('has a code for every name', async () =>
    expect((await readRecordedLines(ust, FILE)).filter((line) => !/ 1 USD\/[A-Z]{3} mid /.test(line))).toEqual([]));

  it.each([
    '2026-03-31 1 USD/AFN mid 64.77',
    '2026-05-29 1 USD/ILS mid 2.807',
    '2026-06-30 1 USD/IDR mid 17870.69',
    '2026-06-30 1 USD/XAF mid 575.55',
    '2026-06-30 1 USD/ZWG mid 25.833',
    '2026-07-15 1 USD/BOB mid 10.35',
    '2026-08-31 1 USD/KRW mid 1367.46',
  ])('states %s', async (line) => expect(await readRecordedLines(ust, FILE)).toContain(line));
});

const [{ url, body }] = fixtures;

describe('UST', () => {
  const history = new History(
    ust,
    archive('UST', [
      '2026-03-31 USD/ILS 3.165',
      '2026-03-31 USD/EUR 0.87',
      '2026-05-29 USD/ILS 2.807',
      '2026-06-30 USD/EUR 0.877',
    ]),
  );

  it.each([
    ['2026-03-31', '2026-06-29', ['EUR 0.87', 'ILS 3.165']],
    ['2026-05-29', '2026-06-29', ['EUR 0.87', 'ILS 2.807']],
    ['2026-06-30', '2026-09-29', ['EUR 0.877']],
  ])('states on %s, until %s, %j: an amendment leaves the rest of the quarter in force', (date, until, rates) => {
    const day = parseIsoDate(date);
    expect([...history.fixing(day).quotations].map(([code, { mid }]) => `${code} ${mid}`).sort()).toEqual(rates);
    expect(history.period(day)).toEqual({ date, until });
  });

  it('contributes to no average and testifies about nobody, because its figures are kept for a quarter', () => {
    expect([exclusionOf(ust), isComparable(ust, {}), isComparable(ust, { monthly: true })]).toEqual([
      'quarterly',
      false,
      false,
    ]);
  });

  it('gives the name of a new currency in place of a code, which collect reports', () =>
    expect(observedLines(ust, url, body.replace('Israel-Shekel', 'Atlantis-Crown'))[0]).toBe(
      '2026-03-31 1 USD/Atlantis-Crown mid 3.165',
    ));

  it.each([
    ['a page of several', body.replace('"total-count":7', '"total-count":10007'), 'not all records'],
    ['a renamed figure', body.replaceAll('exchange_rate', 'rate'), 'exchange_rate'],
    ['another form of day', body.replaceAll('2026-05-29', '05/29/2026'), 'not a day'],
    ['a truncated document', body.slice(0, -90), 'end'],
  ])('refuses %s', (_, changed, fault) => expect(() => observedLines(ust, url, changed)).toThrow(fault));

  it.each([
    ['Afghanistan-Afghani', '2002-12-31', null],
    ['Afghanistan-Afghani', '2003-01-01', 'AFN'],
    ['Austria-Schilling', '2002-02-28', 'ATS'],
    ['Austria-Schilling', '2002-03-01', null],
    ['Azerbaijan-Second Manat', '2005-12-31', 'AZM'],
    ['Azerbaijan-Second Manat', '2006-01-01', null],
    ['Belarus-Ruble', '2016-06-30', 'BYR'],
    ['Belarus-Ruble', '2016-07-01', null],
    ['Bulgaria-Lev New', '2025-12-31', 'BGN'],
    ['Bulgaria-Lev New', '2026-01-01', null],
    ['Ghana-Second Cedi', '2015-01-01', null],
    ['Romania-Third Leu', '2005-07-01', null],
    ['Sao Tome & Principe-Dobras', '2017-12-31', 'STD'],
    ['Sao Tome & Principe-Dobras', '2018-01-01', null],
    ['Sudan-Dinar', '2007-06-30', null],
    ['Sudan-Dinar', '2007-07-01', 'SDG'],
    ['Suriname-Guilder', '2004-06-30', null],
    ['Suriname-Guilder', '2004-07-01', 'SRD'],
    ['Turkey-Lira', '2004-12-31', 'TRL'],
    ['Turkey-Lira', '2005-01-01', null],
    ['Turkmenistan-Manat', '2008-12-31', 'TMM'],
    ['Turkmenistan-Manat', '2009-01-01', null],
    ['Venezuela-Soberano', '2007-12-31', null],
    ['Venezuela-Soberano', '2008-01-01', 'VEF'],
    ['Zambia-Kwacha', '2012-12-31', 'ZMK'],
    ['Zambia-Kwacha', '2013-01-01', null],
    ['Zimbabwe-Rtgs', '2019-02-21', null],
    ['Zimbabwe-Rtgs', '2019-02-22', 'ZWL'],
  ])('reads %s on %s as %s', (name, day, code) => {
    const renamed = body
      .replace('Israel-Shekel', name)
      .replace('"effective_date":"2026-03-31"', `"effective_date":"${day}"`);
    const first = code === null ? '2026-05-29 1 USD/ILS mid 2.807' : `${day} 1 USD/${code} mid 3.165`;
    expect(observedLines(ust, url, renamed)[0]).toBe(first);
  });

  it('asks for half a year each night, and for a span from four months before it on', () => {
    const day = parseIsoDate('2026-09-10');
    const filterOf = (requests: readonly FeedRequest[] = []) =>
      new URL(requests[0]?.url ?? '').searchParams.get('filter');
    expect(filterOf(ust.feeds[0]?.latest(day, {}))).toBe('record_date:gte:2026-02-22');
    expect(filterOf(ust.feeds[0]?.between?.({ from: day, to: day }, {}))).toBe(
      'record_date:gte:2026-05-09,record_date:lte:2026-09-10',
    );
    const whole = ust.feeds[0]?.between?.({ from: parseIsoDate('2001-03-31'), to: day }, {}) ?? [];
    expect(whole.map((request) => filterOf([request]))).toEqual([
      'record_date:gte:2000-11-27,record_date:lte:2011-04-07',
      'record_date:gte:2010-12-05,record_date:lte:2021-04-14',
      'record_date:gte:2020-12-12,record_date:lte:2026-09-10',
    ]);
  });
});

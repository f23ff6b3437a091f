import { describe, expect, it } from 'vitest';
import type { FeedRequest } from '../../generator/feeds/provider.ts';
import { canTestify } from '../../generator/feeds/testimony.ts';
import { ust } from '../../generator/providers/ust.ts';
import { exclusionOf } from '../../generator/rates/global.ts';
import { History } from '../../generator/rates/history.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
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
    expect([exclusionOf(ust), canTestify(ust, {}), canTestify(ust, { monthly: true })]).toEqual([
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

  it('asks for half a year each night, and for a span from a quarter before it on', () => {
    const day = parseIsoDate('2026-09-10');
    const filterOf = (requests: readonly FeedRequest[] = []) =>
      new URL(requests[0]?.url ?? '').searchParams.get('filter');
    expect(filterOf(ust.feeds[0]?.latest(day, {}))).toBe('record_date:gte:2026-02-22');
    expect(filterOf(ust.feeds[0]?.between?.({ from: day, to: day }, {}))).toBe(
      'record_date:gte:2026-06-10,record_date:lte:2026-09-10',
    );
  });
});

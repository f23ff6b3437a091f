import { describe, expect, it } from 'vitest';
import { nbe } from '../../generator/sources/providers/nbe.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/nbe.ts';

describe.skipIf(!recordingsAreThere('NBE, as recorded'))('NBE, as recorded', () => {
  it.each(['2026-05-18', '2026-05-19', '2026-05-20'])('has 19 currencies on %s', async (day) =>
    expect(countsOf(await readRecordedLines(nbe, `rates-${day}.json`))).toEqual([`${day}: 19`]),
  );

  it.each([
    ['rates-2026-05-18.json', '2026-05-18 1 JPY/ETB mid 0.9965 bid 0.9915 ask 1.0014'],
    ['rates-2026-05-18.json', '2026-05-18 1 USD/ETB mid 157.227 bid 157.227 ask 158.7993'],
    ['rates-2026-05-18.json', '2026-05-18 1 XDR/ETB mid 216.8414 bid 215.7626 ask 217.9202'],
    ['rates-2026-05-19.json', '2026-05-19 1 ZAR/ETB mid 9.4679 bid 9.4208 ask 9.515'],
    ['rates-2026-05-20.json', '2026-05-20 1 DJF/ETB mid 0.8959 bid 0.8826 ask 0.9091'],
    ['rates-2026-05-20.json', '2026-05-20 1 GBP/ETB mid 212.1141 bid 211.0588 ask 213.1694'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(nbe, file)).toContain(line));
});

const [{ url: URL, body }] = fixtures;

describe('NBE', () => {
  it('reads no figure from a day without a list', () => {
    expect(observedLines(nbe, URL, '{"success":true,"message":"OK","status":200,"data":[]}')).toEqual([]);
  });

  it.each([
    ['a truncated document', body.slice(0, -2), 'reached end of input'],
    ['an answer that reports no success', body.replace('true', 'false'), '"success"'],
    ['an average under another name', body.replace('weighted_average', 'average'), '"weighted_average"'],
    ['a currency without its code', body.replace('"code"', '"iso"'), '"code"'],
  ])('refuses %s', (_, changed, message) => expect(() => observedLines(nbe, URL, changed)).toThrow(message));

  it('asks for a span by date, and not for weekends', () => {
    const span = { from: parseIsoDate('2026-05-15'), to: parseIsoDate('2026-05-18') };
    expect(nbe.feeds[0]?.between?.(span, {})).toEqual([
      { method: 'GET', url: 'https://api.nbe.gov.et/api/filter-exchange-rates?date=2026-05-15', mayBeAbsent: true },
      { method: 'GET', url: 'https://api.nbe.gov.et/api/filter-exchange-rates?date=2026-05-18', mayBeAbsent: true },
    ]);
  });
});

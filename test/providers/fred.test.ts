import { describe, expect, it } from 'vitest';
import { fred } from '../../generator/sources/providers/fred.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

const SERIES =
  'BZUS CAUS CHUS DNUS HKUS INUS JPUS KOUS MAUS MXUS NOUS SDUS SFUS SIUS SLUS SZUS TAUS THUS USAL USEU USNZ USUK';
const WEEKDAYS = [2, 3, 4, 5, 6, 9, 10, 11, 12, 13].map((day) => `2026-03-${`${day}`.padStart(2, '0')}: 1`);

describe.skipIf(!recordingsAreThere('FRED, as recorded'))('FRED, as recorded', () => {
  it.each(SERIES.split(' '))('has one figure of DEX%s on each weekday from 2 to 13 March 2026', async (name) => {
    expect(countsOf(await readRecordedLines(fred, `DEX${name}.json`))).toEqual(WEEKDAYS);
  });

  it.each([
    ['DEXUSEU.json', '2026-03-02 1 EUR/USD mid 1.169'],
    ['DEXUSEU.json', '2026-03-13 1 EUR/USD mid 1.1444'],
    ['DEXUSUK.json', '2026-03-13 1 GBP/USD mid 1.324'],
    ['DEXUSNZ.json', '2026-03-02 1 NZD/USD mid 0.593'],
    ['DEXUSAL.json', '2026-03-13 1 AUD/USD mid 0.7004'],
    ['DEXJPUS.json', '2026-03-02 1 USD/JPY mid 157.48'],
    ['DEXKOUS.json', '2026-03-13 1 USD/KRW mid 1498.88'],
    ['DEXBZUS.json', '2026-03-02 1 USD/BRL mid 5.1901'],
    ['DEXSLUS.json', '2026-03-13 1 USD/LKR mid 310.97'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(fred, file)).toContain(line));
});

const URL_OF = 'https://api.stlouisfed.org/fred/series/observations?file_type=json&series_id=';
const document = (count: number, units = 'lin', field = 'value') =>
  `{"units":"${units}","file_type":"json","count":${count},"offset":0,"limit":100000,"observations":[` +
  `{"date":"2026-05-22","${field}":"159.02"},{"date":"2026-05-25","${field}":"."}]}`;

describe('FRED', () => {
  it.each([
    ['DEXJPUS', '2026-05-22 1 USD/JPY mid 159.02'],
    ['DEXUSEU', '2026-05-22 1 EUR/USD mid 159.02'],
    ['DEXBZUS', '2026-05-22 1 USD/BRL mid 159.02'],
    ['DEXCAUS', '2026-05-22 1 USD/CAD mid 159.02'],
    ['DEXCHUS', '2026-05-22 1 USD/CNY mid 159.02'],
    ['DEXDNUS', '2026-05-22 1 USD/DKK mid 159.02'],
    ['DEXHKUS', '2026-05-22 1 USD/HKD mid 159.02'],
    ['DEXINUS', '2026-05-22 1 USD/INR mid 159.02'],
    ['DEXKOUS', '2026-05-22 1 USD/KRW mid 159.02'],
    ['DEXMAUS', '2026-05-22 1 USD/MYR mid 159.02'],
    ['DEXMXUS', '2026-05-22 1 USD/MXN mid 159.02'],
    ['DEXNOUS', '2026-05-22 1 USD/NOK mid 159.02'],
    ['DEXSDUS', '2026-05-22 1 USD/SEK mid 159.02'],
    ['DEXSFUS', '2026-05-22 1 USD/ZAR mid 159.02'],
    ['DEXSIUS', '2026-05-22 1 USD/SGD mid 159.02'],
    ['DEXSLUS', '2026-05-22 1 USD/LKR mid 159.02'],
    ['DEXSZUS', '2026-05-22 1 USD/CHF mid 159.02'],
    ['DEXTAUS', '2026-05-22 1 USD/TWD mid 159.02'],
    ['DEXTHUS', '2026-05-22 1 USD/THB mid 159.02'],
    ['DEXUSAL', '2026-05-22 1 AUD/USD mid 159.02'],
    ['DEXUSNZ', '2026-05-22 1 NZD/USD mid 159.02'],
    ['DEXUSUK', '2026-05-22 1 GBP/USD mid 159.02'],
  ])('reads the currency and the direction of %s from the address, and leaves out a holiday', (name, line) => {
    expect(observedLines(fred, `${URL_OF}${name}`, document(2))).toEqual([line]);
  });

  it.each([
    ['an unknown series', 'DEXVZUS', document(2), 'DEXVZUS'],
    ['percent changes', 'DEXJPUS', document(2, 'pch'), 'lin'],
    ['a page of a longer list', 'DEXJPUS', document(3), 'count does not match'],
    ['a renamed field', 'DEXJPUS', document(2, 'lin', 'amount'), 'value'],
    ['a truncated document', 'DEXJPUS', document(2).slice(0, 150), 'End of string'],
    ['an answer that states an error', 'DEXJPUS', '{"error_code":400,"error_message":"Bad Request."}', 'observations'],
  ])('refuses %s', (_, name, body, fault) =>
    expect(() => observedLines(fred, `${URL_OF}${name}`, body)).toThrow(fault),
  );

  it('requests a span once per series, with the key', () => {
    const span = { from: parseIsoDate('1999-01-01'), to: parseIsoDate('2026-03-13') };
    const requests = fred.feeds[0]?.between?.(span, { FRED_API_KEY: 'k/1' });
    expect(requests).toHaveLength(22);
    expect(requests?.[4]).toEqual({
      method: 'GET',
      url:
        'https://api.stlouisfed.org/fred/series/observations?file_type=json' +
        '&observation_start=1999-01-01&observation_end=2026-03-13&series_id=DEXBZUS&api_key=k%2F1',
      mayBeAbsent: true,
    });
  });

  it('requests three weeks, because a week is published on the Monday after it', () => {
    const [newest] = fred.feeds[0]?.latest(parseIsoDate('2026-03-19'), {}) ?? [];
    expect(newest?.url).toContain('observation_start=2026-02-26&series_id=DEXUSAL');
  });
});

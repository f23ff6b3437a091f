import { describe, expect, it } from 'vitest';
import { nbg } from '../../generator/providers/nbg.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

describe.skipIf(!recordingsAreThere('NBG, as recorded'))('NBG, as recorded', () => {
  it.each([
    ['currencies-2026-03-02.json', ['2026-02-28: 42']],
    ['currencies-2026-03-03.json', ['2026-03-03: 42']],
    ['currencies-2026-03-04.json', ['2026-03-03: 42']],
  ])('%s, named after the day asked for, states %j', async (file, counts) =>
    expect(countsOf(await readRecordedLines(nbg, file))).toEqual(counts),
  );

  it.each([
    ['currencies-2026-03-02.json', '2026-02-28 1 USD/GEL mid 2.6759'],
    ['currencies-2026-03-02.json', '2026-02-28 1000 AMD/GEL mid 7.0960'],
    ['currencies-2026-03-02.json', '2026-02-28 10000 IRR/GEL mid 0.0204'],
    ['currencies-2026-03-03.json', '2026-03-03 10 AED/GEL mid 7.3291'],
    ['currencies-2026-03-03.json', '2026-03-03 100 JPY/GEL mid 1.7162'],
    ['currencies-2026-03-04.json', '2026-03-03 10 ZAR/GEL mid 1.6764'],
  ])('%s: %s', async (file, line) => expect(await readRecordedLines(nbg, file)).toContain(line));
});

const URL = 'https://nbg.gov.ge/gw/api/ct/monetarypolicy/currencies/?date=2026-03-02';
const SATURDAY = '2026-02-28T00:00:00.000Z';
const row = (code: string, quantity: number, rate: string, validFrom = SATURDAY) =>
  `{"code":"${code}","quantity":${quantity},"rateFormated":"${rate}","rate":${rate},"date":"2026-02-27T17:01:00.093Z","validFromDate":"${validFrom}"}`;
const list = (...rows: string[]) => `[{"date":"${SATURDAY}","currencies":[${rows}]}]`;
const amd = row('AMD', 1000, '7.0960');

describe('NBG', () => {
  it("dates a list by its validity, not by the request, and keeps the figure's last zero", () =>
    expect(observedLines(nbg, URL, list(amd))).toEqual(['2026-02-28 1000 AMD/GEL mid 7.0960']));

  it('states nothing where there is no list', () => expect(observedLines(nbg, URL, '[]')).toEqual([]));

  it.each([
    ['a truncated document', list(amd).slice(0, -3)],
    ['another name of the unit', list(amd.replace('quantity', 'amount'))],
    ['another name of the figure', list(amd.replace('"rate":', '"value":'))],
    ['a day with an hour', list(amd).replaceAll('T00:00:00.000Z', 'T20:00:00.000Z')],
    ['a currency of another day than the list', list(amd, row('USD', 1, '2.6759', '2026-02-27T00:00:00.000Z'))],
  ])('refuses %s', (_, body) => expect(() => observedLines(nbg, URL, body)).toThrow());

  it.each([
    ['between', ['2026-02-28', '2026-03-03']],
    ['latest', ['2026-02-24', '2026-02-25', '2026-02-26', '2026-02-27', '2026-02-28', '2026-03-03']],
  ] as const)('asks by date (%s), and not for Sundays and Mondays', (which, days) => {
    const [from, to] = [parseIsoDate('2026-02-28'), parseIsoDate('2026-03-03')];
    const [feed] = nbg.feeds;
    const requests =
      which === 'between' ? feed?.between?.({ from, to }, {}) : feed?.latest(parseIsoDate('2026-03-02'), {});
    expect(requests?.map(({ url }) => url.split('?date=')[1])).toEqual(days);
  });
});

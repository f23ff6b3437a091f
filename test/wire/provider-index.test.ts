/** Which fixing is valid on a day, and in which currency it is stated. */
import { describe, expect, it } from 'vitest';
import {
  fixingFor,
  fixingOnOrBefore,
  indexText,
  type ProviderIndex,
  providerIndex,
  referenceOn,
} from '../../generator/wire/answers/provider-index.ts';
import { addDays, parseIsoDate } from '../../generator/wire/words/calendar.ts';

const day = parseIsoDate;

const DAILY = providerIndex.parse({
  provider: 'HNB',
  latest: '2026-03-03',
  references: [
    { from: '1994-05-30', currency: 'HRK' },
    { from: '2023-01-01', currency: 'EUR' },
  ],
  fixings: ['2026-02-27', '2026-03-02', '2026-03-03', '2026-03-05'],
});

/** Fixings valid for a month, like those of HMRC, and for a long weekend, like those of BANREP. */
const PERIODS = providerIndex.parse({
  provider: 'HMRC',
  latest: '2021-06-01',
  references: [{ from: '2018-01-01', currency: 'GBP' }],
  fixings: ['2021-03-01/2021-03-31', '2021-05-01/2021-05-31', '2021-06-01/2021-06-30'],
});

describe('bisection finds the same as a search through all fixings', () => {
  it.each([0, 1, 2, 3, 10, 33])('among %i fixings, every third day', (count) => {
    const start = day('2026-01-01');
    const fixings = Array.from({ length: count }, (_, index) => {
      const date = addDays(start, index * 3);
      return { date, until: addDays(date, index % 2) };
    });
    const index: ProviderIndex = { ...DAILY, fixings };
    for (let offset = -2; offset < count * 3 + 3; offset++) {
      const date = addDays(start, offset);
      expect(fixingOnOrBefore(index, date)).toBe(fixings.findLast((period) => period.date <= date)?.date ?? null);
      const counting = fixings.find((period) => period.date <= date && date <= period.until)?.date ?? null;
      expect(fixingFor(index, date)).toBe(counting);
    }
  });
});

describe('the reference currency', () => {
  it.each([
    ['2022-12-31', 'HRK'],
    ['2023-01-01', 'EUR'],
    ['2026-03-02', 'EUR'],
    ['1994-05-30', 'HRK'],
    ['1990-01-01', 'HRK'],
  ])('of HNB on %s is %s', (date, currency) => {
    expect(referenceOn(DAILY.references, day(date))).toBe(currency);
  });

  it('is never missing', () => {
    expect(() => referenceOn([], day('2026-03-02'))).toThrow(TypeError);
  });
});

describe('the file', () => {
  it.each([
    ['days', DAILY],
    ['periods', PERIODS],
    ['a provider all of whose fixings are dated ahead', { ...DAILY, latest: null }],
  ])('reads back: %s', (_, index) => {
    expect(providerIndex.parse(JSON.parse(indexText(index)))).toEqual(index);
  });

  it('writes a period with a slash, and ends in a line feed', () => {
    expect(indexText(PERIODS)).toBe(
      '{"provider":"HMRC","latest":"2021-06-01","references":[{"from":"2018-01-01","currency":"GBP"}],' +
        '"fixings":["2021-03-01/2021-03-31","2021-05-01/2021-05-31","2021-06-01/2021-06-30"]}\n',
    );
    expect(indexText(DAILY)).toContain('"fixings":["2026-02-27","2026-03-02",');
  });

  it.each([
    ['no fixing', { fixings: [] }],
    ['no reference', { references: [] }],
    ['a date of another shape', { fixings: ['2.3.2026'] }],
    ['an open period', { fixings: ['2026-03-02/'] }],
    ['no provider', { provider: '' }],
    ['a latest that is not a date', { latest: 'today' }],
  ])('is refused with %s', (_, change) => {
    const written: object = JSON.parse(indexText(DAILY));
    expect(providerIndex.safeParse({ ...written, ...change }).success).toBe(false);
  });
});

/** The list of currencies: complete by ISO 4217 and CLDR, and a slip in it is refused with line and remedy. */
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readDataFile } from '../../generator/kit/package.ts';
import { codesOf, readCurrencies, toCurrencies } from '../../generator/sources/facts/currencies.ts';
import { addDays, daysBetween, parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { currency, currencyCode } from '../../generator/wire/words/schemas.ts';
import { readRecording, recordingsAreThere } from '../support/banks/recordings.ts';
import { readEnded } from '../support/kit/ended.ts';
import { inputError } from '../support/kit/errors.ts';

const facts = readCurrencies();
const HEADER = 'code,name,numericCode,minorUnits,withdrawn\n';

describe('the list', () => {
  it('is sorted by code and has each code once', () => {
    const codes = facts.map(({ code }) => code);
    expect(codes).toEqual([...new Set(codes)].sort());
    expect(codesOf(facts)).toEqual(new Set(codes));
  });

  it.each(['EUR', 'USD', 'XAU', 'XAG', 'XPT', 'XPD', 'XDR', 'XCG', 'ZWG', 'DEM', 'BGN', 'XAD'])('has %s', (code) => {
    expect(facts.map((row): string => row.code)).toContain(code);
  });

  it.each(['XTS', 'XXX', 'CNH', 'XFO', 'XFU', 'XRE', 'GGP', 'JEP', 'IMP', 'BTC'])('has no %s', (code) => {
    expect(facts.map((row): string => row.code)).not.toContain(code);
  });

  it('gives each currency in use its own number', () => {
    const inUse = facts.filter(({ withdrawn }) => withdrawn === null).map(({ numericCode }) => numericCode);
    expect(new Set(inUse).size).toBe(inUse.length);
  });

  it('has no text that a spreadsheet would run as a formula', () => {
    for (const { name } of facts) expect(name).toMatch(/^[^=+\-@\t\r]/);
  });

  it.each([
    ['JPY', '392', 0],
    ['EUR', '978', 2],
    ['BHD', '048', 3],
    ['CLF', '990', 4],
    ['XAU', '959', null],
    ['DEM', '276', null],
  ])('%s is number %s with %s minor units', (code, numericCode, minorUnits) => {
    expect(facts.find((row) => row.code === code)).toMatchObject({ numericCode, minorUnits });
  });
});

describe('on a date', () => {
  it.each([
    ['BGN', '2025-12-31', false],
    ['BGN', '2026-01-01', true],
    ['HRK', '2022-12-31', false],
    ['HRK', '2023-01-01', true],
    ['DEM', '2026-03-02', true],
    ['LTL', '2014-12-31', false],
    ['LTL', '2015-01-01', true],
    ['ROL', '2005-06-30', false],
    ['ROL', '2005-07-01', true],
    ['EUR', '2026-03-02', false],
  ])('%s of %s is obsolete: %s', (code, date, obsolete) => {
    expect(toCurrencies(facts, parseIsoDate(date)).find((item) => item.code === code)?.obsolete).toBe(obsolete);
  });

  it('each item has the form of a currency on the wire', () => {
    const items = toCurrencies(facts, parseIsoDate('2026-03-02'));
    expect(z.array(currency.strict()).parse(items)).toEqual(items);
    expect(items).toHaveLength(facts.length);
  });
});

describe('a slip is refused with line, column and remedy', () => {
  it.each([
    ['eur,Euro,978,2,\n', /list\.csv:2: code "eur" is not three capital letters/],
    ['EUR,,978,2,\n', /:2: name "" is empty/],
    ['EUR,=Euro,978,2,\n', /:2: name "=Euro" begins/],
    ['EUR,Euro ,978,2,\n', /:2: name "Euro " begins or ends with a blank/],
    ['EUR,Euro,78,2,\n', /:2: numericCode "78" is not three digits/],
    ['EUR,Euro,978,two,\n', /:2: minorUnits "two" is not one of 0 to 4/],
    ['EUR,Euro,978,2,2026-02-30\n', /:2: withdrawn "2026-02-30" is not a day: write YYYY-MM-DD/],
    ['EUR,Euro,978,2,\nEUR,Euro,978,2,\n', /:3: code "EUR" after "EUR": sort by code, each code once/],
    ['USD,US Dollar,840,2,\nEUR,Euro,978,2,\n', /:3: code "EUR" after "USD"/],
    ['EUR,Euro,978\n', /:2: 3 cells, where the header has 5/],
  ])('%j', (rows, message) => {
    expect(() => readCurrencies({ text: HEADER + rows, file: 'list.csv' })).toThrow(inputError(message));
  });

  it('such as another header', () => {
    expect(() => readCurrencies({ text: 'code,name\nEUR,Euro\n', file: 'list.csv' })).toThrow(
      inputError(/list\.csv:1: the header must be code,name/),
    );
  });

  it('such as a missing file', () => {
    expect(() => readDataFile('list.csv')).toThrow(inputError(/data.list\.csv cannot be read: restore it/));
  });

  it('such as an empty file', () => {
    expect(() => readCurrencies({ text: '', file: 'list.csv' })).toThrow(inputError(/list\.csv:1: the header must be/));
  });
});

describe.skipIf(!recordingsAreThere('currencies against ISO 4217 and CLDR'))('by ISO 4217 and CLDR', () => {
  const numbered = () =>
    z
      .array(
        z.object({
          code: z.string(),
          isoName: z.string(),
          cldrName: z.string(),
          numericCode: z.string(),
          minorUnits: z.string(),
          obsolete: z.enum(['true', 'false']),
          withdrawn: z.string(),
        }),
      )
      .parse(parse(readRecording('reference/currencies.csv'), { columns: true, bom: true }))
      .filter(({ code, numericCode }) => numericCode !== '' && code !== 'XTS' && code !== 'XXX');

  it('the list has every code with a number, with its number, name and minor units, and no other code', () => {
    const expected = numbered().map(({ code, isoName, cldrName, numericCode, minorUnits }) => [
      code,
      (cldrName || isoName).trim(),
      numericCode,
      minorUnits,
    ]);
    const ours = facts.map(({ code, name, numericCode, minorUnits }) => [
      code,
      name,
      numericCode,
      minorUnits === null ? '' : String(minorUnits),
    ]);
    expect(ours).toEqual(expected.sort(([left = ''], [right = '']) => (left < right ? -1 : 1)));
  });

  it('a historic currency is withdrawn from the (last) month in ISO 4217 or the day in data/ended.csv', () => {
    const days = new Map(readEnded().map(({ currency, lastDay }) => [currency, addDays(lastDay, 1)]));
    for (const { code, obsolete, withdrawn } of numbered()) {
      const ours = facts.find((row) => row.code === code)?.withdrawn ?? '';
      expect([code, ours === '']).toEqual([code, obsolete === 'false']);
      // "1990-07 to 1990-09", "1989 to 1990", and once "1989-1990".
      const last =
        withdrawn
          .split(' to ')
          .at(-1)
          ?.replace(/^\d{4}-(\d{4})$/, '$1') ?? '';
      expect([code, ours]).toEqual([
        code,
        days.get(currencyCode.parse(code)) ?? (last === '' ? '' : `${last}-01-01`.slice(0, 10)),
      ]);
      // A day within a year of the month is neither a mistyped digit nor another currency's day.
      if (days.has(currencyCode.parse(code)))
        expect(Math.abs(daysBetween(parseIsoDate(ours), parseIsoDate(`${last}-01`)))).toBeLessThan(366);
    }
  });
});

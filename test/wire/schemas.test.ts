/** Which codes, days, items and bodies the schemas accept; and every refusal of the contract, with its status. */
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { encode } from '../../generator/wire/encode/encode.ts';
import { PROBLEMS } from '../../generator/wire/words/problems.ts';
import {
  conversion,
  currency,
  currencyCode,
  exchangeRates,
  extendedExchangeRates,
  extendedPeriods,
  extendedSeries,
  isoDate,
  periods,
  problem,
  provider,
  providerCode,
  publishedExchangeRates,
  publishedSeries,
  rule,
  series,
} from '../../generator/wire/words/schemas.ts';
import { DOCUMENTS } from '../support/banks/documents.ts';

describe('codes and days', () => {
  it.each([
    ['a currency', currencyCode, ['EUR', 'XAU', 'ZWG'], ['eur', 'EU', 'EURO', 'E1R', ' EUR', 'EUR\n', '', 978]],
    [
      'a provider',
      providerCode,
      ['GLOBAL', 'ECB', 'NB'],
      ['ecb', 'E', 'EC B', '../ECB', 'ECB/', 'E'.repeat(13), '', null],
    ],
    ['a day', isoDate, ['2026-03-02'], ['2026-3-2', '2026-03-02T00:00', '', 20260302]],
  ] as const)('%s', (_, schema: z.ZodType, good, bad) => {
    for (const value of good) expect(schema.safeParse(value).success, String(value)).toBe(true);
    for (const value of bad) expect(schema.safeParse(value).success, String(value)).toBe(false);
  });
});

describe('items of the lists', () => {
  const euro = { code: 'EUR', name: 'Euro', numericCode: '978', obsolete: false };
  const bank = {
    code: 'ECB',
    description: 'European Central Bank',
    country: 'EUROPEAN UNION',
    referenceCurrency: 'EUR',
    timeSeries: true,
    monthly: false,
    countryCode: 'EU',
    bidAsk: false,
    obsolete: false,
  };

  it('all fields are required', () => {
    for (const [schema, item] of [
      [currency, euro],
      [provider, bank],
    ] as const) {
      expect(schema.safeParse(item).success).toBe(true);
      for (const field of Object.keys(item)) {
        expect(schema.safeParse({ ...item, [field]: undefined }).success, `without ${field}`).toBe(false);
      }
    }
  });

  it.each([
    ['a numeric code as a number', currency, { ...euro, numericCode: 978 }],
    ['a numeric code without its zeros', currency, { ...euro, numericCode: '20' }],
    ['a boolean as text', currency, { ...euro, obsolete: 'false' }],
    ['no name', currency, { ...euro, name: '' }],
    ['a country code of three letters', provider, { ...bank, countryCode: 'EUR' }],
    ['no country', provider, { ...bank, country: '' }],
  ])('refused: %s', (_, schema, item) => {
    expect(schema.safeParse(item).success).toBe(false);
  });

  it('the aggregate has no country code', () => {
    expect(provider.safeParse({ ...bank, code: 'GLOBAL', country: 'GLOBAL', countryCode: '' }).success).toBe(true);
  });
});

describe('every JSON body matches its schema and has no other members', () => {
  const SCHEMAS = {
    currencies: currency.strict().array(),
    providers: provider.strict().array(),
    rules: rule.strict().array(),
    rates: exchangeRates.strict(),
    extended: extendedExchangeRates.strict(),
    series: series.strict(),
    published: publishedExchangeRates.strict(),
    publishedSeries: publishedSeries.strict(),
    extendedSeries: extendedSeries.strict(),
    periods: periods.strict(),
    extendedPeriods: extendedPeriods.strict(),
    conversion: conversion.strict(),
    publishedConversion: conversion.strict(),
    problem: problem.strict(),
  };

  it.each(DOCUMENTS)('%s', (_, document) => {
    const body: unknown = JSON.parse(encode(document, { format: 'json', header: false }).toString());
    expect(SCHEMAS[document.kind].safeParse(body).error).toBeUndefined();
  });

  it.each([
    ['a rate as text', exchangeRates, { exchangeRates: { EUR: '1' } }],
    ['a rate below 0', exchangeRates, { exchangeRates: { EUR: -1 } }],
    ['a rate of no currency', exchangeRates, { exchangeRates: { euro: 1 } }],
    ['standard rates for extended ones', extendedExchangeRates, { exchangeRates: { EUR: 1 } }],
    ['a side missing', extendedExchangeRates, { exchangeRates: [{ currency: 'EUR', mid: 1, bid: 1 }] }],
    ['no amount', conversion, { conversions: { EUR: 1 } }],
  ])('refused: %s', (_, schema, body) => {
    expect(schema.safeParse({ provider: 'ECB', date: '2026-03-02', base: 'EUR', ...body }).success).toBe(false);
  });
});

describe('refusals', () => {
  it('have the codes and statuses of the contract', () => {
    const statuses = Object.entries(PROBLEMS).map(([code, { status }]) => `${code} ${status}`);
    const invalid = [
      1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1017, 1018, 1019, 1021, 1022, 1023, 1024, 1025, 1026, 1027,
      1028, 1029,
    ];
    const shape = [1100, 1101, 1102, 1103, 1104, 1105, 1106, 1400];
    const others = [
      '1401 401',
      '1402 401',
      '1403 403',
      '1404 404',
      '1405 405',
      '1414 414',
      '1429 429',
      '1500 500',
      '1503 503',
    ];
    expect(statuses).toEqual([...[...invalid, ...shape].map((code) => `${code} 400`), ...others]);
  });

  it('have a meaning in words', () => {
    for (const { meaning } of Object.values(PROBLEMS)) expect(meaning).toMatch(/^[a-zA-Z][^.]+$/);
  });
});

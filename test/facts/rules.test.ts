/** data/rules.csv: each rule names a provider of ours, a side that it has, a date rule and a law. */
import { describe, expect, it } from 'vitest';
import { readRules } from '../../generator/sources/facts/rules.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { inputError } from '../support/kit/errors.ts';

const rules = readRules();
const HEADER = 'code,country,purpose,provider,side,dateRule,since,rounding,currencies,source\n';
const GOOD = 'PL-VAT,PL,VAT,NBP,mid,before,,,,Ustawa';

/** Its list is the law's own rate, whether or not an adapter reads it. */
const CUSTOMS_OF_JAPAN = 'JPC';

describe.each(rules.map((rule) => [rule.code, rule] as const))('%s', (code, rule) => {
  const provider = PROVIDERS.find((one) => one.code === rule.provider);

  it('names a provider that has its side, and begins with its country', () => {
    expect(provider?.obsolete ?? false).toBe(false);
    expect(rule.side === 'mid' || provider?.bidAsk).toBe(true);
    expect(code.startsWith(`${rule.country}-`)).toBe(true);
  });

  it('takes the figure of a month, a quarter or twelve months from an authority that states one, and no other', () => {
    const isOfPeriods = /^(month-figure|period-figure|average-12-months)/.test(rule.dateRule);
    // The customs of Japan state the days of each week in the list itself.
    expect(isOfPeriods).toBe(rule.provider === CUSTOMS_OF_JAPAN || (provider?.validity ?? 'day') !== 'day');
  });

  it('rounds nothing but means, and what the decrees of a ministry round', () => {
    if (rule.dateRule.startsWith('average-') || code === 'AT-VAT') return;
    expect(rule.rounding).toBeNull();
  });

  it('names a law of that country', () => {
    expect(rule.source).toMatch(
      /Act|Law|Code|Directive|Regulation|Código|Codul|Kanunu|USC|Umsatzsteuer|Mehrwert|Ustawa|Testo|Portaria|Reglamento|Rules|HM Revenue|Momsbekendtgørelsen|Mervärdesskattelagen|Order/,
    );
  });
});

it('is about the country of its provider, but for Austria and Germany, which take the ECB', () => {
  const elsewhere = rules.filter(
    (rule) =>
      rule.provider !== CUSTOMS_OF_JAPAN &&
      PROVIDERS.find(({ code }) => code === rule.provider)?.countryCode !== rule.country,
  );
  expect(elsewhere.map(({ code, provider }) => `${code} ${provider}`)).toEqual(['AT-VAT ECB', 'DE-VAT ECB']);
});

describe('a row that cannot be used', () => {
  it.each([
    ['pl-vat', 'code "pl-vat" is not a rule code: write it like PL-VAT', GOOD.replace('PL-VAT', 'pl-vat')],
    ['another date rule', 'dateRule "yesterday" is not a date rule', GOOD.replace('before', 'yesterday')],
    ['a side of its own', 'side "middle"', GOOD.replace('mid', 'middle')],
    ['a rounding in words', 'rounding "cents" is not a rounding', GOOD.replace(',,,,', ',,cents,,')],
    ['no law', 'source "" is empty', GOOD.replace('Ustawa', '')],
    ['a day that is none', 'since "2026-02-30" is not a day', GOOD.replace(',,,,', ',2026-02-30,,,')],
  ])('%s is named with its line', (_, words, row) => {
    expect(() => readRules({ text: `${HEADER}${row}\n`, file: 'rules.csv' })).toThrow(
      inputError(`rules.csv:2: ${words}`),
    );
  });

  it('a code twice, or out of order, is named with its line', () => {
    const twice = () => readRules({ text: `${HEADER}${GOOD}\n${GOOD}\n`, file: 'rules.csv' });
    expect(twice).toThrow(inputError('rules.csv:3: code PL-VAT after PL-VAT: sort by code, each once'));
  });
});

/** What a person types and reads: amounts in any common notation, lists by code or name, figures in a language. */
import { describe, expect, it } from 'vitest';
import { dayScale, figureScale } from '../../generator/site/page/chart/scale.ts';
import { spreadOf } from '../../generator/site/page/chart/spread.ts';
import { readAmount } from '../../generator/site/page/language/amount.ts';
import { currencyWords } from '../../generator/site/page/language/currency-words.ts';
import { dayText, decimalsOf, localText, moneyText, rateText } from '../../generator/site/page/language/locale.ts';
import { searched } from '../../generator/site/page/language/searched.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { readExamples } from '../support/kit/examples.ts';

describe('an amount as people type it', () => {
  it.each(readExamples('site/reading.txt', 'amounts'))(
    '%s, where decimals follow %s, is %s',
    (text, mark, amount, isSaid) => {
      const read = readAmount(text, mark);
      expect([`${read?.amount}`, `${read?.words !== null}`]).toEqual([amount, isSaid]);
    },
  );

  it.each(['ten', '1,23,4.5.6', '1.2,3.4', ',', '', '1,,000'])('%j is no amount', (text) => {
    expect(readAmount(text, '.')).toBeNull();
  });
});

describe('a list that is searched', () => {
  const choices = ['AUD: Australian Dollar', 'CAD: Canadian Dollar', 'EUR: Euro', 'USD: US Dollar'].map((text) => ({
    value: text.slice(0, 3),
    text,
  }));
  const found = (words: string) => searched(choices, words).map(({ value }) => value);

  it.each([
    ['$', 'ARS AUD USD'],
    ['€', 'EUR'],
    ['sterling', 'GBP'],
    ['RMB', 'CNY'],
    ['renminbi', 'CNY'],
    ['germany', 'EUR'],
    ['united states', 'USD'],
    ['kč', 'CZK'],
    ['česká', 'CZK'],
    ['ceska', 'CZK'],
    ['atlantis', ''],
  ])('by %s has the currencies of that symbol, country, nickname or local name: %s', (words, codes) => {
    const all = ['ARS', 'AUD', 'CNY', 'CZK', 'EUR', 'GBP', 'USD', 'XAF', 'XTS'].map((value) => {
      return { value, text: `${value}: a name`, words: () => currencyWords(value) };
    });
    const named = searched(all, words).map(({ value }) => value);
    expect(named.join(' ')).toBe(codes);
  });

  it.each([
    ['usd', ['USD']],
    ['u', ['USD', 'AUD', 'EUR']],
    ['dollar', ['AUD', 'CAD', 'USD']],
    ['canad', ['CAD']],
    ['', ['AUD', 'CAD', 'EUR', 'USD']],
    ['zzz', []],
  ])('by %j has codes first, then names: %j', (words, codes) => expect(found(words)).toEqual(codes));
});

describe('a figure as it is read', () => {
  it.each([
    ['1234567.8', '1,234,567.8'],
    ['-0.5', '−0.5'],
    ['12345678901234567890123.000000000012', '12,345,678,901,234,567,890,123.000000000012'],
    ['–', '–'],
  ])('%s is written %s', (figure, text) => expect(localText(figure)).toBe(text));

  it.each([
    ['1.1528402571', '1.15284'],
    ['435.2815959748', '435.282'],
    ['1234567.89', '1234568'],
    ['0.0000123456789', '0.0000123457'],
    ['0', '0'],
  ])('the rate %s has the digits of %s', (rate, text) => expect(rateText(rate)).toBe(text));

  it.each([
    ['115.284', 'USD', '115.28'],
    ['226479.9', 'JPY', '226480'],
    ['1', 'EUR', '1.00'],
    ['12.3456', 'KWD', '12.346'],
    ['0.00054321', 'USD', '0.0005432'],
    ['-2.005', 'USD', '-2.01'],
  ])('the amount %s %s is %s', (amount, currency, text) => expect(moneyText(amount, currency)).toBe(text));

  it('has the decimals of its currency, and a day that of its calendar', () => {
    expect([decimalsOf('USD'), decimalsOf('JPY'), decimalsOf('KWD'), decimalsOf('no code')]).toEqual([2, 0, 3, 2]);
    expect([dayText('2026-03-18'), dayText('2026-03'), dayText('none')]).toEqual(['Mar 18, 2026', 'Mar 2026', 'none']);
  });

  it('has a spread in units and in percent of the middle', () => {
    expect(spreadOf('0.2391', '0.2415')).toEqual({ units: '0.0024', percent: '1' });
  });
});

describe('the axes of a chart', () => {
  it('write all figures with as many decimals', () => {
    const { ticks } = figureScale([1.03, 1.21], 300, 0, 6);
    expect(ticks.map(({ text }) => text)).toEqual(['1.05', '1.10', '1.15', '1.20']);
  });

  it.each([
    ['2025-03-03', '2026-03-18', 'Apr May Jun Jul Aug Sep Oct Nov Dec 2026 Feb Mar'],
    ['2016-01-04', '2026-03-20', '2017 2018 2019 2020 2021 2022 2023 2024 2025 2026'],
    ['2026-02-20', '2026-03-20', 'Feb 23,Mar 2,Mar 9,Mar 16'],
    ['2026-03-06', '2026-03-12', 'Mar 6,Mar 9,Mar 10,Mar 11,Mar 12'],
    ['2026-03-02', '2026-03-02', 'Mar 2'],
  ])('from %s to %s name working days, Mondays, months or years: %s', (first, last, texts) => {
    const { ticks } = dayScale(parseIsoDate(first), parseIsoDate(last), 0, 900);
    expect(ticks.map(({ text }) => text)).toEqual(texts.split(texts.includes(',') || ticks.length === 1 ? ',' : ' '));
    const gaps = ticks.slice(1).map(({ at }, place) => at - (ticks[place]?.at ?? 0));
    expect(gaps.filter((gap) => gap < 60)).toEqual([]);
  });
});

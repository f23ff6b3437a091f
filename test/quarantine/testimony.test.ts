/** What another provider's figure says about a figure in doubt. */
import { describe, expect, it } from 'vitest';
import { isBorneOut } from '../../generator/rates/quarantine/steps.ts';
import {
  bridgedCross,
  contradictionsOf,
  crossOf,
  daysAbout,
  isAlone,
  type Quotes,
  witnessRates,
} from '../../generator/rates/quarantine/witness-rates.ts';
import { Ratio } from '../../generator/wire/exact/decimal.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';

const date = parseIsoDate('2026-03-13');
const step = (from: string, to: string) => ({
  from: { date, value: Ratio.parse(from) },
  to: { date, value: Ratio.parse(to) },
});
const quotes = (reference: string, units: Readonly<Record<string, string>>): Quotes => ({
  reference,
  unitsOf: (currency) => {
    const own = currency === reference ? '1' : units[currency];
    return own === undefined ? null : Ratio.parse(own);
  },
});

it('others are asked from the day before to three days after', () => {
  expect(daysAbout(date)).toEqual(['2026-03-12', '2026-03-13', '2026-03-14', '2026-03-15', '2026-03-16']);
});

describe('a step', () => {
  it.each([
    ['1', '1.5', '1.5', true],
    ['1', '1.5', '1.575', true],
    ['1', '1.5', '1.5751', false],
    ['1', '1.5', '1.4285', false],
    // Of a small step the old figure is within 5 % too, so a figure must be nearer than half the way.
    ['1', '1.04', '1.02', true],
    ['1', '1.04', '1.019', false],
    ['1', '1.04', '1', false],
    ['1.04', '1', '1.02', true],
    ['1.04', '1', '1.021', false],
  ])('from %s to %s is confirmed by %s: %s', (from, to, rate, confirmed) => {
    const witness = { provider: 'BOE', rate: Ratio.parse(rate), couldKnow: true, isThroughDoubt: false };
    expect(isAlone(step(from, to), [witness])).toBe(!confirmed);
  });

  it.each([
    ['1', '1.2', '1.3', true],
    ['1', '1.2', '1.5', true],
    ['1', '1.2', '1.1', true],
    ['1', '1.2', '1.09', false],
    // Of a small step the old figure is within a tenth, too; a spike returns for most of the way.
    ['1', '1.08', '1.021', true],
    ['1', '1.08', '1.02', false],
    ['1.08', '1', '1.059', true],
    ['1.08', '1', '1.06', false],
    ['1', '1.08', '0.99', false],
    ['1', '2', '2', true],
    ['1', '2.1', '2.1', false],
    ['2.1', '1', '1', false],
  ])('from %s to %s is borne out by a next figure of %s: %s', (from, to, next, borneOut) => {
    expect(isBorneOut(step(from, to), Ratio.parse(next))).toBe(borneOut);
  });
});

describe('a provider that does not quote the reference currency of another', () => {
  const own = quotes('CZK', { USD: '0.05', EUR: '0.04', HUF: '17' });
  const theirs = quotes('GBP', { USD: '1.25', EUR: '1', HUF: '425' });
  const none = quotes('CZK', {});

  it('has no cross of the pair', () => expect(crossOf(theirs, 'CZK', 'HUF')).toBeNull());

  it('is compared through dollars, but for dollars through euros', () => {
    expect(`${bridgedCross(own, theirs, 'CZK', 'HUF')}`).toBe('17');
    expect(`${bridgedCross(own, theirs, 'CZK', 'USD')}`).toBe('0.05');
    expect(bridgedCross(quotes('CZK', { USD: '0.05' }), theirs, 'CZK', 'USD')).toBeNull();
  });

  const said = (standing: Quotes, provider: string) =>
    witnessRates({ provider, couldKnow: true }, theirs, { standing, any: own }, 'CZK', 'HUF');

  it.each([
    ['two deny', '34', [...said(own, 'BOE'), ...said(own, 'RB')], 2],
    ['one denies, twice', '34', [...said(own, 'BOE'), ...said(own, 'BOE')], 0],
    ['two deny, and one confirms', '34', [...said(own, 'BOE'), ...said(own, 'RB'), ...confirming('34', false)], 0],
    ['two deny by figures that do not stand', '34', [...said(none, 'BOE'), ...said(none, 'RB')], 2],
    ['nobody confirms but by a figure that does not stand', '34', [...said(own, 'BOE'), ...confirming('34', true)], 0],
    [
      'two deny, and one confirms by a figure that does not stand',
      '34',
      [...said(own, 'BOE'), ...said(own, 'RB'), ...confirming('34', true)],
      2,
    ],
  ])('contradicts a first figure if %s: %s', (_, value, testimony, against) => {
    expect(contradictionsOf(Ratio.parse(value), testimony)).toHaveLength(against);
  });

  function confirming(rate: string, isThroughDoubt: boolean) {
    return [{ provider: 'SBI', rate: Ratio.parse(rate), couldKnow: true, isThroughDoubt }];
  }
});

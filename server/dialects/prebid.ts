/** Prebid's currency file: the latest rates of GLOBAL per dollar, from which Prebid makes all other crosses. */
import { Decimal } from '../../generator/wire/decimal.ts';
import { type Asked, type Dialect, type Said, toFigures } from './dialect.ts';
import type { Rates } from './rates.ts';

export const prebid: Dialect = {
  name: 'prebid',
  prefix: '/prebid/',
  toQuestion: (path) => (path === 'latest.json' ? { answer: sayFile } : null),
  toRefusal: ({ status, message, code }) => ({ status, text: JSON.stringify({ message, errorCode: code }) }),
};

const BASE = 'USD';

async function sayFile(_asked: Asked, rates: Rates): Promise<Said> {
  const found = await rates.convert({ provider: null, base: BASE, to: null, date: null, amount: Decimal.one });
  const figures = toFigures(found.conversions.map(({ currency, convertedAmount }) => [currency, convertedAmount]));
  const generatedAt = `${rates.catalogue.release.date}T00:00:00.000Z`;
  const head = `"dataAsOf":"${found.date}","generatedAt":"${generatedAt}"`;
  return { text: `{${head},"conversions":{"${found.base}":${figures}}}`, freshness: 'current' };
}

/** Prebid's currency file: the latest rates of GLOBAL per dollar, from which Prebid makes all other crosses. */
import { USD } from '../../generator/wire/words/schemas.ts';
import { readFixing } from './days.ts';
import { type Dialect, type DialectRequest, refuseInOurWords, type Said, toFigures } from './dialect.ts';
import type { Rates } from './rates.ts';

export const prebid: Dialect = {
  name: 'prebid',
  prefix: '/prebid/',
  toQuestion: (path) => (path === 'latest.json' ? { answer: sayFile } : null),
  toRefusal: refuseInOurWords,
};

async function sayFile(_asked: DialectRequest, rates: Rates): Promise<Said> {
  const found = await readFixing(rates, { base: USD, baseName: 'base', quotes: null }, null);
  const generatedAt = new Date(rates.releasedMs).toISOString();
  const head = `"dataAsOf":"${found.date}","generatedAt":"${generatedAt}"`;
  return { text: `{${head},"conversions":{"${USD}":${toFigures(found.crosses)}}}`, freshness: 'current' };
}

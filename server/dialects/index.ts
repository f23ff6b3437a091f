/** The dialects that there are, and the way from a request in one of them to an answer with our headers. */
import type { Answer } from '../request/http/answer.ts';
import { toRefusalWith } from '../request/http/refusal.ts';
import { Representation } from '../request/http/representation.ts';
import type { Problem } from '../request/query/problem.ts';
import { currencyConverter } from './currencyconverterapi.ts';
import { currencylayer } from './currencylayer.ts';
import { type Dialect, type DialectRequest, JSON_TYPE, type Question } from './dialect.ts';
import { ecb } from './ecb.ts';
import { exchangerateApi } from './exchangerate-api.ts';
import { fawazahmed0 } from './fawazahmed0.ts';
import { fixer } from './fixer.ts';
import { floatRates } from './floatrates.ts';
import { frankfurterV1 } from './frankfurter-v1.ts';
import { frankfurterV2 } from './frankfurter-v2.ts';
import { oxr } from './oxr.ts';
import { prebid } from './prebid.ts';
import { Rates } from './rates.ts';
import { sdmx } from './sdmx/sdmx.ts';

/** Its second version is at the root as well, because some clients drop what stands before it. */
const FRANKFURTER: readonly Dialect[] = [
  frankfurterV2,
  ...at(frankfurterV2, '/frankfurter/v2/'),
  ...at(frankfurterV1, '/frankfurter/v1/', '/frankfurter/', '/ratesapi/api/', '/ratesapi/'),
  { ...frankfurterV1, prefix: '/', pattern: /^\/current$/ },
];
/**
 * The longer address first; the shorter ones are of clients with another idea of what belongs to the base. Addresses that
 * a service has given up are here as well, because programs still ask for them.
 */
const DIALECTS: readonly Dialect[] = [
  ...FRANKFURTER,
  ...at(currencylayer, '/currencylayer/api/', '/currencylayer/', '/currency_data/'),
  ...at(oxr, '/oxr/api/', '/oxr/'),
  ...at(fixer, '/fixer/v1/', '/fixer/api/', '/fixer/', '/exchangerates_data/'),
  ...at(prebid, '/prebid/', '/gh/prebid/currency-file@1/'),
  ...exchangerateApi,
  currencyConverter,
  { ...currencylayer, prefix: '/api/', pattern: /^\/api\/(?:live|historical|convert|timeframe|list)$/ },
  floatRates,
  ...at(fawazahmed0, '/npm/@fawazahmed0/currency-api@', '/gh/fawazahmed0/currency-api@1/'),
  fawazahmed0,
  ...at(ecb, '/ecb/', '/stats/eurofxref/'),
  sdmx,
];

/** The same dialect at other addresses. */
function at(dialect: Dialect, ...prefixes: readonly string[]): readonly Dialect[] {
  return prefixes.map((prefix) => {
    const { pattern: _, ...others } = dialect;
    return { ...others, prefix };
  });
}

/** The dialect to which the path belongs, whether or not it has that path; null for our own interface. */
export function toDialect(path: string): Dialect | null {
  if (path.startsWith('/v1/')) return null;
  // A path has no slash at its end, and the address of the dialect itself has one.
  return DIALECTS.find(({ prefix, pattern }) => pattern?.test(path) ?? `${path}/`.startsWith(prefix)) ?? null;
}

/** @throws Problem, StoreError */
export async function answerInDialect(
  question: Question,
  asked: DialectRequest,
  sources: ConstructorParameters<typeof Rates>[0],
): Promise<Representation> {
  const rates = new Rates(sources);
  const { text, freshness, contentType = JSON_TYPE, ...choice } = await question.answer(asked, rates);
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  return new Representation({ bytes, contentType, freshness, release: rates.release, ...choice });
}

/** The refusal in the words of the dialect. */
export function refuseInDialect(dialect: Dialect, problem: Problem, release: string | null): Answer {
  const { status, text, contentType = JSON_TYPE } = dialect.toRefusal(problem);
  return toRefusalWith(problem, { status, body: Buffer.from(text), contentType }, release);
}

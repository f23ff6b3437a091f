/** Odd requests over all operations and dialects, and other spellings of the same request. Each is made from a seed. */
import { OPERATION_NAMES, parametersOf } from '../../generator/wire/answers/operations.ts';
import type { SeededRandom } from '../../test/support/kit/random.ts';

/** The parameters of a request, as sent. */
export interface OddRequest {
  readonly path: string;
  readonly pairs: readonly (readonly [name: string, value: string])[];
  /** Our own interface, in which letter case and blanks do not matter. */
  readonly isOurs: boolean;
}

const DAYS = [
  '2026-03-13',
  '2026-03-11',
  '2026-03-10',
  '2025-09-08',
  '2026-02-30',
  '9999-12-31',
  '0000-01-01',
  '2026-3-1',
];
const CODES = [
  'EUR',
  'USD',
  'TRY',
  'XDR',
  'AFN',
  'ZZZ',
  'USD,GBP',
  'EUR,,EUR',
  ',,',
  '__proto__',
  'constructor',
  'ſſſ',
];
const BANKS = ['GLOBAL', 'ECB', 'TCMB', 'NBP', 'HMRC', 'NBU', 'NOBODY', '__proto__'];
const WORDS = [
  'true',
  'false',
  'mid',
  'bid',
  'ask',
  'month',
  'year',
  'week',
  'average',
  'end',
  'x',
  '1',
  '0',
  '-1',
  '1e3',
];
const NUMBERS = ['0', '2', '10', '11', '-1', '2.0', '１', '1e-7', '-100.50', '.5', '1,5', '1e99', '9'.repeat(40)];
const JUNK = [
  '%',
  '%zz',
  '\u0000',
  '\ufffe',
  '<b>',
  '"',
  "'",
  '😀',
  '\r\n',
  '=',
  '&',
  '+',
  ';',
  '\\',
  '../',
  ' '.repeat(50),
];

/** By a part of the parameter's name; the first that fits. */
const VALUES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/date|from|to|start|end/, [...DAYS, 'USD', 'EUR,USD']],
  [/provider/, BANKS],
  [/base|source|currenc|symbol|quote|code/, [...CODES, ...BANKS]],
  [/amount|decimals/, NUMBERS],
  [/format/, ['JSON', 'xml', 'Csv', 'YAML']],
  [/rule/, ['TR-VAT', 'PL-VAT', 'EU-OSS', 'XX-NONE']],
];
const DIALECT_PATHS = [
  '/v2/rates',
  '/v2/rates.csv',
  '/v2/rate/EUR/USD',
  '/v2/rate/%00/x',
  '/v2/currencies',
  '/v2/currency/USD',
  '/v2/providers',
  '/v2/__proto__',
  '/frankfurter/v1/latest',
  '/frankfurter/v1/2026-03-13',
  '/frankfurter/v1/..',
  '/frankfurter/v1/2026-03-11..2026-03-13',
  '/frankfurter/v1/currencies',
  '/currencylayer/live',
  '/currencylayer/convert',
  '/currencylayer/historical',
  '/currencylayer/timeframe',
  '/oxr/api/latest.json',
  '/oxr/api/historical/2026-03-12.json',
  '/oxr/api/constructor',
  '/oxr/api/time-series.json',
  '/fixer/latest',
  '/fixer/2026-03-13',
  '/fixer/timeseries',
  '/fixer/fluctuation',
  '/prebid/latest.json',
  '/v4/latest/USD',
  '/v6/latest/usd',
  '/v6/-/pair/USD/EUR',
  '/api/v7/convert',
  '/daily/eur.xml',
  '/fixer/convert',
  '/latest/v1/currencies/eur.json',
  '/2026-03-13/v1/currencies/eur.min.json',
  '/oxr/api/convert/1/USD/EUR',
];
const DIALECT_NAMES = [
  'base quotes providers date from to group expand scope amount symbols source',
  'currencies start end start_date end_date constructor format',
].flatMap((names) => names.split(' '));
const DOCUMENTS = [
  '/v1/status.json',
  '/v1/rules.json',
  '/v1/corrections.csv',
  '/v1/series/ECB/USD/2026.json',
  '/v1/%',
  '//',
];

export function oddRequest(random: SeededRandom): OddRequest {
  const kind = random.below(20);
  if (kind === 0) return { path: random.pick(DOCUMENTS), pairs: pairsOf(random, ['format', 'x']), isOurs: true };
  if (kind < 7) return { path: random.pick(DIALECT_PATHS), pairs: pairsOf(random, DIALECT_NAMES), isOurs: false };
  const operation = random.pick(OPERATION_NAMES);
  const own = parametersOf(operation).map(({ name }) => name);
  return { path: `/v1/${operation}`, pairs: pairsOf(random, own), isOurs: true };
}

function pairsOf(random: SeededRandom, names: readonly string[]): OddRequest['pairs'] {
  const count = random.below(6);
  const chosen = Array.from({ length: count }, () => (random.below(15) === 0 ? 'symbols' : random.pick(names)));
  const once = random.below(20) === 0 ? chosen : [...new Set(chosen)];
  return once.map((name) => [name, oddValue(name, random)]);
}

export function oddValue(name: string, random: SeededRandom): string {
  const fitting = VALUES.find(([part]) => part.test(name))?.[1] ?? WORDS;
  const value = random.pick(random.below(5) === 0 ? WORDS : fitting);
  if (random.below(20) > 0) return value;
  const at = random.below(value.length + 1);
  return value.slice(0, at) + random.pick(JUNK) + value.slice(at);
}

export function toUrl({ path, pairs }: OddRequest): string {
  const query = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

/** The same request to everybody who reads it by the rules: another order, needless escapes, and in ours other cases. */
export function respelled(request: OddRequest, random: SeededRandom): string {
  const { path, pairs, isOurs } = request;
  const names = pairs.map(([name]) => name.toLowerCase());
  // Of two values the first may count, or the message tells how many there are.
  const isShuffled = new Set(names).size === names.length;
  const ordered = isShuffled ? [...pairs].sort(() => random.below(3) - 1) : pairs;
  const query = ordered.map(([name, value]) => {
    const [ownName, ownValue] = isOurs
      ? [flipped(name, random), blanked(cased(name, value, random), random)]
      : [name, value];
    return `${escaped(ownName, random)}=${escaped(ownValue, random)}`;
  });
  if (isOurs && random.below(3) === 0) query.push('');
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

/** Values whose letter case does not matter, and codes, whose letters are all capitals or all small. */
const CASELESS = /^(?:format|type|header|extended|latest|period|statistic)$/;
const OF_CODES = /^(?:base|provider|currencies|to|code|countryCode|rule)$/;

function cased(name: string, value: string, random: SeededRandom): string {
  if (CASELESS.test(name)) return flipped(value, random);
  if (!OF_CODES.test(name) || (value !== value.toUpperCase() && value !== value.toLowerCase())) return value;
  return random.pick([value, value.toLowerCase(), value.toUpperCase()]);
}

function flipped(text: string, random: SeededRandom): string {
  return text.replace(/[a-z]/gi, (letter) =>
    random.below(3) > 0 ? letter : letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

const blanked = (value: string, random: SeededRandom) => (random.below(4) === 0 ? ` ${value}\t` : value);

function escaped(text: string, random: SeededRandom): string {
  return Array.from(encodeURIComponent(text).matchAll(/%[\dA-F]{2}|./g), ([one]) => {
    if (one.length > 1) return random.below(2) === 0 ? one.toLowerCase() : one;
    return random.below(4) === 0 ? `%${one.charCodeAt(0).toString(16)}` : one;
  }).join('');
}

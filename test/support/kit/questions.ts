/** Random questions to our own interface: mostly such as a client would send, some with odd characters in them. */
import { OPERATION_NAMES, parametersOf } from '../../../generator/wire/answers/operations.ts';
import type { SeededRandom } from './random.ts';

const VALUES: Readonly<Record<string, readonly string[]>> = {
  provider: ['GLOBAL', 'tcmb', 'HMRC', 'NBU', 'HNB', 'NBG', 'NOBODY', '__proto__'],
  date: ['2026-03-13', '2026-03-11', '2025-09-08', '2026-03-16', '2026-02-30', '2026-3-1', '9999-12-31', '0000-01-01'],
  latest: ['true', 'false', 'TRUE', 'yes'],
  base: ['EUR', 'usd', 'TRY', 'XDR', 'AFN', 'ZZZ', 'ſſſ'],
  currencies: ['EUR', 'USD,GBP', ',,', 'XDR,AFN', 'ZZZ', 'EUR,,EUR'],
  to: ['EUR', '2026-03-13', 'USD,TRY', ',', 'AFN', 'ZZZ', '2026-03-16'],
  from: ['2026-03-11', '2025-09-08', '2022-12-31', '2026-03-17', '2026-3-1', 'EUR'],
  period: ['month', 'day', 'QUARTER', 'year', 'span', 'week'],
  statistic: ['average', 'end', 'END', 'first', 'median'],
  template: ['sap-tcurr', 'NETSUITE', 'ghostfolio', 'prestashop', 'sap', '../etc'],
  amount: ['1', '-100.50', '1e+21', '1e-7', '.5', '1,5', '', '1e99', '9'.repeat(40), '9'.repeat(41)],
  decimals: ['0', '2', '10', '11', '-1', '2.0', '１'],
  format: ['JSON', 'xml', 'Csv', 'YAML'],
  header: ['true', 'false', '1'],
  extended: ['true', 'false', 'no'],
  type: ['mid', 'bid', 'ask', 'middle'],
  code: ['EUR', 'TCMB,GLOBAL', 'ZZZ'],
  countrycode: ['TR', 'gb,', 'ZZ'],
  rule: ['TR-VAT', 'ua-tax', 'GB-VAT', 'GB-AVG', 'EU-OSS', 'XX-NONE', 'PL-VAT'],
  symbols: ['USD', ''],
  'x-y': ['1'],
};
const JUNK = [
  '%',
  '%zz',
  '%00',
  '%E0%A4',
  '\u0000',
  '%ef%bf%be',
  '+',
  '%2B',
  '=',
  '<b>',
  '"',
  "'",
  '😀',
  '\uD800',
  '%0D%0A',
];

export function questionOf(random: SeededRandom): string {
  const operation = random.pick(OPERATION_NAMES);
  const own = parametersOf(operation).map(({ name }) => name.toLowerCase());
  const names = Array.from({ length: random.below(6) }, () =>
    random.below(12) === 0 ? random.pick(Object.keys(VALUES)) : random.pick(own),
  );
  if (operation === 'convert' && random.below(4) > 0) names.push('amount');
  if (operation === 'series' && random.below(4) > 0) names.push('from');
  if ((operation === 'historical' || names.includes('rule')) && random.below(4) > 0) names.push('date');
  const once = random.below(20) === 0 ? names : [...new Set(names)];
  const pairs = once.map((name) => `${spelled(name, random)}=${toSent(name, random)}`);
  const path = random.below(50) === 0 ? `${operation}/` : operation;
  return `/v1/${path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
}

function spelled(name: string, random: SeededRandom): string {
  return random.below(5) === 0 ? name.toUpperCase() : name;
}

/** Mostly a valid value, and sometimes one with odd characters in it. */
function toSent(name: string, random: SeededRandom): string {
  const values = VALUES[name] ?? [''];
  const value = random.below(3) === 0 ? random.pick(values) : (values[random.below(2)] ?? '');
  if (random.below(15) > 0) return value;
  const at = random.below(value.length + 1);
  return value.slice(0, at) + random.pick(JUNK) + value.slice(at);
}

/** What is asked of the ECB's service of statistics: by the key of series, and by parameters. */
import { EUR } from '../../../generator/wire/words/schemas.ts';
import { toWrittenCode } from '../../../generator/wire/words/written-codes.ts';
import { Problem, quoted } from '../../request/query/problem.ts';
import { type Parameters, toAsciiLower, toValue } from '../../request/query/target.ts';
import { toDay } from '../../request/query/values.ts';
import type { DialectRequest } from '../dialect.ts';
import { checkOnce } from '../reading.ts';

export interface Wanted {
  /** The span, as texts that are compared with dates. */
  readonly from: string;
  readonly to: string;
  /** How many of each series; null for all. */
  readonly first: bigint | null;
  readonly last: bigint | null;
  readonly hasAttributes: boolean;
  readonly format: SdmxFormat;
}

type SdmxFormat = 'csv' | 'json';

/** Of every series of ours: fixed by the day, per euro, spot, an average. */
export const SERIES = { frequency: 'D', base: EUR, type: 'SP00', suffix: 'A' } as const;

/** By what a header Accept may name, in the order of preference where it does not matter to the client. */
const TYPES: readonly (readonly [type: string, format: SdmxFormat])[] = [
  ['application/vnd.sdmx.data+json', 'json'],
  ['application/json', 'json'],
  ['text/csv', 'csv'],
  ['application/vnd.sdmx.data+csv', 'csv'],
  ['application/vnd.ecb.data+csv', 'csv'],
];
const NAMES = ['format', 'detail', 'startperiod', 'endperiod', 'lastnobservations', 'firstnobservations'];

/** @throws Problem */
export function toWanted({ parameters, accept }: DialectRequest): Wanted {
  checkOnce(parameters, NAMES);
  const detail = toAsciiLower(toValue(parameters, 'detail') ?? 'full');
  const isHistory = toAsciiLower(toValue(parameters, 'includehistory') ?? 'false') !== 'false';
  if (isHistory || (detail !== 'full' && detail !== 'dataonly')) {
    throw new Problem(1104, 'detail may be full or dataonly, and includeHistory false');
  }
  return {
    from: toPeriod(parameters, 'startPeriod', 0) ?? '',
    to: toPeriod(parameters, 'endPeriod', 1) ?? '9999',
    first: toCount(parameters, 'firstNObservations'),
    last: toCount(parameters, 'lastNObservations'),
    hasAttributes: detail === 'full',
    format: toFormat(toAsciiLower(toValue(parameters, 'format') ?? ''), accept),
  };
}

/**
 * The parameter goes before the header. Whoever asks for nothing in particular gets JSON, where the ECB gives XML.
 * @throws Problem
 */
function toFormat(named: string, accept: string): SdmxFormat {
  if (named === 'csvdata') return 'csv';
  if (named === 'jsondata') return 'json';
  const asked = TYPES.map(([type, format]) => ({ place: accept.indexOf(type), format }))
    .filter(({ place }) => place >= 0)
    .sort((left, right) => left.place - right.place);
  const isOpen = accept === '' || /(?:\*|application)\/\*/.test(accept);
  const found = asked[0]?.format ?? (isOpen ? 'json' : null);
  if (named === '' && found !== null) return found;
  throw new Problem(1101, 'format is not one that is answered here; write format=csvdata or format=jsondata');
}

/** The first and the last month. */
const PARTS: Readonly<Record<string, readonly [first: string, last: string]>> = {
  S1: ['01', '06'],
  S2: ['07', '12'],
  Q1: ['01', '03'],
  Q2: ['04', '06'],
  Q3: ['07', '09'],
  Q4: ['10', '12'],
};

/** A year, a half or a quarter of it, a month or a day. @param side 0 for its beginning, 1 for its end @throws Problem */
function toPeriod(parameters: Parameters, name: string, side: 0 | 1): string | null {
  const value = toValue(parameters, toAsciiLower(name));
  if (value === null) return null;
  const [, year, part] = /^(\d{4})(?:-(0[1-9]|1[0-2]|S[12]|Q[1-4]))?$/.exec(value) ?? [];
  if (year === undefined) return toDay(value, name);
  const months = part === undefined ? (['01', '12'] as const) : (PARTS[part] ?? [part, part]);
  return `${year}-${months[side]}-${side === 0 ? '01' : '31'}`;
}

function toCount(parameters: Parameters, name: string): bigint | null {
  const value = toValue(parameters, toAsciiLower(name));
  if (value === null) return null;
  if (/^[1-9]\d{0,5}$/.test(value)) return BigInt(value);
  throw new Problem(1006, `${name} must be a whole number of at least 1, not ${quoted(value)}`);
}

/**
 * Whether the key names the series of a currency. An empty part stands for all, and a plus parts several.
 * @throws Problem if it is not one of five parts
 */
export function toChooser(key: string): (currency: string) => boolean {
  if (key === '' || toAsciiLower(key) === 'all') return () => true;
  const parts = key.replace(/%2b/gi, '+').split('.');
  if (parts.length !== 5) throw new Problem(1006, `key ${quoted(key)} must have five parts, as in D.USD.EUR.SP00.A`);
  const { frequency, base, type, suffix } = SERIES;
  return (currency) =>
    [frequency, currency, base, type, suffix].every((value, place) => {
      const named = (parts[place] ?? '').split('+').filter((one) => one !== '');
      return named.length === 0 || named.some((one) => toWrittenCode(one) === value);
    });
}

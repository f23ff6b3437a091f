/** The frame of refusals that fixer and currencylayer share: `success`, and a number with a word for it. */
import type { ProblemCode } from '../../generator/wire/words/problems.ts';
import type { Problem } from '../request/query/problem.ts';
import type { DialectRefusal } from './dialect.ts';

const FAULTS: Readonly<Partial<Record<ProblemCode, readonly [code: string, type: string]>>> = {
  1002: ['202', 'invalid_currency_codes'],
  1003: ['201', 'invalid_base_currency'],
  1006: ['302', 'invalid_date'],
  1007: ['106', 'no_rates_available'],
  1008: ['106', 'no_rates_available'],
  1017: ['403', 'invalid_conversion_amount'],
  1018: ['403', 'invalid_conversion_amount'],
  1019: ['105', 'function_access_restricted'],
  1021: ['201', 'invalid_base_currency'],
  1105: ['505', 'time_frame_too_long'],
  1401: ['101', 'missing_access_key'],
  1402: ['101', 'invalid_access_key'],
  1403: ['101', 'inactive_user'],
  1404: ['404', '404_not_found'],
  1429: ['104', 'rate_limit_reached'],
};

/** A fault that the two services do not know has our own number. */
export function toApilayerRefusal({ code, status, message }: Problem): DialectRefusal {
  const [number, type] = FAULTS[code] ?? [`${code}`, status >= 500 ? 'internal_error' : 'invalid_request'];
  const error = `{"code":${number},"type":"${type}","info":${JSON.stringify(message)}}`;
  return { status, text: `{"success":false,"error":${error}}` };
}

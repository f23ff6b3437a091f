/** An amount as a person types it → an exact number, by the same grammar and bounds as `/v1/convert`. */
import { Decimal } from '../../../wire/exact/decimal.ts';

const DIGITS_MAX = 40;
const EXPONENT_MAX = 30n;

/** Null for text that the service refuses as well. */
export function parseAmount(text: string): Decimal | null {
  const found = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))(?:[eE]([+-]?)(\d{1,2}))?$/.exec(text.trim());
  if (found === null) return null;
  const [, mantissa = '', sign = '', power = '0'] = found;
  if (mantissa.replace(/\D/g, '').length > DIGITS_MAX || BigInt(power) > EXPONENT_MAX) return null;
  return Decimal.parse(`${mantissa}e${sign}${power}`);
}

/** An amount as a person types it → an exact number. What is copied and shared is written as `/v1/convert` takes it. */
import { Decimal } from '../../../wire/exact/decimal.ts';
import { decimalMark, localText } from './locale.ts';

const DIGITS_MAX = 40;
const EXPONENT_MAX = 30n;

export interface Reading {
  readonly amount: Decimal;
  /** What the reader should know of how marks were taken; null where nothing could be meant but this. */
  readonly words: string | null;
}

export const AMOUNT_WORDS = 'An amount is a number such as 100, -0.5, 1,234.56 or 1.234,56, of at most 40 digits.';

/** By the same grammar and bounds as `/v1/convert`; null for text that the service refuses as well. */
export function parseAmount(text: string): Decimal | null {
  const found = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))(?:[eE]([+-]?)(\d{1,2}))?$/.exec(text.trim());
  if (found === null) return null;
  const [, mantissa = '', sign = '', power = '0'] = found;
  if (mantissa.replace(/\D/g, '').length > DIGITS_MAX || BigInt(power) > EXPONENT_MAX) return null;
  return Decimal.parse(`${mantissa}e${sign}${power}`);
}

/**
 * Thousands may be set off by commas, points, blanks or apostrophes, and decimals by a comma or a point. One mark before
 * exactly three digits could be either; then the reader's own language decides, and the page says how it read.
 */
export function readAmount(typed: string, mark: string = decimalMark()): Reading | null {
  const text = plainDigits(typed)
    .trim()
    .replaceAll('−', '-')
    .replaceAll(/(?<=\d)['’_\s\u00a0\u202f](?=\d{3})/g, '');
  if (!text.includes(',')) {
    const isUnclear = mark === ',' && /^[+-]?[1-9]\d{0,2}\.\d{3}$/.test(text);
    const plain = isUnclear || /^[+-]?\d{1,3}(\.\d{3}){2,}$/.test(text) ? text.replaceAll('.', '') : text;
    return reading(plain, isUnclear || plain !== text);
  }
  const marks = text.replaceAll(/[^.,]/g, '');
  const [last = ''] = marks.slice(-1);
  const isThousands = /^[+-]?\d{1,3}(,\d{2,3})*,\d{3}(\.\d*)?$/.test(text);
  const isDecimal = /^[+-]?\d*(\.\d{3})*,\d*$/.test(text) && last === ',';
  if (isThousands && (!isDecimal || mark !== ',' || marks.length > 1)) {
    return reading(text.replaceAll(',', ''), true);
  }
  return isDecimal ? reading(text.replaceAll('.', '').replace(',', '.'), true) : null;
}

/** What an address says is plain, whatever marks its reader writes. */
export function amountIn(address: string): Reading | null {
  return readAmount(address, '.');
}

/** Digits of another script than ours, and the marks of Arabic, as they are shown to its readers. */
function plainDigits(typed: string): string {
  const digits = typed.replaceAll(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    // Digits stand in tens: a script begins where the character before its first digit is none.
    const value = [...'0123456789'].findIndex((_, back) => !/\p{Nd}/u.test(String.fromCodePoint(code - back - 1)));
    return value < 0 ? digit : `${value}`;
  });
  return digits.replaceAll('٫', '.').replaceAll('٬', '');
}

function reading(plain: string, isSaid: boolean): Reading | null {
  const amount = parseAmount(plain);
  return amount === null ? null : { amount, words: isSaid ? `Read as ${localText(`${amount}`)}.` : null };
}

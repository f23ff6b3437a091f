/** Flags of the command line → typed values, once, with errors that name the flag and the fix. */
import { InvalidArgumentError } from 'commander';
import type { Bases } from '../tree/rate-files.ts';
import { toInstant, toIsoDate } from '../wire/calendar.ts';
import { currencyCode, type IsoDate } from '../wire/schemas.ts';

export function toDateFlag(text: string): IsoDate {
  const date = toIsoDate(text);
  if (date === null) throw new InvalidArgumentError('It must be a day, written YYYY-MM-DD.');
  return date;
}

export function toInstantFlag(text: string): string {
  const timeMs = Date.parse(text);
  // Not a moment, or one that is written otherwise: 30 February would become 2 March.
  if (Number.isNaN(timeMs) || toInstant(new Date(timeMs)) !== text)
    throw new InvalidArgumentError('It must be a UTC instant, written as 2026-03-13T15:00:00Z.');
  return text;
}

/** Codes with commas between them, in capitals. */
export function toCodesFlag(text: string): readonly string[] {
  return text.split(',').map((item) => item.trim().toUpperCase());
}

/** `all`, or codes with commas between them. */
export function toBasesFlag(text: string): Bases {
  if (text === 'all') return null;
  return new Set(
    text.split(',').map((item) => {
      const code = currencyCode.safeParse(item.trim().toUpperCase());
      if (!code.success)
        throw new InvalidArgumentError(`"${item}" is no currency code. Write all, or codes as in EUR,USD.`);
      return code.data;
    }),
  );
}

/** Provider codes with commas between them, each one of those that have an adapter. */
export function toProvidersFlag(text: string, known: readonly string[]): readonly string[] {
  return text.split(',').map((item) => {
    const code = item.trim().toUpperCase();
    if (!known.includes(code))
      throw new InvalidArgumentError(`"${item}" has no adapter. There are: ${known.join(', ')}.`);
    return code;
  });
}

/** A number of seconds above 0, written in digits. */
export function toSecondsFlag(text: string): number {
  return toWhole(text, 'It must be a whole number of seconds, 1 or more.');
}

/** A count above 0, written in digits. */
export function toCountFlag(text: string): number {
  return toWhole(text, 'It must be a whole number, 1 or more.');
}

function toWhole(text: string, words: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError(words);
  return Number.parseInt(text, 10);
}

/** Digits of a setting or a flag → a whole number. Figures of the service are never numbers. */
import { z } from 'zod';

/** A schema: digits → a whole number between the bounds; its message names them. */
export function wholeNumber(from: number, to: number) {
  const error = `must be a whole number from ${from} to ${to}`;
  return z
    .string()
    .refine((text) => /^\d{1,10}$/.test(text), { error, abort: true })
    .transform((digits) => Number.parseInt(digits, 10))
    .refine((number) => number >= from && number <= to, error);
}

/** What `toThrow` compares an error with, if both its class and its message matter. */
import { expect } from 'vitest';

/** @param message a part of the message, or a pattern that it matches */
export function errorLike(name: string, message: string | RegExp): Error {
  const text = typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message);
  return expect.objectContaining({ name, message: text });
}

export function inputError(message: string | RegExp): Error {
  return errorLike('InputError', message);
}

/** The currencies that a reader has pinned. They stay in this browser, and are no part of an address that is shared. */
import { stored } from './stored.ts';

const NAME = 'ratetree-pins';
/** Where a browser keeps nothing for pages, pins last as long as this page. */
let held: readonly string[] | null = null;

export function pins(): readonly string[] {
  held ??= stored(() => (localStorage.getItem(NAME) ?? '').split(',').filter((code) => /^[A-Z]{3}$/.test(code))) ?? [];
  return held;
}

export function togglePin(code: string): void {
  const before = pins();
  held = before.includes(code) ? before.filter((one) => one !== code) : [...before, code];
  const text = held.join(',');
  stored(() => localStorage.setItem(NAME, text));
}

/** In the order in which most people look for them. */
const MAJORS: readonly string[] = ['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'CNY', 'AUD', 'CAD', 'INR', 'SEK'];

/** Those of `before`, then the currencies that most people look for, then the others as they come. */
export function majorsFirst<One>(
  all: readonly One[],
  codeOf: (one: One) => string,
  before: readonly string[] = [],
): readonly One[] {
  const first = [...new Set([...before, ...MAJORS])];
  const found = first.flatMap((code) => all.find((one) => codeOf(one) === code) ?? []);
  return [...found, ...all.filter((one) => !first.includes(codeOf(one)))];
}

/** What dialects have in common when they read a request. */

import type { Catalogue } from '../../generator/wire/release/catalogue.ts';
import type { CurrencyCode, IsoDate } from '../../generator/wire/words/schemas.ts';
import { whyUnknown } from '../../generator/wire/words/written-codes.ts';
import { Problem, quoted } from '../request/query/problem.ts';
import { type Parameters, toValue } from '../request/query/target.ts';
import { parseList, toCode, toDay } from '../request/query/values.ts';

/** @throws Problem if one of the parameters is given twice, because it is not clear which value counts */
export function checkOnce(parameters: Parameters, names: readonly string[]): void {
  for (const name of names) {
    const times = parameters.get(name)?.length ?? 0;
    if (times > 1) throw new Problem(1100, `${name} is given ${times} times; give it once`);
  }
}

/** The day that the parameter names, or null if it is absent. @throws Problem if it is not a day */
export function readDay(parameters: Parameters, name: string): IsoDate | null {
  const value = toValue(parameters, name);
  return value === null ? null : toDay(value, name);
}

/** The names of a dialect's parameters for the base and the currencies. */
export interface Names {
  readonly base: string;
  readonly baseByDefault: CurrencyCode;
  /** The first is the usual name, and the others mean the same. */
  readonly quotes: readonly [string, ...string[]];
  /** Names of similar services, and what they are called here. Were they ignored, a client would book wrong money. */
  readonly foreign: Readonly<Record<string, string>>;
}

export interface Choice {
  readonly base: CurrencyCode;
  /** As the client calls the base. */
  readonly baseName: string;
  /** Null for all. */
  readonly quotes: ReadonlySet<CurrencyCode> | null;
}

/** @throws Problem that names the parameter as the client sent it */
export function readChoice(parameters: Parameters, catalogue: Catalogue, names: Names): Choice {
  checkOnce(parameters, [names.base, ...names.quotes]);
  for (const [name, right] of Object.entries(names.foreign)) {
    if (toValue(parameters, name) !== null)
      throw new Problem(1104, `there is no parameter ${name} here; write ${right}`);
  }
  const [name = names.quotes[0], other] = names.quotes.filter((one) => toValue(parameters, one) !== null);
  if (other !== undefined) throw new Problem(1100, `${name} and ${other} mean the same; give one of them`);
  const quotes = [...(parseList(parameters, name) ?? [])].map((code) => {
    const known = knownCode(catalogue, code);
    if (known !== null) return known;
    throw new Problem(1002, `${name} names ${quoted(code)}, which is not a currency that we know${whyUnknown(code)}`);
  });
  const named = toCode(parameters, names.base) ?? names.baseByDefault;
  const base = knownCode(catalogue, named);
  if (base === null)
    throw new Problem(1003, `${names.base} ${quoted(named)} is not a currency that we know${whyUnknown(named)}`);
  return { base, baseName: names.base, quotes: quotes.length === 0 ? null : new Set(quotes) };
}

/** The code as one of /v1/currencies, or null. */
export function knownCode({ currencyCodes }: Catalogue, code: string): CurrencyCode | null {
  return currencyCodes.has(code) ? (code as CurrencyCode) : null;
}

/** Unix seconds. @param ms milliseconds since 1970 */
export function toTimestamp(ms: number): string {
  return `${BigInt(ms) / 1000n}`;
}

/** The same in words, such as `Fri, 13 Mar 2026 14:30:00 GMT`. */
export function toUtcWords(ms: number): string {
  return new Date(ms).toUTCString();
}

/** @returns milliseconds since 1970 of the midnight in UTC with which the day begins */
export function toMidnight(date: IsoDate): number {
  return Date.parse(`${date}T00:00:00Z`);
}

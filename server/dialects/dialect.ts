/**
 * What a dialect is: the interface of another service, answered from our tables. It reads that service's requests,
 * writes its bodies, and says in its own words why there is no answer; keys, limits and headers are ours.
 */
import type { DialectName } from '../../generator/wire/answers/operations.ts';
import type { Catalogue } from '../../generator/wire/release/catalogue.ts';
import type { Currency } from '../../generator/wire/words/schemas.ts';
import type { Freshness } from '../request/http/answer.ts';
import type { Problem } from '../request/query/problem.ts';
import type { Parameters } from '../request/query/target.ts';
import type { Rates } from './rates.ts';

export interface Dialect {
  readonly name: DialectName;
  /** Every path that begins with it belongs to the dialect. */
  readonly prefix: string;
  /** Where the prefix alone would take other paths as well. */
  readonly pattern?: RegExp;
  /** @param path what follows the prefix; null is returned for a path that the dialect does not have */
  toQuestion(path: string): Question | null;
  toRefusal(problem: Problem): DialectRefusal;
}

export interface Question {
  /** True if that service answers this without a key. */
  readonly isFree?: true;
  /** @throws Problem, StoreError */
  answer(asked: DialectRequest, rates: Rates): Promise<Said>;
}

/** For services that have in the path what others have in parameters. The request's own parameters are ignored. */
export function withPath({ answer, ...question }: Question, said: Readonly<Record<string, string>>): Question {
  const parameters = new Map(Object.entries(said).map(([name, value]) => [name, [value]]));
  return { ...question, answer: (asked, rates) => answer({ ...asked, parameters }, rates) };
}

export interface DialectRequest {
  readonly parameters: Parameters;
  /** The header Accept in lower case; empty if there is none. */
  readonly accept: string;
}

export interface Said {
  readonly text: string | Buffer;
  readonly freshness: Freshness;
  /** JSON unless something else is named. */
  readonly contentType?: string;
  /** A request header that chose the body. */
  readonly variesBy?: string;
}

export interface DialectRefusal {
  readonly status: number;
  readonly text: string;
  /** JSON unless something else is named. */
  readonly contentType?: string;
}

/** For services that have no errors of their own. */
export function refuseInOurWords({ status, message, code }: Problem): DialectRefusal {
  return { status, text: JSON.stringify({ message, errorCode: code }) };
}

/** And whose answers are files: what they do not have is not found. */
export function refuseAsFile(problem: Problem): DialectRefusal {
  const refusal = refuseInOurWords(problem);
  return NO_SUCH_FILE.has(problem.code) ? { ...refusal, status: 404 } : refusal;
}

const NO_SUCH_FILE: ReadonlySet<number> = new Set([1001, 1002, 1003, 1004, 1006, 1007, 1008, 1021]);

/** For the members of other services that are about the use of their figures. */
export const TERMS = 'Derived from the rates of central banks. Not a benchmark, and endorsed by no bank.';

export const JSON_TYPE = 'application/json; charset=utf-8';
export const XML_TYPE = 'application/xml; charset=utf-8';

/** Pairs of a code and a figure as a JSON object. A figure is written as it is, with all its digits. */
export function toFigures(pairs: Iterable<readonly [code: string, figure: string]>): string {
  return `{${[...pairs].map(([code, figure]) => `${JSON.stringify(code)}:${figure}`).join(',')}}`;
}

/** The currencies that have not ended, which most services list. */
export function namedCurrencies({ currencies }: Catalogue): readonly Currency[] {
  return currencies.filter(({ obsolete }) => !obsolete);
}

/** Name by code as a JSON object. */
export function toNames(currencies: readonly Currency[]): string {
  return JSON.stringify(Object.fromEntries(currencies.map(({ code, name }) => [code, name])));
}

/** @param toText the answer, from the currencies that have not ended */
export function ofNames(toText: (currencies: readonly Currency[]) => string): Question {
  return {
    async answer(_asked, { catalogue }) {
      return { text: toText(namedCurrencies(catalogue)), freshness: 'current' };
    },
  };
}

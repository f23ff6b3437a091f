/**
 * What a dialect is: the interface of another service, answered from our tables. It reads that service's requests,
 * writes its bodies, and says in its own words why there is no answer; keys, limits and headers are ours.
 */
import type { DialectName } from '../../generator/wire/answers/operations.ts';
import type { Freshness } from '../http/headers.ts';
import type { Problem } from '../query/problem.ts';
import type { Parameters } from '../query/target.ts';
import type { Rates } from './rates.ts';

export interface Dialect {
  readonly name: DialectName;
  /** Every path that begins with it belongs to the dialect. */
  readonly prefix: string;
  /** @param path what follows the prefix; null is returned for a path that the dialect does not have */
  toQuestion(path: string): Question | null;
  toRefusal(problem: Problem): DialectRefusal;
}

export interface Question {
  /** True for what that service gives to everybody. */
  readonly isFree?: true;
  /** @throws Problem, StoreDown */
  answer(asked: DialectRequest, rates: Rates): Promise<Said>;
}

export interface DialectRequest {
  readonly parameters: Parameters;
  /** The header Accept in lower case; empty if there is none. */
  readonly accept: string;
}

export interface Said {
  readonly text: string;
  readonly freshness: Freshness;
  /** JSON unless something else is named. */
  readonly contentType?: string;
  /** A request header that chose the body. */
  readonly variesBy?: string;
}

export interface DialectRefusal {
  readonly status: number;
  /** JSON. */
  readonly text: string;
}

/** For the members of other services that are about the use of their figures. */
export const TERMS = 'Derived from the rates of central banks. Not a benchmark, and endorsed by no bank.';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Pairs of a code and a figure as a JSON object. A figure is written as it is, with all its digits. */
export function toFigures(pairs: Iterable<readonly [code: string, figure: string]>): string {
  return `{${[...pairs].map(([code, figure]) => `${JSON.stringify(code)}:${figure}`).join(',')}}`;
}

/** Which parameters an operation takes, and what to say about a parameter that belongs to another one. */
import {
  isListParameter,
  KEY_PARAMETER,
  OPERATION_NAMES,
  type Operation,
  type PlanItem,
  parametersOf,
} from '../../../generator/wire/answers/operations.ts';
import { type Parameters, toAsciiLower, toValue } from './target.ts';

const BY_PATH: ReadonlyMap<string, Operation> = new Map(
  OPERATION_NAMES.map((operation) => [`/v1/${operation}`, operation]),
);

/** The path must match exactly: another letter case makes another path. */
export function toOperation(path: string): Operation | null {
  return BY_PATH.get(path) ?? null;
}

const NAMES_OF: ReadonlyMap<PlanItem, ReadonlySet<string>> = new Map(
  OPERATION_NAMES.map((operation) => [
    operation,
    new Set(parametersOf(operation).map(({ name }) => toAsciiLower(name))),
  ]),
);

/** Whether the operation takes the parameter. Here and below names are in lower case, as they are matched. */
function takes(operation: PlanItem, name: string): boolean {
  return NAMES_OF.get(operation)?.has(name) === true;
}

const ALL = OPERATION_NAMES.flatMap(parametersOf);

/** The query of the same request with other values of some parameters. It has no key, and nothing that is ignored. */
export function withValues(operation: Operation, parameters: Parameters, values: Readonly<Record<string, string>>) {
  const query = new URLSearchParams();
  const whole = withWholeLists(parameters);
  for (const { name } of parametersOf(operation)) {
    const value = values[name] ?? toValue(whole, toAsciiLower(name));
    if (value !== null) query.set(name, value);
  }
  return `?${query.toString().replaceAll('%2C', ',')}`;
}

/** Every parameter of the service. None may be given twice, and all values but that of the key may be logged. */
export const KNOWN_PARAMETERS: ReadonlySet<string> = new Set([
  ...ALL.map(({ name }) => toAsciiLower(name)),
  KEY_PARAMETER,
]);

const WRITTEN_NAMES = new Map(ALL.map(({ name }) => [toAsciiLower(name), name]));

/** The name as it is documented: `countryCode` for `countrycode`. */
export function toWrittenName(name: string): string {
  return WRITTEN_NAMES.get(name) ?? name;
}

/** Names of parameters that other services use. Were they ignored, a client would book wrong money. */
const MISNOMERS = ['from', 'symbol', 'symbols', 'target', 'quote', 'currency'];
/** By what other services name a part of an answer or of a list, and what to send here instead. */
export const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ...['limit', 'offset', 'page', 'pagesize', 'page_size', 'perpage', 'per_page', 'cursor', 'days'].map(
    (name) => [name, 'an answer has no pages: name a span by from and to of /v1/series'] as const,
  ),
  ...['start', 'start_date', 'startdate'].map((name) => [name, 'the first day of a span is from'] as const),
  ...['end', 'end_date', 'enddate'].map((name) => [name, 'the last day of a span is to'] as const),
  ['country', 'the parameter for countries is countryCode'],
  ...['search', 'q', 'query'].map((name) => [name, 'lists are filtered by code'] as const),
]);
const LISTS: ReadonlySet<string> = new Set([
  ...ALL.filter(isListParameter).map(({ name }) => toAsciiLower(name)),
  ...MISNOMERS,
]);

/** True for a parameter that the operation does not take and must not ignore. Documents take none. */
export function isForeign(operation: PlanItem, name: string): boolean {
  if (name === KEY_PARAMETER || takes(operation, name)) return false;
  return KNOWN_PARAMETERS.has(name) || MISNOMERS.includes(name);
}

/** Shorter names are near too many others, such as the `t` and `ts` by which some clients defeat caches. */
const NEAR_LENGTH_MIN = 4;

/**
 * The parameter of the operation that the name nearly is, or null: one letter is wrong, missing as in a singular, doubled
 * or exchanged with the next one, or it has a key in brackets, as in `date[from]`.
 */
export function nearestName(operation: Operation, name: string): string | null {
  const [before = ''] = name.split('[');
  const near = parametersOf(operation).find((parameter) => {
    const right = toAsciiLower(parameter.name);
    return isNear(right, name) || right === before;
  });
  return near?.name ?? null;
}

export function isNear(right: string, name: string): boolean {
  if (right.length < NEAR_LENGTH_MIN) return false;
  let at = 0;
  while (at < right.length && right[at] === name[at]) at++;
  const [rest, sent] = [right.slice(at), name.slice(at)];
  const isWrong = sent.length === rest.length && sent.slice(1) === rest.slice(1);
  const isMissing = sent === rest.slice(1);
  const isDoubled = at > 0 && sent === `${right[at - 1]}${rest}`;
  const isExchanged = sent === `${rest[1]}${rest[0]}${rest.slice(2)}`;
  return isWrong || isMissing || isDoubled || isExchanged;
}

/** A list that is sent in several parts is one list. Of any other parameter two values are refused. */
export function withWholeLists(parameters: Parameters): Parameters {
  const isWhole = ([name, values]: readonly [string, readonly string[]]) => values.length < 2 || !isList(name);
  const all = [...parameters];
  if (all.every(isWhole)) return parameters;
  return new Map(all.map((one) => (isWhole(one) ? one : [one[0], [one[1].join(',')]])));
}

/** True for a parameter that counts as absent when its value consists of commas only. */
export function isList(name: string): boolean {
  return LISTS.has(name);
}

const CHOICE_OF_CURRENCIES: Readonly<Record<Operation, string>> = {
  currencies: 'the parameter for currencies is code',
  providers: 'providers are chosen by code and countryCode',
  rules: 'rules are chosen by code and countryCode',
  latest: 'the parameter for currencies is currencies',
  historical: 'the parameter for currencies is currencies',
  series: 'the parameter for currencies is currencies',
  convert: 'the parameter for target currencies is to',
};

/** What to do instead, for the message of problem 1104. */
export function toRightParameter(operation: Operation, name: string): string {
  const other = OTHER_NAMES.get(name);
  if (other !== undefined) return other;
  if (name === 'from' && takes(operation, 'base')) return 'the parameter for the base currency is base';
  if (name === 'rule' && operation === 'rules') return 'the parameter for the rule is code';
  if (name === 'provider' && operation === 'providers') return 'the parameter for the provider is code';
  if (MISNOMERS.includes(name) || ['currencies', 'to', 'code'].includes(name)) return CHOICE_OF_CURRENCIES[operation];
  if (name === 'date' && operation === 'series') return 'name a span by from and to';
  if (name === 'date' && operation === 'latest') return 'rates of a date are at /v1/historical';
  if (name === 'latest' && operation === 'convert') {
    return 'leave it out: the newest fixing on or before date is always used';
  }
  if ((name === 'type' || name === 'extended') && operation === 'convert') return 'leave it out: mid rates are used';
  const others = OPERATION_NAMES.filter((other) => takes(other, name)).map((other) => `/v1/${other}`);
  return `it belongs to ${others.join(' and ')}`;
}

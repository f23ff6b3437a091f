/** The five operations: their paths, their parameters, and what to say about a parameter that belongs to another. */

export type Operation = 'currencies' | 'providers' | 'latest' | 'historical' | 'convert';

/** In the order in which they are documented; names in lower case, as they are matched. */
export const PARAMETERS: Readonly<Record<Operation, readonly string[]>> = {
  currencies: ['code', 'format', 'header'],
  providers: ['code', 'countrycode', 'format', 'header'],
  latest: ['provider', 'base', 'currencies', 'decimals', 'format', 'header', 'extended', 'type'],
  historical: ['provider', 'date', 'latest', 'base', 'currencies', 'decimals', 'format', 'header', 'extended', 'type'],
  convert: ['provider', 'date', 'base', 'to', 'amount', 'decimals', 'format', 'header'],
};

export const KEY_PARAMETER = 'subscription-key';

export const OPERATIONS: readonly Operation[] = ['currencies', 'providers', 'latest', 'historical', 'convert'];

const BY_PATH: ReadonlyMap<string, Operation> = new Map(OPERATIONS.map((operation) => [`/v1/${operation}`, operation]));

/** Exactly the path: a trailing slash or other letter case is another path. */
export function toOperation(path: string): Operation | null {
  return BY_PATH.get(path) ?? null;
}

/** Every parameter of the service: the ones that may not be given twice, and whose values may be logged (the key aside). */
export const KNOWN_PARAMETERS: ReadonlySet<string> = new Set([...Object.values(PARAMETERS).flat(), KEY_PARAMETER]);

/** As documented, where that differs from the folded name. */
export function toWrittenName(name: string): string {
  return name === 'countrycode' ? 'countryCode' : name;
}

/** Names of parameters that other services use; ignored, they would book wrong money. */
const MISNOMERS = ['from', 'symbol', 'symbols', 'target', 'quote', 'currency'];
const LISTS: ReadonlySet<string> = new Set(['code', 'countrycode', 'currencies', 'to', ...MISNOMERS]);

/** True for a parameter that the operation does not have and must not ignore. */
export function isForeign(operation: Operation, name: string): boolean {
  if (name === KEY_PARAMETER || PARAMETERS[operation].includes(name)) return false;
  return KNOWN_PARAMETERS.has(name) || MISNOMERS.includes(name);
}

/** True for a parameter whose value of only commas counts as absent. */
export function isList(name: string): boolean {
  return LISTS.has(name);
}

const CHOICE_OF_CURRENCIES: Readonly<Record<Operation, string>> = {
  currencies: 'the parameter for currencies is code',
  providers: 'providers are chosen by code and countryCode',
  latest: 'the parameter for currencies is currencies',
  historical: 'the parameter for currencies is currencies',
  convert: 'the parameter for target currencies is to',
};

/** What to do instead, for the message of 1104. */
export function toRightParameter(operation: Operation, name: string): string {
  if (name === 'from' && PARAMETERS[operation].includes('base')) return 'the parameter for the base currency is base';
  if (name === 'provider' && operation === 'providers') return 'the parameter for the provider is code';
  if (MISNOMERS.includes(name) || ['currencies', 'to', 'code'].includes(name)) return CHOICE_OF_CURRENCIES[operation];
  if (name === 'date' && operation === 'latest') return 'rates of a date are at /v1/historical';
  if (name === 'latest' && operation === 'convert') {
    return 'leave it out: the newest fixing on or before date is used in any case';
  }
  if ((name === 'type' || name === 'extended') && operation === 'convert') return 'leave it out: mid rates are used';
  const others = OPERATIONS.filter((other) => PARAMETERS[other].includes(name)).map((other) => `/v1/${other}`);
  return `it belongs to ${others.join(' and ')}`;
}

/** Every refusal of the service, one row each. The gateway writes the messages; OpenAPI and README list the rows. */

interface ProblemRow {
  readonly status: 400 | 401 | 403 | 404 | 405 | 414 | 429 | 500 | 503;
  readonly meaning: string;
}

export const PROBLEMS = {
  1001: { status: 400, meaning: 'invalid provider' },
  1002: { status: 400, meaning: 'invalid currency' },
  1003: { status: 400, meaning: 'invalid base currency' },
  1004: { status: 400, meaning: 'base not allowed for the provider' },
  1005: { status: 400, meaning: 'invalid decimals' },
  1006: { status: 400, meaning: 'invalid or missing date' },
  1007: { status: 400, meaning: 'no such date, or no fixing for it' },
  1008: { status: 400, meaning: 'date before the first fixing' },
  1009: { status: 400, meaning: 'invalid latest' },
  1017: { status: 400, meaning: 'missing amount' },
  1018: { status: 400, meaning: 'invalid amount' },
  1019: { status: 400, meaning: "the key's plan lacks the operation" },
  1021: { status: 400, meaning: 'base not quoted by the provider' },
  1022: { status: 400, meaning: 'invalid type' },
  1023: { status: 400, meaning: 'bid or ask not supported by the provider' },
  1024: { status: 400, meaning: 'type with extended' },
  1025: { status: 400, meaning: 'unknown rule' },
  1026: { status: 400, meaning: 'invalid period' },
  1027: { status: 400, meaning: 'invalid statistic' },
  1028: { status: 400, meaning: 'invalid numbers' },
  1029: { status: 400, meaning: 'parameters that exclude each other' },
  1100: { status: 400, meaning: 'repeated parameter' },
  1101: { status: 400, meaning: 'invalid format' },
  1102: { status: 400, meaning: 'invalid boolean' },
  1103: { status: 400, meaning: 'list too long' },
  1104: { status: 400, meaning: 'parameter of another operation' },
  1105: { status: 400, meaning: 'answer too large' },
  1106: { status: 400, meaning: 'parameter fixed by the rule' },
  1400: { status: 400, meaning: 'malformed HTTP request' },
  1401: { status: 401, meaning: 'key missing' },
  1402: { status: 401, meaning: 'key unknown' },
  1403: { status: 403, meaning: 'key disabled or expired' },
  1404: { status: 404, meaning: 'no such path' },
  1405: { status: 405, meaning: 'method not allowed' },
  1414: { status: 414, meaning: 'URL over 16 KB' },
  1429: { status: 429, meaning: 'rate limit' },
  1500: { status: 500, meaning: 'our fault' },
  1503: { status: 503, meaning: 'no data now' },
} as const satisfies Record<number, ProblemRow>;

export type ProblemCode = keyof typeof PROBLEMS;

/** Request → the key that it carries, wherever the client of this or of another service puts it. */
import { KEY_ALIASES, KEY_PARAMETER } from '../../../generator/wire/answers/operations.ts';
import type { Request } from '../http/answer.ts';
import { Problem } from '../query/problem.ts';
import { type Target, toValue, trimBlanks } from '../query/target.ts';

/**
 * The first of these that is not empty: header Subscription-Key, X-API-Key or Authorization: Bearer, parameter
 * subscription-key, header apikey, the password of Basic, the path, and the parameters of other services. Some clients send one key in two of these places.
 * @throws Problem if a key is given twice in one place
 */
export function findKey({ headers }: Request, target: Target): string | null {
  return (
    ofHeaders(headers) ??
    ofParameter(target, KEY_PARAMETER) ??
    ofHeader(headers[HEADER_ALIAS], HEADER_ALIAS) ??
    ofBasic(headers.authorization) ??
    target.pathKey ??
    ofAliases(target)
  );
}

/** @throws Problem if a header is given twice */
export function ofHeaders(headers: Request['headers']): string | null {
  return (
    ofHeader(headers[KEY_PARAMETER], 'Subscription-Key') ??
    ofHeader(headers['x-api-key'], 'X-API-Key') ??
    ofBearer(headers.authorization)
  );
}

/** Clients of apilayer's services send the key in this header. */
const HEADER_ALIAS = 'apikey';

function ofHeader(header: string | readonly string[] | undefined, name: string): string | null {
  if (header === undefined) return null;
  if (typeof header === 'string') return trimBlanks(header) || null;
  const sent = header.map(trimBlanks).filter((key) => key !== '');
  if (sent.length > 1) throw new Problem(1100, `header ${name} is given ${sent.length} times; give it once`);
  return sent[0] ?? null;
}

function ofParameter({ parameters }: Target, name: string): string | null {
  const times = parameters.get(name)?.length ?? 0;
  if (times > 1) throw new Problem(1100, `${name} is given ${times} times; give it once`);
  return toValue(parameters, name);
}

function ofAliases(target: Target): string | null {
  for (const name of KEY_ALIASES) {
    const key = ofParameter(target, name);
    if (key !== null) return key;
  }
  return null;
}

function ofBearer(authorization: string | readonly string[] | undefined): string | null {
  const [, key = ''] = /^Bearer +([^ ].*)$/i.exec(typeof authorization === 'string' ? authorization : '') ?? [];
  return trimBlanks(key) || null;
}

/** From an address such as `https://x:KEY@host/`. The name before the colon may be anything. */
function ofBasic(authorization: string | readonly string[] | undefined): string | null {
  const [, coded] = /^Basic +([\w+/-]+={0,2})$/i.exec(typeof authorization === 'string' ? authorization : '') ?? [];
  if (coded === undefined) return null;
  const decoded = Buffer.from(coded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon < 0 ? null : trimBlanks(decoded.slice(colon + 1)) || null;
}

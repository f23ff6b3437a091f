/** Request → record of its key: checks key, limit and plan, in that order. The key itself is not passed on. */
import {
  DIALECT_NAMES,
  DOCUMENTS,
  KEY_ALIASES,
  KEY_PARAMETER,
  type PlanItem,
} from '../../../generator/wire/answers/operations.ts';
import type { Allowance, Request } from '../http/answer.ts';
import { Problem } from '../query/problem.ts';
import { type Target, toValue, trimBlanks } from '../query/target.ts';
import { findSubscriber, type KeyRecord, type Subscribers, unlimited } from './api-keys.ts';
import { type Counter, checkAllowed, countAddress, MinuteCounter, toNeighbourhood } from './limit.ts';

export interface DoorSettings {
  readonly subscribers: () => Subscribers;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
  readonly unknownKeysPerMinute: number;
  /** Null when every request needs a key. */
  readonly keylessPerMinute: number | null;
  /** What counts the requests of each key, if it is not this process. */
  readonly keyCounter?: Counter;
}

type OnCount = (allowance: Allowance) => void;

/** Whoever sends no key, where the operator allows that. */
const KEYLESS = unlimited('keyless', null);

export class Doorkeeper {
  readonly #settings: DoorSettings;
  readonly #keys: Counter;
  readonly #strangers: MinuteCounter;
  readonly #keyless: MinuteCounter;

  constructor(settings: DoorSettings) {
    this.#settings = settings;
    const { nowMs, keyCounter = new MinuteCounter(nowMs) } = settings;
    this.#keys = keyCounter;
    this.#strangers = new MinuteCounter(nowMs);
    this.#keyless = new MinuteCounter(nowMs);
  }

  /** @param onCount called with what is left where the request is counted @throws Problem */
  authenticate(request: Request, target: Target, onCount: OnCount): KeyRecord {
    const { subscribers, nowMs, unknownKeysPerMinute } = this.#settings;
    const key = findKey(request, target);
    if (key === null) return this.#admitKeyless(request, onCount);
    const found = findSubscriber(subscribers(), key);
    if (found === null) {
      const toWords = (seconds: number) => `too many unknown keys from this address; ask again in ${seconds} seconds`;
      checkAllowed(countAddress(this.#strangers, request.remoteAddress, unknownKeysPerMinute), toWords);
      throw new Problem(1402, 'key is unknown');
    }
    if (!found.enabled) throw new Problem(1403, 'key is disabled');
    if (found.expires !== null && nowMs() >= Date.parse(found.expires)) throw new Problem(1403, 'key has expired');
    return found;
  }

  /** @param onCount called with what is left where the request is counted @throws Problem */
  async checkAllowance({ name, plan }: KeyRecord, operation: PlanItem, onCount: OnCount): Promise<void> {
    const { requestsPerMinute: perMinute, operations } = plan;
    if (perMinute !== null) {
      const allowance = await this.#keys.count(name, perMinute);
      onCount(allowance);
      const words = `rate limit of ${perMinute} requests a minute is reached`;
      checkAllowed(allowance, (seconds) => `${words}; ask again in ${seconds} seconds`);
    }
    if (!operations.includes(operation))
      throw new Problem(1019, `plan of this key does not include ${toWords(operation)}`);
  }

  #admitKeyless({ remoteAddress }: Request, onCount: OnCount): KeyRecord {
    const { keylessPerMinute } = this.#settings;
    if (keylessPerMinute === null) {
      const words = `send it in the header Subscription-Key or the parameter ${KEY_PARAMETER}`;
      throw new Problem(1401, `key is missing; ${words}`);
    }
    const allowance = countAddress(this.#keyless, remoteAddress, keylessPerMinute);
    onCount(allowance);
    checkAllowed(allowance, (seconds) => {
      const words = `limit of ${keylessPerMinute} requests a minute without a key is reached`;
      return `${words}; ask again in ${seconds} seconds, or send a key`;
    });
    return KEYLESS;
  }
}

/** Whose requests share: those of a key, or those of an address without one. The name of a key has no blank. */
export function shareOf(found: KeyRecord | null, { remoteAddress }: Request): string {
  return found !== null && found !== KEYLESS ? found.name : `address ${toNeighbourhood(remoteAddress)}`;
}

function toWords(operation: PlanItem): string {
  if (operation === DOCUMENTS) return 'the documents of the tree';
  const isDialect = DIALECT_NAMES.some((name) => name === operation);
  return isDialect ? `the dialect ${operation}` : `/v1/${operation}`;
}

// Request → the key that it carries, wherever the client of this or of another service puts it.

/**
 * The first of these that is not empty: header Subscription-Key, X-API-Key or Authorization: Bearer, parameter
 * subscription-key, header apikey, the password of Basic, the path, and the parameters of other services. Some clients send one key in two of these places.
 * @throws Problem if a key is given twice in one place
 */
function findKey({ headers }: Request, target: Target): string | null {
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

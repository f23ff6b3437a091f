/** Request → Subscriber: checks key, limit and plan, in that order. The key itself is not passed on. */
import {
  DIALECT_NAMES,
  type DialectName,
  DOCUMENTS,
  KEY_PARAMETER,
  PLAN_ITEMS,
  type PlanItem,
} from '../../generator/wire/answers/operations.ts';
import type { Request } from '../http/answer.ts';
import { Problem } from '../query/problem.ts';
import type { Target } from '../query/target.ts';
import { findSubscriber, type Subscriber, type Subscribers } from './api-keys.ts';
import { findKey } from './find-key.ts';
import { type MinuteCounter, toNeighbourhood } from './limit.ts';

export interface Doorkeeper {
  readonly subscribers: () => Subscribers;
  readonly nowMs: () => number;
  /** Counts the requests of each key. */
  readonly requests: MinuteCounter;
  /** Counts the attempts with unknown keys from each address. */
  readonly strangers: MinuteCounter;
  readonly unknownKeysPerMinute: number;
  /** Counts the requests without a key from each address. */
  readonly keyless: MinuteCounter;
  /** Null when every request needs a key. */
  readonly keylessPerMinute: number | null;
}

/** Whoever sends no key, where the operator allows that. */
const KEYLESS: Subscriber = {
  name: 'keyless',
  digest: '',
  enabled: true,
  expiresMs: null,
  operations: new Set(PLAN_ITEMS),
  requestsPerMinute: null,
};

/** @throws Problem */
export function authenticate(request: Request, target: Target, doorkeeper: Doorkeeper): Subscriber {
  const key = findKey(request, target);
  if (key === null) return admitKeyless(request, doorkeeper);
  const subscriber = findSubscriber(doorkeeper.subscribers(), key);
  if (subscriber === null) return refuseStranger(request, doorkeeper);
  if (!subscriber.enabled) throw new Problem(1403, 'key is disabled');
  if (subscriber.expiresMs !== null && doorkeeper.nowMs() >= subscriber.expiresMs) {
    throw new Problem(1403, 'key has expired');
  }
  return subscriber;
}

/** Whose requests share: those of a key, or those of an address without one. The name of a key has no blank. */
export function shareOf(subscriber: Subscriber | null, { remoteAddress }: Request): string {
  if (subscriber !== null && subscriber !== KEYLESS) return subscriber.name;
  return `address ${toNeighbourhood(remoteAddress)}`;
}

/** @throws Problem */
export function checkAllowance(subscriber: Subscriber, operation: PlanItem, { requests }: Doorkeeper): void {
  const { name, requestsPerMinute, operations } = subscriber;
  if (requestsPerMinute !== null) {
    const retryAfterSeconds = requests.count(name, requestsPerMinute);
    if (retryAfterSeconds !== null) {
      const words = `rate limit of ${requestsPerMinute} requests a minute is reached`;
      throw new Problem(1429, `${words}; ask again in ${retryAfterSeconds} seconds`, retryAfterSeconds);
    }
  }
  if (operations.has(operation)) return;
  throw new Problem(1019, `plan of this key does not include ${toWords(operation)}`);
}

function toWords(operation: PlanItem): string {
  if (operation === DOCUMENTS) return 'the documents of the tree';
  return isDialect(operation) ? `the dialect ${operation}` : `/v1/${operation}`;
}

function isDialect(operation: PlanItem): operation is DialectName {
  return (DIALECT_NAMES as readonly PlanItem[]).includes(operation);
}

function admitKeyless({ remoteAddress }: Request, { keyless, keylessPerMinute }: Doorkeeper): Subscriber {
  if (keylessPerMinute === null) {
    throw new Problem(1401, `key is missing; send it in the header Subscription-Key or the parameter ${KEY_PARAMETER}`);
  }
  const retryAfterSeconds = keyless.count(toNeighbourhood(remoteAddress), keylessPerMinute);
  if (retryAfterSeconds === null) return KEYLESS;
  const words = `limit of ${keylessPerMinute} requests a minute without a key is reached`;
  throw new Problem(1429, `${words}; ask again in ${retryAfterSeconds} seconds, or send a key`, retryAfterSeconds);
}

function refuseStranger({ remoteAddress }: Request, { strangers, unknownKeysPerMinute }: Doorkeeper): never {
  const retryAfterSeconds = strangers.count(toNeighbourhood(remoteAddress), unknownKeysPerMinute);
  if (retryAfterSeconds === null) throw new Problem(1402, 'key is unknown');
  throw new Problem(
    1429,
    `too many unknown keys from this address; ask again in ${retryAfterSeconds} seconds`,
    retryAfterSeconds,
  );
}

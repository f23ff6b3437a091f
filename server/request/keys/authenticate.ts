/** Request → record of its key: checks key, limit and plan, in that order. The key itself is not passed on. */
import { DIALECT_NAMES, DOCUMENTS, KEY_PARAMETER, type PlanItem } from '../../../generator/wire/answers/operations.ts';
import { type Request, type Soon, whenThere } from '../http/answer.ts';
import { Problem } from '../query/problem.ts';
import type { Target } from '../query/target.ts';
import { findSubscriber, type KeyRecord, type Subscribers, unlimited } from './api-keys.ts';
import { findKey } from './find-key.ts';
import { type Counter, countAddress, MinuteCounter, toNeighbourhood } from './limit.ts';

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

  /** @throws Problem */
  authenticate(request: Request, target: Target): KeyRecord {
    const { subscribers, nowMs, unknownKeysPerMinute } = this.#settings;
    const key = findKey(request, target);
    if (key === null) return this.#admitKeyless(request);
    const found = findSubscriber(subscribers(), key);
    if (found === null) {
      const toWords = (seconds: number) => `too many unknown keys from this address; ask again in ${seconds} seconds`;
      countAddress(this.#strangers, request.remoteAddress, unknownKeysPerMinute, toWords);
      throw new Problem(1402, 'key is unknown');
    }
    if (!found.enabled) throw new Problem(1403, 'key is disabled');
    if (found.expires !== null && nowMs() >= Date.parse(found.expires)) throw new Problem(1403, 'key has expired');
    return found;
  }

  /** @throws Problem */
  checkAllowance({ name, plan }: KeyRecord, operation: PlanItem): Soon<void> {
    const { requestsPerMinute, operations } = plan;
    return whenThere(this.#countKey(name, requestsPerMinute), () => {
      if (operations.includes(operation)) return;
      throw new Problem(1019, `plan of this key does not include ${toWords(operation)}`);
    });
  }

  #countKey(name: string, perMinute: number | null): Soon<void> {
    if (perMinute === null) return;
    const words = `rate limit of ${perMinute} requests a minute is reached`;
    return this.#keys.count(name, perMinute, (seconds) => `${words}; ask again in ${seconds} seconds`);
  }

  #admitKeyless({ remoteAddress }: Request): KeyRecord {
    const { keylessPerMinute } = this.#settings;
    if (keylessPerMinute === null) {
      const words = `send it in the header Subscription-Key or the parameter ${KEY_PARAMETER}`;
      throw new Problem(1401, `key is missing; ${words}`);
    }
    countAddress(this.#keyless, remoteAddress, keylessPerMinute, (seconds) => {
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

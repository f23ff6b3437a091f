/** Request → Subscriber: checks key, limit and plan, in that order. The key itself is not passed on. */
import { DOCUMENTS, KEY_PARAMETER, type PlanItem } from '../../generator/wire/operations.ts';
import type { Request } from '../answer.ts';
import { Problem } from '../problem.ts';
import { type Parameters, toValue, trimBlanks } from '../target.ts';
import { findSubscriber, type Subscriber, type Subscribers } from './keys.ts';
import { type MinuteCounter, toNeighbourhood } from './limit.ts';

export interface Doorkeeper {
  readonly subscribers: () => Subscribers;
  readonly nowMs: () => number;
  /** Counts the requests of each key. */
  readonly requests: MinuteCounter;
  /** Counts the attempts with unknown keys from each address. */
  readonly strangers: MinuteCounter;
  readonly unknownKeysPerMinute: number;
}

/** @throws Problem */
export function authenticate(request: Request, parameters: Parameters, doorkeeper: Doorkeeper): Subscriber {
  const key = findKey(request, parameters);
  if (key === null) {
    throw new Problem(1401, `key is missing; send it in the header Subscription-Key or the parameter ${KEY_PARAMETER}`);
  }
  const subscriber = findSubscriber(doorkeeper.subscribers(), key);
  if (subscriber === null) return refuseStranger(request, doorkeeper);
  if (!subscriber.enabled) throw new Problem(1403, 'key is disabled');
  if (subscriber.expiresMs !== null && doorkeeper.nowMs() >= subscriber.expiresMs) {
    throw new Problem(1403, 'key has expired');
  }
  return subscriber;
}

/** @throws Problem */
export function checkAllowance(subscriber: Subscriber, operation: PlanItem, { requests }: Doorkeeper): void {
  const { name, requestsPerMinute, operations } = subscriber;
  if (requestsPerMinute !== null) {
    const retryAfterSeconds = requests.count(name, requestsPerMinute);
    if (retryAfterSeconds !== null) {
      const words = `rate limit of ${requestsPerMinute} requests a minute is reached`;
      throw new Problem(1429, `${words}; ask again in ${retryAfterSeconds} seconds`, { retryAfterSeconds });
    }
  }
  if (operations.has(operation)) return;
  const lacking = operation === DOCUMENTS ? 'the documents of the tree' : `/v1/${operation}`;
  throw new Problem(1019, `plan of this key does not include ${lacking}`);
}

/** The header wins over the parameter; an empty header counts as absent. A key given twice in one place is refused. */
function findKey({ headers }: Request, parameters: Parameters): string | null {
  const header = headers[KEY_PARAMETER];
  const sent = (typeof header === 'string' ? [header] : (header ?? [])).map(trimBlanks).filter((key) => key !== '');
  if (sent.length > 1) throw new Problem(1100, `header Subscription-Key is given ${sent.length} times; give it once`);
  if (sent[0] !== undefined) return sent[0];
  const times = parameters.get(KEY_PARAMETER)?.length ?? 0;
  if (times > 1) throw new Problem(1100, `${KEY_PARAMETER} is given ${times} times; give it once`);
  return toValue(parameters, KEY_PARAMETER);
}

function refuseStranger({ remoteAddress }: Request, { strangers, unknownKeysPerMinute }: Doorkeeper): never {
  const retryAfterSeconds = strangers.count(toNeighbourhood(remoteAddress), unknownKeysPerMinute);
  if (retryAfterSeconds === null) throw new Problem(1402, 'key is unknown');
  throw new Problem(1429, `too many unknown keys from this address; ask again in ${retryAfterSeconds} seconds`, {
    retryAfterSeconds,
  });
}

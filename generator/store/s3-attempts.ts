/**
 * Repeats a request to an S3 store until it is answered: counts attempts, limits their time, waits longer each time.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPassing, toStoreError } from './s3-faults.ts';
import { noRequests, type RequestKind } from './store.ts';

interface AttemptOptions {
  /** The store's name, for messages. */
  readonly store: string;
  readonly attemptsMax: number;
  /** Time for one attempt, including the answer's body. */
  readonly timeoutMs: number;
}

const WAITS_MS = [200, 400, 800, 1600, 3200];
const WAIT_LAST_MS = 5000;

/**
 * Replaces the SDK's own retries, which are turned off: they stop after 500 tokens for the whole client, which a
 * hundred files use up at once when a store answers 503, and their attempts are not counted.
 */
export class S3Attempts {
  readonly counts = noRequests();
  readonly #options: AttemptOptions;

  constructor(options: AttemptOptions) {
    this.#options = options;
  }

  /** @param request must have the same effect if it is made twice. @throws StoreError */
  async make<Output>(
    kind: RequestKind,
    key: string,
    request: (signal: AbortSignal) => Promise<Output>,
  ): Promise<Output> {
    const { store, attemptsMax, timeoutMs } = this.#options;
    for (let attempt = 1; ; attempt++) {
      this.counts[kind]++;
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        return await request(signal);
      } catch (error) {
        // A timeout in the middle of a body looks like a lost connection.
        const fault = signal.aborted ? signal.reason : error;
        if (attempt >= attemptsMax || !isPassing(fault)) throw toStoreError(store, kind, key, fault, attempt);
      }
      await sleep(waitMs(attempt));
    }
  }
}

/** Half of the wait is random, so that many publishers do not come back at the same moment. */
function waitMs(attempt: number): number {
  const whole = WAITS_MS[attempt - 1] ?? WAIT_LAST_MS;
  return whole / 2 + randomInt(whole / 2);
}

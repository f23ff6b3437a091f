/** One request to an S3 store until it is answered: counted, bounded in time, tried again with growing waits while the store fails. */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPassing, toStoreError } from './s3-faults.ts';
import { noRequests, type RequestKind } from './store.ts';

export interface AttemptOptions {
  /** For messages. */
  readonly store: string;
  readonly attemptsMax: number;
  /** For one attempt, the answer's body included. */
  readonly timeoutMs: number;
}

const WAITS_MS = [200, 400, 800, 1600, 3200];
const WAIT_LAST_MS = 5000;

/**
 * The SDK's own retries are turned off for it: they give up at 500 tokens for the whole client, which a hundred files
 * in a storm of 503 use up at once, and what they sent is not counted.
 */
export class S3Attempts {
  readonly counts = noRequests();
  readonly #options: AttemptOptions;

  constructor(options: AttemptOptions) {
    this.#options = options;
  }

  /** @param request must leave the store as it is when it is made twice. @throws StoreError */
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
        // In the middle of a body the end of our patience looks like a lost connection.
        const fault = signal.aborted ? signal.reason : error;
        if (attempt >= attemptsMax || !isPassing(fault)) throw toStoreError(store, kind, key, fault, attempt);
      }
      await sleep(waitMs(attempt));
    }
  }
}

/** Half of it is chance, so that many publishers do not come back together. */
function waitMs(attempt: number): number {
  const whole = WAITS_MS[attempt - 1] ?? WAIT_LAST_MS;
  return whole / 2 + randomInt(whole / 2);
}

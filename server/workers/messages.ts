/** What the first process of a gateway and its workers tell each other. Both sides answer in the order of the questions. */
import type { Counted } from '../keys/limit.ts';
import type { UnreadableRelease } from '../trees/store.ts';

/** How a worker is. */
export interface Report {
  /** Id of the release that it answers from. */
  readonly release: string | null;
  readonly unreadable: UnreadableRelease | null;
  readonly metricsText: string;
}

/** Requests to count, or the answer to a question. */
export type FromWorker =
  | { readonly requests: readonly (readonly [counted: Counted, name: string, perMinute: number])[] }
  | { readonly report: Report };

/** For each request whether it is within its limit, or a question. */
export type ToWorker = { readonly admitted: readonly boolean[] } | { readonly asks: 'report' };

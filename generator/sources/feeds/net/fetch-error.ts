/** Why a request brought no answer. */
import type { FeedAnswer } from '../request.ts';
import { faultOfStatus } from './page-kind.ts';

/** The source did not give a whole answer. */
export class FetchError extends Error {
  override readonly name: string = 'FetchError';
}

/** The source answered with a status that is not 2xx. */
export class StatusError extends FetchError {
  override readonly name = 'StatusError';

  constructor(
    readonly status: number,
    readonly retryAfter: string | null,
    /** With the beginning of the page that may say why. */
    readonly answer: FeedAnswer,
  ) {
    super(faultOfStatus(status, answer.bytes));
  }
}

/** Why a request brought no answer. */

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
    kind: string | null,
  ) {
    super(`the source answers ${status}${kind === null ? '' : `, ${kind}`}`);
  }
}

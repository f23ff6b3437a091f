/** The one error that says a provider is at fault. */

/** A provider's fault. The message names the provider. An empty or unknown document is a fault too, not a quiet day. */
export class FeedError extends Error {
  override readonly name = 'FeedError';

  constructor(
    readonly provider: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(`${provider}: ${message}`, options);
  }
}

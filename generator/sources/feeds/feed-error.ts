/** The one error that says a provider is at fault. */
import { toPlain } from '../../wire/words/plain.ts';

/**
 * A provider's fault. The message names the provider, and what it quotes is plain. An empty or unknown document is a
 * fault too, not a quiet day.
 */
export class FeedError extends Error {
  override readonly name = 'FeedError';

  constructor(
    readonly provider: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(`${provider}: ${toPlain(message)}`, options);
  }
}

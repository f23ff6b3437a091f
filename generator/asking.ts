/** What one run of collect has to say of one provider when it is done: that it was asked, and what came. */
import type { Asked } from './asked.ts';
import { withoutKeys } from './feed-source.ts';
import type { Keys } from './provider.ts';
import type { IsoDate } from './wire/schemas.ts';

const REASON_CHARACTERS_MAX = 200;

export class Asking {
  /** By feed, the oldest day that its documents spoke of; '' where it had none. */
  readonly #since = new Map<string, IsoDate | ''>();

  /** @param since null: there was no document, and that is no fault */
  answered(feed: string, since: IsoDate | null): void {
    const before = this.#since.get(feed) ?? '';
    const isOlder = since !== null && (before === '' || since < before);
    this.#since.set(feed, isOlder ? since : before);
  }

  /** null where nothing was asked: a source without its key. @param failures of the run, the first of which is kept */
  toRow(at: string, failures: readonly string[], keys: Keys): Asked | null {
    const [failure] = failures;
    if (failure !== undefined) return { at, outcome: 'failed', since: '', reason: toReason(failure, keys) };
    if (this.#since.size === 0) return null;
    return { at, outcome: 'ok', since: [...this.#since.values()].sort().at(-1) ?? '', reason: '' };
  }
}

function toReason(failure: string, keys: Keys): string {
  return withoutKeys(failure, keys).replace(/\s+/g, ' ').trim().slice(0, REASON_CHARACTERS_MAX);
}

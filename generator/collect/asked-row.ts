/** What one run of collect has to say of one provider when it is done: that it was asked, and what came. */
import type { Asked } from '../archive/asked.ts';
import { withoutKeys } from '../feeds/delivery.ts';
import type { Keys } from '../feeds/provider.ts';
import { earlierOf } from '../wire/calendar.ts';
import type { IsoDate } from '../wire/schemas.ts';

const REASON_CHARACTERS_MAX = 200;

export class Asking {
  /** By feed, the oldest day that its documents spoke of. */
  readonly #since = new Map<string, IsoDate>();

  /** One of the feed's documents speaks of the days from there on. */
  answered(feed: string, since: IsoDate): void {
    this.#since.set(feed, earlierOf(since, this.#since.get(feed) ?? since));
  }

  /** null where nothing was asked: a source without its key. @param failures of the run, the first of which is kept */
  toRow(at: string, failures: readonly string[], keys: Keys): Asked | null {
    const [failure] = failures;
    if (failure !== undefined) return { at, outcome: 'failed', since: '', reason: toReason(failure, keys) };
    const since = [...this.#since.values()].sort().at(-1);
    return since === undefined ? null : { at, outcome: 'ok', since, reason: '' };
  }
}

function toReason(failure: string, keys: Keys): string {
  return withoutKeys(failure, keys).replace(/\s+/g, ' ').trim().slice(0, REASON_CHARACTERS_MAX);
}

/** What a finished run of collect notes of a provider: that it was asked, and what came. Pure. */
import type { Asked } from '../archive/asked.ts';
import { withoutKeys } from '../feeds/delivery.ts';
import type { Keys } from '../feeds/provider.ts';
import type { IsoDate } from '../wire/schemas.ts';

const REASON_CHARACTERS_MAX = 200;

/**
 * Null where nothing was asked: a source without its key.
 * @param failures of the run; the first is kept
 * @param since the oldest day that the documents speak of
 */
export function toAskedRow(at: string, failures: readonly string[], since: IsoDate | null, keys: Keys): Asked | null {
  const [failure] = failures;
  if (failure !== undefined) return { at, outcome: 'failed', since: '', reason: toReason(failure, keys) };
  return since === null ? null : { at, outcome: 'ok', since, reason: '' };
}

function toReason(failure: string, keys: Keys): string {
  return withoutKeys(failure, keys).replace(/\s+/g, ' ').trim().slice(0, REASON_CHARACTERS_MAX);
}

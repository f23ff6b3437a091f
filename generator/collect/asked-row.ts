/** The row that the archive keeps about a finished run: when a provider was asked, and with what outcome. Pure. */
import type { Asked } from '../archive/asked.ts';
import { withoutKeys } from '../feeds/delivery.ts';
import type { Keys } from '../feeds/provider.ts';
import type { IsoDate } from '../wire/words/schemas.ts';

const REASON_CHARACTERS_MAX = 200;

/**
 * Returns null if nothing was asked, because the source needs a key that is not set.
 * @param failures the failures of the run; the first one is kept
 * @param since the first day that the documents cover
 */
export function toAskedRow(at: string, failures: readonly string[], since: IsoDate | null, keys: Keys): Asked | null {
  const [failure] = failures;
  if (failure !== undefined) return { at, outcome: 'failed', since: '', reason: toReason(failure, keys) };
  return since === null ? null : { at, outcome: 'ok', since, reason: '' };
}

function toReason(failure: string, keys: Keys): string {
  return withoutKeys(failure, keys).replace(/\s+/g, ' ').trim().slice(0, REASON_CHARACTERS_MAX);
}

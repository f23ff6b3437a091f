/**
 * What a night makes of the banks that it could not read. Of a hundred some cannot be reached on any night, and most of
 * them can on the next: the night waits for those, and asks for a person only where waiting no longer helps.
 */

import { missedWords } from '../rates/status/lateness.ts';
import { readAsked } from '../sources/archive/ledger.ts';
import { ArchiveWindow } from '../sources/archive/window.ts';
import type { ProviderSummary } from '../sources/collect/events.ts';
import type { ProviderFacts } from '../sources/feeds/provider.ts';
import { PROVIDERS } from '../sources/providers/index.ts';
import { daysBetween, parseIsoDate } from '../wire/words/calendar.ts';
import type { IsoDate } from '../wire/words/schemas.ts';

/** Maintenance is over by the third night; an answer that cannot be read then has a new form. */
const MISREAD_DAYS = 2;
/** An address that has given nothing for two weeks has moved, or is closed to this network. */
const UNREACHED_DAYS = 14;
/** More banks than these, and more than a quarter of all, fail at once for a reason that is not theirs. */
const FEW = 3;

/** A bank that was asked for its newest lists tonight, and failed with at least one of them. */
export interface UnreadBank extends Pick<ProviderSummary, 'misread'> {
  readonly definition: ProviderFacts;
  /** Names the bank and its fault. */
  readonly failure: string;
  /** The date of its newest list in the archive; null if it has none. */
  readonly newest: IsoDate | null;
  /** The UTC day since which every run has failed; today if only tonight's has. */
  readonly since: IsoDate;
}

/**
 * A line for each bank: `failures` where somebody must act, with the one action, and `passing` where not.
 * @param asked how many banks were asked
 * @param now UTC day
 */
export function toUnreadLines(banks: readonly UnreadBank[], asked: number, now: IsoDate) {
  const isOurs = banks.length > FEW && banks.length * 4 > asked;
  const all = `${banks.length} of ${asked} banks could not be read: see what this machine reaches, ratetree collect --check`;
  const [failures, passing]: [string[], string[]] = [isOurs ? [all] : [], []];
  for (const bank of banks) {
    const why = isOurs ? null : whyAct(bank, now);
    const { failure, definition } = bank;
    if (why === null) passing.push(failure);
    else failures.push(`${failure}; ${why}: look at it, ratetree collect --check --provider ${definition.code}`);
  }
  return { failures, passing };
}

function whyAct({ definition, misread, newest, since }: UnreadBank, now: IsoDate): string | null {
  // Its failing is known, and nothing of it was ever served.
  if (newest === null && definition.caveat !== undefined) return null;
  // A list that was late before tonight's failure is not late because of it: the bank was closed.
  const missed = newest === null || since === now ? null : missedWords(definition, newest, now);
  if (missed !== null) return `its newest list is dated ${newest}, ${missed}`;
  const isLong = daysBetween(since, now) >= (misread ? MISREAD_DAYS : UNREACHED_DAYS);
  return isLong ? `it has failed since ${since}` : null;
}

/** What the archive knows of the banks that failed. */
export async function readUnread(archive: string, summaries: readonly ProviderSummary[], now: IsoDate) {
  const banks: UnreadBank[] = [];
  for (const { provider, failures, misread } of summaries) {
    const definition = PROVIDERS.find(({ code }) => code === provider);
    const [failure] = failures;
    if (failure === undefined || definition === undefined) continue;
    const window = new ArchiveWindow(archive, provider, null);
    const runs = await readAsked(archive, provider);
    const firstFailed = runs[runs.findLastIndex(({ outcome }) => outcome === 'ok') + 1];
    // Recordings leave no trace of runs.
    const at = firstFailed?.at ?? window.newestDocument(null)?.fetched;
    const since = at === undefined ? now : parseIsoDate(at.slice(0, 10));
    banks.push({ definition, failure, misread, newest: window.lastDate(), since });
  }
  return banks;
}

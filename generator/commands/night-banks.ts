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
/** More than a quarter of the banks at once, if that is more than three, are no matter of the banks. */
const [QUARTERS, FEW] = [4, 3];

/** A bank that was asked for its newest lists tonight, and failed with one of them at least. */
export interface UnreadBank {
  readonly definition: ProviderFacts;
  /** Names the bank and its fault. */
  readonly failure: string;
  readonly misread: boolean;
  /** The date of its newest list in the archive; null if it has none. */
  readonly newest: IsoDate | null;
  /** The UTC day since which every run has failed; today, if only tonight's has. */
  readonly since: IsoDate;
}

/** One line a bank: those for which somebody must act, with the one action, and those that are waited for. */
export interface UnreadLines {
  readonly failures: readonly string[];
  readonly passing: readonly string[];
}

/** @param asked how many banks were asked. @param now UTC day */
export function toUnreadLines(banks: readonly UnreadBank[], asked: number, now: IsoDate): UnreadLines {
  if (banks.length > FEW && QUARTERS * banks.length > asked) {
    const all = `${banks.length} of ${asked} banks could not be read: see what this machine reaches, ratetree collect --check`;
    return { failures: [all], passing: banks.map(({ failure }) => failure) };
  }
  const lines = banks.map((bank) => ({ ...bank, why: whyAct(bank, now) }));
  const toAct = lines.filter(({ why }) => why !== null);
  return {
    failures: toAct.map(
      ({ failure, why, definition: { code } }) =>
        `${failure}; ${why}: look at it, ratetree collect --check --provider ${code}`,
    ),
    passing: lines.filter(({ why }) => why === null).map(({ failure }) => failure),
  };
}

/** A list that is late on the first night of a failure is not late for it: the bank was closed, or is slow. */
function whyAct({ definition, misread, newest, since }: UnreadBank, now: IsoDate): string | null {
  // Its failing is known, and nothing of it was ever served.
  if (newest === null && definition.caveat !== undefined) return null;
  const missed = newest === null || since === now ? null : missedWords(definition, newest, now);
  if (missed !== null) return `its newest list is dated ${newest}, ${missed}`;
  const isLong = daysBetween(since, now) >= (misread ? MISREAD_DAYS : UNREACHED_DAYS);
  return isLong ? `it has failed since ${since}` : null;
}

/** What the archive knows of the banks that failed. */
export async function readUnread(
  archive: string,
  summaries: readonly ProviderSummary[],
  now: IsoDate,
): Promise<readonly UnreadBank[]> {
  const banks: UnreadBank[] = [];
  for (const {
    provider,
    failures: [failure],
    misread,
  } of summaries) {
    const definition = PROVIDERS.find(({ code }) => code === provider);
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

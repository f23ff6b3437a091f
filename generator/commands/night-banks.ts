/**
 * What a night makes of the banks that it could not read. Of a hundred some cannot be reached on any night, and most of
 * them can on the next: the night waits for those, and asks for a person only where waiting no longer helps.
 */

import { missedWords } from '../rates/status/lateness.ts';
import { readAsked } from '../sources/archive/ledger.ts';
import { ArchiveWindow } from '../sources/archive/window.ts';
import { isAsked, type ProviderSummary } from '../sources/collect/events.ts';
import type { ProviderFacts } from '../sources/feeds/provider.ts';
import { PROVIDERS } from '../sources/providers/index.ts';
import { addDays, daysBetween, laterOf, parseIsoDate } from '../wire/words/calendar.ts';
import { PlainError } from '../wire/words/input-error.ts';
import type { IsoDate } from '../wire/words/schemas.ts';
import { toAdvice } from './cli/bank-lines.ts';

/** Maintenance is over by the third night; an answer that cannot be read then has a new form. */
const MISREAD_DAYS = 2;
/** An address that has given nothing for two weeks has moved, or is closed to this network. */
const UNREACHED_DAYS = 14;
/** More banks than these, and more than a quarter of all, fail at once for a reason that is not theirs. */
const FEW = 3;

const REACH = 'see what this machine reaches, ratetree collect --check';

/** A bank that was asked for its newest lists tonight, and failed with at least one of them. */
export interface UnreadBank {
  readonly definition: ProviderFacts;
  /** Names the bank and its fault. */
  readonly failure: string;
  /** The date of its newest list in the archive; null if it has none. */
  readonly newest: IsoDate | null;
  /** The UTC day since which every run has failed; today if only tonight's has. */
  readonly since: IsoDate;
  /** Since when an answer came each time that could not be read; null if tonight none did. */
  readonly misreadSince: IsoDate | null;
}

/**
 * A line for each bank: `failures` where somebody must act, with the one action, and `passing` where not.
 * @param asked how many banks were asked
 * @param now UTC day
 */
export function toUnreadLines(banks: readonly UnreadBank[], asked: number, now: IsoDate) {
  const isOurs = banks.length > FEW && banks.length * 4 > asked;
  const all = `${banks.length} of ${asked} banks could not be read: ${REACH}`;
  const [failures, passing]: [string[], string[]] = [isOurs ? [all] : [], []];
  for (const bank of banks) {
    const why = isOurs ? null : whyAct(bank, now);
    const { failure, definition } = bank;
    if (why === null) passing.push(failure);
    else failures.push(`${failure}; ${why}: look at it, ratetree collect --check --provider ${definition.code}`);
  }
  return { failures, passing };
}

function whyAct(bank: UnreadBank, now: IsoDate): string | null {
  const { definition, newest, since, misreadSince } = bank;
  // Its failing is known, and nothing of it was ever served.
  if (newest === null && definition.caveat !== undefined) return null;
  // What was missing when the bank was last read is its own holiday: only what may have been out since then counts.
  const read = addDays(since, -1 - (definition.schedule.lagDaysMax ?? 1));
  if (newest !== null && missedWords(definition, laterOf(newest, read), now) !== null)
    return `its newest list is dated ${newest}, ${missedWords(definition, newest, now)}`;
  if (misreadSince !== null && daysBetween(misreadSince, now) >= MISREAD_DAYS)
    return `its answers could not be read since ${misreadSince}`;
  return daysBetween(since, now) >= UNREACHED_DAYS ? `it has failed since ${since}` : null;
}

/** Nobody answered, and there is nothing that a first release could be made of. */
export class NobodyAnswered extends PlainError {
  override readonly name = 'NobodyAnswered';
  readonly outcome = 'unanswered';

  constructor(asked: number) {
    super(`none of ${asked} banks answered, and the archive has no figure yet: ${REACH}`);
  }
}

/** How far a night is alone: three banks or fewer may be silent together for reasons of their own. */
export function readSilence(summaries: readonly ProviderSummary[], banks: readonly UnreadBank[]) {
  const asked = summaries.filter(isAsked);
  const isSilent = asked.length > 0 && asked.every(({ answered }) => !answered);
  const hasNothing = banks.every(({ newest }) => newest === null);
  return { asked: asked.length, isUnanswered: isSilent && asked.length > FEW, hasNothing: isSilent && hasNothing };
}

const dayOf = (instant: string | undefined) => (instant === undefined ? null : parseIsoDate(instant.slice(0, 10)));

/** What the archive knows of the banks that failed. */
export async function readUnread(archive: string, summaries: readonly ProviderSummary[], now: IsoDate) {
  const banks: UnreadBank[] = [];
  for (const { provider, failures, misread } of summaries) {
    const definition = PROVIDERS.find(({ code }) => code === provider);
    const [failure] = failures;
    if (failure === undefined || definition === undefined) continue;
    const window = new ArchiveWindow(archive, provider, null);
    const runs = await readAsked(archive, provider);
    const failed = runs.slice(runs.findLastIndex(({ outcome }) => outcome === 'ok') + 1);
    const alike = failed.slice(failed.findLastIndex(({ reason }) => toAdvice(reason) !== toAdvice(failure)) + 1);
    // Recordings leave no trace of runs.
    const since = dayOf(failed[0]?.at ?? window.newestDocument(null)?.fetched) ?? now;
    const misreadSince = misread ? (dayOf(alike[0]?.at) ?? since) : null;
    banks.push({ definition, failure, newest: window.lastDate(), since, misreadSince });
  }
  return banks;
}

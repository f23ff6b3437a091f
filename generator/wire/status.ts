/**
 * v1/status.json: what the archive says of every provider. It holds dates and no ages, so that the same archive gives the
 * same file; what depends on the clock is worked out from it here, for whoever knows what time it is.
 */
import { z } from 'zod';
import { addDays, daysBetween, toInstant, utcDay } from './calendar.ts';
import { monthlyPublications, publicationAfter, publicationMs, type Rhythm, schedule } from './schedule.ts';
import { currencyCode, type IsoDate, isoDate, providerCode } from './schemas.ts';
import { localDay } from './zone-time.ts';

/** Why a provider has no fixing of a day on which one was to be expected. GLOBAL says it in words of its own. */
export const GAP_REASONS = ['holiday', 'not published', 'fetch failed', 'not asked', 'left out'] as const;
export type GapReason = (typeof GAP_REASONS)[number];

const gap = z.strictObject({
  from: isoDate,
  to: isoDate,
  /** Of these days those on which a fixing was to be expected. */
  days: z.int().positive(),
  reason: z.string().min(1),
});

const providerStatus = z.strictObject({
  provider: providerCode,
  /** Dates of the oldest fixing and of the newest, which may lie ahead. */
  first: isoDate,
  last: isoDate,
  fixings: z.int().positive(),
  /** The day, by the provider's own calendar, of the publication that is to follow the newest fixing; null: none will. */
  next: isoDate.nullable(),
  schedule,
  monthly: z.boolean(),
  obsolete: z.boolean(),
  /** Of the days of publication from `next` on those on which its country is closed, as far as is known. */
  holidays: z.array(isoDate),
  /** Date of the last fixing of each currency. */
  currencies: z.record(currencyCode, isoDate),
  gaps: z.array(gap),
});

export const status = z.strictObject({ date: isoDate, providers: z.array(providerStatus) });

export type Gap = z.infer<typeof gap>;
export type ProviderStatus = z.infer<typeof providerStatus>;
export type Status = z.infer<typeof status>;

/** One line a provider, for a diff that can be read. */
export function statusText({ date, providers }: Status): string {
  return `{"date":"${date}","providers":[${providers.map((one) => `\n${JSON.stringify(one)}`).join(',')}]}\n`;
}

export interface Expected {
  /** The day, by the provider's own calendar. */
  readonly day: IsoDate;
  /** UTC instant. */
  readonly at: string;
  /** From now; negative when it has passed. */
  readonly inSeconds: number;
}

export interface Punctuality {
  /** UTC days since the date of the newest fixing; negative where that is dated ahead. */
  readonly ageDays: number;
  /** The publication that follows the newest fixing; null where none will. */
  readonly expected: Expected | null;
  /** Its hour has passed. */
  readonly overdue: boolean;
  /** Days of publication that are over, by the provider's own calendar, and of which there is no fixing yet. */
  readonly missed: readonly IsoDate[];
}

export function punctualityAt(one: ProviderStatus, nowMs: number): Punctuality {
  const ageDays = daysBetween(one.last, utcDay(nowMs));
  if (one.next === null) return { ageDays, expected: null, overdue: false, missed: [] };
  const atMs = publicationMs(one, one.next);
  const inSeconds = (atMs - (nowMs - (nowMs % 1000))) / 1000;
  const expected = { day: one.next, at: toInstant(new Date(atMs)), inSeconds };
  return { ageDays, expected, overdue: inSeconds <= 0, missed: missedOf(one, one.next, nowMs) };
}

/** Days without a fixing by reason, every known reason and, for words of a provider's own, `other`. */
export function gapDays({ gaps }: Pick<ProviderStatus, 'gaps'>): ReadonlyMap<GapReason | 'other', number> {
  const days = new Map<GapReason | 'other', number>([...GAP_REASONS, 'other' as const].map((reason) => [reason, 0]));
  for (const one of gaps) {
    const reason = GAP_REASONS.find((known) => known === one.reason) ?? 'other';
    days.set(reason, (days.get(reason) ?? 0) + one.days);
  }
  return days;
}

function missedOf(one: ProviderStatus, next: IsoDate, nowMs: number): readonly IsoDate[] {
  const rhythm: Rhythm = { ...one, holidays: new Set(one.holidays) };
  const today = localDay(nowMs, one.schedule.timeZone);
  const missed: IsoDate[] = [];
  for (const day of one.monthly ? monthlyPublications(rhythm, one.last) : publicationsFrom(rhythm, next)) {
    if (day >= today) break;
    missed.push(day);
  }
  return missed;
}

function* publicationsFrom(rhythm: Rhythm, first: IsoDate): Generator<IsoDate> {
  for (let day = addDays(first, -1); ; ) {
    day = publicationAfter(rhythm, day);
    yield day;
  }
}

/**
 * v1/status.json: what the archive says about every provider. The file contains dates and no ages, so that the same
 * archive gives the same file. What depends on the clock is computed in punctuality.ts.
 */
import { z } from 'zod';
import { notice } from '../words/notices.ts';
import { schedule } from '../words/schedule-fields.ts';
import { currencyCode, isoDate, providerCode } from '../words/schemas.ts';
import { dayVoices } from '../words/voices.ts';

/** Why a provider has no fixing for a day on which one was expected. GLOBAL gives reasons in its own words. */
const GAP_REASONS = ['holiday', 'not published', 'fetch failed', 'not asked', 'left out'] as const;
export type GapReason = (typeof GAP_REASONS)[number];

const gap = z.strictObject({
  from: isoDate,
  to: isoDate,
  /** How many of these days a fixing was expected on. */
  days: z.int().positive(),
  reason: z.string().min(1),
});

const frozenList = z.strictObject({
  /** The name of the list among the provider's. */
  table: z.string().min(1),
  /** Date of the first publication of these figures. */
  since: isoDate,
  /** Whether GLOBAL still uses the list: it stops on the tenth publication. */
  inGlobal: z.boolean(),
});

const providerStatus = z.strictObject({
  provider: providerCode,
  /** Dates of the oldest and of the newest fixing, which may be in the future. */
  first: isoDate,
  last: isoDate,
  fixings: z.int().positive(),
  /** Day of the publication that should follow the newest fixing, in the provider's time zone; null when none will. */
  next: isoDate.nullable(),
  schedule,
  monthly: z.boolean(),
  /** Present where it is true. */
  quarterly: z.boolean().optional(),
  obsolete: z.boolean(),
  /** Days of publication from `next` on that are known to be holidays of its country. */
  holidays: z.array(isoDate),
  /** Date of the last fixing of each currency. */
  currencies: z.record(currencyCode, isoDate),
  /** The currencies in which it has stated its figures, oldest first, each from its date on. Absent if it is one. */
  references: z
    .array(z.strictObject({ from: isoDate, currency: currencyCode }))
    .min(2)
    .optional(),
  gaps: z.array(gap),
  /** The lists that repeat the same figures under fresh dates while others move. Absent if there are none. */
  frozen: z.array(frozenList).min(1).optional(),
  /** What its terms allow, by the classes of data/licences.csv. Absent of GLOBAL. */
  licence: z.string().min(1).optional(),
  /** What nobody could see for themselves about the source: its adapter guesses. Absent if it was all recorded. */
  caveat: z.string().min(1).optional(),
});

export const status = z.strictObject({
  date: isoDate,
  /** Of GLOBAL's newest fixing; null if it has none. */
  voices: dayVoices.nullable(),
  /** On GLOBAL's newest fixing. */
  notices: z.array(notice).readonly(),
  /** The known providers without figures in the archive. */
  withoutFigures: z.array(providerCode),
  /** The providers that whoever made the tree left out for their licences. Absent if there are none. */
  leftOut: z.array(providerCode).min(1).optional(),
  providers: z.array(providerStatus),
});

export type Gap = z.infer<typeof gap>;
export type ProviderStatus = z.infer<typeof providerStatus>;
export type FrozenStatus = z.infer<typeof frozenList>;
export type Status = z.infer<typeof status>;

/** @throws SyntaxError or ZodError if the text is not what `statusText` writes */
export function parseStatus(text: string): Status {
  return status.parse(JSON.parse(text));
}

/** `daily since 2026-03-02 (not in GLOBAL)`. */
export function frozenText({ table, since, inGlobal }: FrozenStatus): string {
  return `${table} since ${since}${inGlobal ? '' : ' (not in GLOBAL)'}`;
}

/** Each provider has a line of its own, so that a diff can be read. @param lines one for each provider */
export function statusText(
  { date, voices, notices, withoutFigures, leftOut }: Omit<Status, 'providers'>,
  lines: readonly string[],
): string {
  const head = JSON.stringify({ date, voices, notices, withoutFigures, leftOut }).slice(0, -1);
  return `${head},\n"providers":[${lines.map((line) => `\n${line}`).join(',')}]}\n`;
}

/** The line of a provider. */
export function statusLine(one: ProviderStatus): string {
  return JSON.stringify(one);
}

/** Counts of days without a fixing, for every known reason and for `other`, which is any other wording. */
export function gapDays({ gaps }: Pick<ProviderStatus, 'gaps'>): ReadonlyMap<GapReason | 'other', number> {
  const days = new Map<GapReason | 'other', number>([...GAP_REASONS, 'other' as const].map((reason) => [reason, 0]));
  for (const one of gaps) {
    const reason = GAP_REASONS.find((known) => known === one.reason) ?? 'other';
    days.set(reason, (days.get(reason) ?? 0) + one.days);
  }
  return days;
}

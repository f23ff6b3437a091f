/** What one contributor can say about each currency on a date: its newest observation, and what to rebase it with. */

import { daysBetween } from '../wire/calendar.ts';
import { Ratio } from '../wire/decimal.ts';
import { type CurrencyCode, EUR, type IsoDate, type ProviderCode, USD } from '../wire/schemas.ts';
import type { Fixing, Quotation } from './fixing.ts';
import { WEEKLY_DAYS_MAX } from './history.ts';

/** Days after which a daily figure is too old to be used. */
export const DAILY_DAYS_MAX = 7;

/** The newest observation of one currency by one contributor, in units per its reference currency. */
export interface Observed {
  readonly provider: ProviderCode;
  readonly currency: CurrencyCode;
  readonly date: IsoDate;
  readonly document: string;
  /** null where it published one side only. */
  readonly mid: Ratio | null;
  /** EUR and USD per its reference currency, of the same date. */
  readonly euro: Ratio | null;
  readonly dollar: Ratio | null;
  /** Why it cannot be used, or null. */
  readonly reason: string | null;
}

export interface LeftOut {
  readonly provider: ProviderCode;
  readonly date: IsoDate;
  readonly document: string;
  /** Its figure per EUR where there is one. */
  readonly value: Ratio | null;
  readonly reason: string;
}

const ONE = Ratio.of(1n, 1n);
/** @param window the contributor's fixings up to the date, newest first */
export function newestObservations(date: IsoDate, window: readonly Fixing[]): Observed[] {
  const found = new Map<CurrencyCode, Observed>();
  for (const fixing of window) {
    const bridges = { euro: ownMid(fixing, EUR), dollar: ownMid(fixing, USD) };
    for (const [currency, quotation] of fixing.quotations) {
      if (found.has(currency) || quotation.date !== fixing.date) continue;
      found.set(currency, toObserved(date, fixing, currency, quotation, bridges));
    }
    // The reference currency is worth 1 by definition, on any date on which something can be said of its value.
    const states = bridges.euro !== null || bridges.dollar !== null;
    if (states && !found.has(fixing.reference)) {
      found.set(fixing.reference, toObserved(date, fixing, fixing.reference, null, bridges));
    }
  }
  return [...found.values()];
}

function toObserved(
  date: IsoDate,
  fixing: Fixing,
  currency: CurrencyCode,
  quotation: Quotation | null,
  bridges: { readonly euro: Ratio | null; readonly dollar: Ratio | null },
): Observed {
  const ageDays = daysBetween(fixing.date, date);
  const ageDaysMax = quotation?.weekly ? WEEKLY_DAYS_MAX : DAILY_DAYS_MAX;
  const mid = quotation === null ? ONE : quotation.mid;
  const source = quotation ?? ownQuotation(fixing, EUR) ?? ownQuotation(fixing, USD);
  const document = source?.document ?? '';
  let reason: string | null = null;
  if (ageDays > ageDaysMax) reason = `older than ${ageDaysMax} days`;
  else if (mid === null) reason = 'one side only, no mid';
  return { provider: fixing.provider, currency, date: fixing.date, document, mid, ...bridges, reason };
}

function ownQuotation(fixing: Fixing, currency: CurrencyCode): Quotation | null {
  const quotation = fixing.quotations.get(currency);
  return quotation?.date === fixing.date ? quotation : null;
}

function ownMid(fixing: Fixing, currency: CurrencyCode): Ratio | null {
  return fixing.reference === currency ? ONE : (ownQuotation(fixing, currency)?.mid ?? null);
}

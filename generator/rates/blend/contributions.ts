/**
 * What each contributor states of a currency on a date: its newest observation, rebased to units per EUR with its own
 * EUR figure, or carried by another one, or left out with the reason. Pure.
 */

import { Ratio } from '../../wire/exact/decimal.ts';
import { daysBetween } from '../../wire/words/calendar.ts';
import { type CurrencyCode, EUR, type IsoDate, USD } from '../../wire/words/schemas.ts';
import { type Bridge, carry } from './carrying.ts';
import type { Contributions, FigureSource, LeftOut, Rebased } from './consensus.ts';
import { DAILY_DAYS_MAX, type Fixing, midOf, ownQuotation, type Quotation, WEEKLY_DAYS_MAX } from './fixing.ts';

/** The newest observation of one currency by one contributor, in units per its reference currency. */
export interface Observed extends FigureSource {
  readonly currency: CurrencyCode;
  /** Null where the contributor published one side only. */
  readonly mid: Ratio | null;
  /** What the contributor stated on that date. */
  readonly fixing: Fixing;
  /** Why the observation cannot be used; null when it can. */
  readonly reason: string | null;
  /** The reason is that it is no voice, or that its list is frozen. */
  readonly isVoiceless: boolean;
}

/**
 * @param window the contributor's fixings that were made up to the date, newest first
 * @param silenced reasons by provider and table, for the lists that are not used
 */
export function newestObservations(
  date: IsoDate,
  window: readonly Fixing[],
  silenced: ReadonlyMap<string, string>,
): Observed[] {
  const found = new Map<CurrencyCode, Observed>();
  for (const fixing of window) {
    for (const [currency, quotation] of fixing.quotations) {
      if (found.has(currency) || quotation.date !== fixing.date) continue;
      found.set(currency, observe(date, fixing, currency, quotation, silenced));
    }
    // The reference currency is 1 by definition, and is observed on every date whose fixing states EUR or USD.
    if (!found.has(fixing.reference) && canBeRebased(fixing))
      found.set(fixing.reference, observe(date, fixing, fixing.reference, null, silenced));
  }
  return [...found.values()];
}

/** Whether the fixing states EUR or USD, with which its other figures are rebased. */
export function canBeRebased(fixing: Fixing): boolean {
  return midOf(EUR, fixing) !== null || midOf(USD, fixing) !== null;
}

/**
 * @param observed the observations of one currency
 * @param bridge null while GLOBAL's own EUR/USD is being made
 */
export function toContributions(observed: readonly Observed[], bridge: Bridge | null): Contributions {
  const all = observed.map((one) => toContribution(one, bridge));
  return {
    rebased: all.flatMap((one) => ('reason' in one ? [] : one)),
    leftOut: all.flatMap((one) => ('reason' in one ? one : [])),
  };
}

function toContribution(one: Observed, bridge: Bridge | null): Rebased | LeftOut {
  const { provider, currency, date, made, document, mid, fixing } = one;
  const carried = one.reason !== null || mid === null ? null : carry(currency, mid, fixing, bridge);
  if (carried !== null) return { provider, date, made, document, ...carried };
  const reason = one.reason ?? (mid === null ? ONE_SIDE : reasonWithoutBridge(one));
  return { provider, date, made, document, value: null, reason };
}

function reasonWithoutBridge({ currency, fixing }: Observed): string {
  if (EUR in fixing.noVoice && fixing.quotations.has(EUR)) return 'its EUR figure is no voice';
  return midOf(USD, fixing) === null || currency === USD
    ? 'no EUR or USD figure of its date to rebase with'
    : 'by its USD figure, but there is no EUR/USD';
}

const ONE_SIDE = 'one side only, no mid';

/** @param quotation null for the reference currency, which has the document and the list of its EUR or USD figure */
function observe(
  date: IsoDate,
  fixing: Fixing,
  currency: CurrencyCode,
  quotation: Quotation | null,
  silenced: ReadonlyMap<string, string>,
): Observed {
  const { provider, made } = fixing;
  const bridge = ownQuotation(EUR, fixing) ?? ownQuotation(USD, fixing);
  const source = quotation ?? bridge;
  const frozenOf = (one: Quotation | null) => silenced.get(`${provider} ${tableOf(one)}`) ?? null;
  const frozen = silenced.size === 0 ? null : (frozenOf(source) ?? frozenOf(bridge));
  const ageDaysMax = quotation?.weekly ? WEEKLY_DAYS_MAX : DAILY_DAYS_MAX;
  const mid = quotation === null ? Ratio.one : quotation.mid;
  const isOld = daysBetween(made, date) > ageDaysMax;
  const unheard = fixing.noVoice[currency];
  const figureReason = unheard === undefined ? (mid === null ? ONE_SIDE : frozen) : `no voice: ${unheard}`;
  const reason = isOld ? `older than ${ageDaysMax} days` : figureReason;
  // Whether it is old as well does not matter: a list without a voice does not deny another one either.
  const isVoiceless = unheard !== undefined || frozen !== null;
  return {
    provider,
    currency,
    date: fixing.date,
    made,
    document: source?.document ?? '',
    mid,
    fixing,
    reason,
    isVoiceless,
  };
}

/** The table that stated the mid. */
function tableOf(quotation: Quotation | null): string {
  return quotation?.rows.find(({ document }) => document === quotation.document)?.table ?? '';
}

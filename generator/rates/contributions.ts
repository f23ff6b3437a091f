/**
 * What each contributor states of a currency on a date: its newest observation, rebased to units per EUR with its own
 * EUR figure, or with its USD figure as a bridge, or left out with the reason. Pure.
 */

import { type Decimal, Ratio } from '../wire/exact/decimal.ts';
import { daysBetween } from '../wire/words/calendar.ts';
import { type CurrencyCode, EUR, type IsoDate, USD } from '../wire/words/schemas.ts';
import type { FigureSource, Rebased } from './consensus.ts';
import type { Fixing, Quotation } from './fixing.ts';
import { WEEKLY_DAYS_MAX } from './history.ts';
import { type Mover, midOf } from './mover.ts';

/** A daily figure older than this many days is not used. */
export const DAILY_DAYS_MAX = 7;

/** The newest observation of one currency by one contributor, in units per its reference currency. */
export interface Observed extends FigureSource {
  readonly currency: CurrencyCode;
  /** Null where the contributor published one side only. */
  readonly mid: Ratio | null;
  /** What the contributor stated on that date. */
  readonly fixing: Fixing;
  /** EUR and USD per its reference currency, of the same date. */
  readonly euro: Ratio | null;
  readonly dollar: Ratio | null;
  /** Why the observation cannot be used; null when it can. */
  readonly reason: string | null;
  /** The reason is that its list is frozen. */
  readonly isFrozen: boolean;
}

export interface LeftOut extends FigureSource {
  /** The contributor's figure per EUR; null when it could not be rebased. */
  readonly value: Ratio | null;
  readonly reason: string;
}

/** All that contributors state of one currency: the figures per EUR, and the figures that cannot be used. */
export interface Contributions {
  readonly rebased: readonly Rebased[];
  readonly leftOut: readonly LeftOut[];
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
    const bridges = { euro: midOf(EUR, fixing), dollar: midOf(USD, fixing) };
    const observe = observer(date, fixing, bridges, silenced);
    for (const [currency, quotation] of fixing.quotations) {
      if (found.has(currency) || quotation.date !== fixing.date) continue;
      found.set(currency, observe(currency, quotation));
    }
    // The reference currency is 1 by definition, and is observed on every date whose fixing states EUR or USD.
    const states = bridges.euro !== null || bridges.dollar !== null;
    if (states && !found.has(fixing.reference)) {
      found.set(fixing.reference, observe(fixing.reference, null));
    }
  }
  return [...found.values()];
}

/** GLOBAL's own EUR/USD of a date, with which figures are rebased whose contributor has no EUR figure, or are older. */
export interface Bridge {
  readonly date: IsoDate;
  /** Null where GLOBAL has no EUR/USD. */
  readonly dollar: Decimal | null;
  /** By what a figure of an earlier day is carried to the date. */
  moverOf(currency: CurrencyCode): Mover;
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
  const { provider, date, made, document, mid } = one;
  const bridged = bridge === null ? null : bridgeOf(one, bridge);
  const perEuro = bridged ?? one.euro;
  if (one.reason === null && perEuro !== null && mid !== null) {
    return { provider, date, made, document, value: mid.over(perEuro), bridged: bridged !== null };
  }
  const reason = one.reason ?? (perEuro === null ? reasonWithoutBridge(one) : ONE_SIDE);
  return { provider, date, made, document, value: null, reason };
}

/**
 * The contributor's EUR figure by its USD figure; null if its own EUR figure is to be used. On USD itself a bridge
 * would only return GLOBAL's own figure.
 */
function bridgeOf({ currency, made, euro, dollar: own, reason }: Observed, bridge: Bridge): Ratio | null {
  if (reason !== null || currency === USD || bridge.dollar === null || own === null) return null;
  const isWanted = euro === null || (made < bridge.date && bridge.moverOf(currency) === 'dollar');
  return isWanted ? own.over(bridge.dollar.toRatio()) : null;
}

function reasonWithoutBridge({ currency, dollar }: Observed): string {
  return dollar === null || currency === USD
    ? 'no EUR or USD figure of its date to rebase with'
    : 'by its USD figure, but there is no EUR/USD';
}

const ONE_SIDE = 'one side only, no mid';

/** What the fixing states of its currencies. All that is the same for each of them is worked out once. */
function observer(
  date: IsoDate,
  fixing: Fixing,
  bridges: { readonly euro: Ratio | null; readonly dollar: Ratio | null },
  silenced: ReadonlyMap<string, string>,
): (currency: CurrencyCode, quotation: Quotation | null) => Observed {
  const { provider, made } = fixing;
  const ageDays = daysBetween(made, date);
  const bridge = ownQuotation(fixing, EUR) ?? ownQuotation(fixing, USD);
  const frozenOf = (quotation: Quotation | null) => silenced.get(`${provider} ${tableOf(quotation)}`) ?? null;
  const frozenBridge = frozenOf(bridge);
  return (currency, quotation) => {
    const ageDaysMax = quotation?.weekly ? WEEKLY_DAYS_MAX : DAILY_DAYS_MAX;
    const mid = quotation === null ? Ratio.one : quotation.mid;
    const source = quotation ?? bridge;
    const frozen = frozenOf(source) ?? frozenBridge;
    const document = source?.document ?? '';
    let reason: string | null = null;
    if (ageDays > ageDaysMax) reason = `older than ${ageDaysMax} days`;
    else if (mid === null) reason = ONE_SIDE;
    else reason = frozen;
    const isFrozen = reason !== null && reason === frozen;
    return { provider, currency, date: fixing.date, made, document, mid, fixing, ...bridges, reason, isFrozen };
  };
}

/** The table that stated the mid. */
function tableOf(quotation: Quotation | null): string {
  return quotation?.rows.find(({ document }) => document === quotation.document)?.table ?? '';
}

function ownQuotation(fixing: Fixing, currency: CurrencyCode): Quotation | null {
  const quotation = fixing.quotations.get(currency);
  return quotation?.date === fixing.date ? quotation : null;
}

/**
 * What a provider states for a day, the crosses that follow from it, and when the crosses of other providers confirm
 * or contradict a figure. Pure.
 */

import type { ProviderFacts } from '../../sources/feeds/provider.ts';
import { Ratio } from '../../wire/exact/decimal.ts';
import { addDays } from '../../wire/words/calendar.ts';
import { type CurrencyCode, EUR, type IsoDate, USD } from '../../wire/words/schemas.ts';
import {
  AGREEMENT,
  DAYS_AFTER,
  DAYS_BEFORE,
  DENIALS_MIN,
  type FigureStep,
  growthOf,
  isNear,
  SMALL_STEP,
  sizeOf,
  toNames,
  toPercent,
} from './steps.ts';

/** Everything that a provider states for a day. */
export interface Quotes {
  readonly reference: string;
  /** Units of the currency per one unit of the reference currency, which is 1 itself; null if it is not quoted. */
  unitsOf(currency: string): Ratio | null;
}

/** Figures are compared in these currencies where one provider does not quote the other's reference currency. */
export const BRIDGES: readonly CurrencyCode[] = [USD, EUR];

/** Units of the quote per one unit of the base, or null if the provider does not quote both. */
export function crossOf(quotes: Quotes, base: string, quote: string): Ratio | null {
  const [ofBase, ofQuote] = [quotes.unitsOf(base), quotes.unitsOf(quote)];
  return ofBase === null || ofQuote === null ? null : ofQuote.over(ofBase);
}

/**
 * NBU quotes silver but no roubles. Its silver in dollars is combined with the doubted provider's own dollars in
 * roubles. The provider's own dollars are never a bridge for its dollars: they would be their own witness.
 */
export function bridgedCross(own: Quotes, theirs: Quotes, base: string, quote: string): Ratio | null {
  for (const bridge of BRIDGES) {
    if (bridge === base || bridge === quote) continue;
    const [first, second] = base === own.reference ? [own, theirs] : [theirs, own];
    const [toBridge, fromBridge] = [crossOf(first, base, bridge), crossOf(second, bridge, quote)];
    if (toBridge !== null && fromBridge !== null) return toBridge.times(fromBridge);
  }
  return null;
}

export interface WitnessRate {
  readonly provider: string;
  /** Units of the quote per one unit of the base. */
  readonly rate: Ratio;
  /** True if it is stated for the figure's own day or a later one. An older one could not know of a step. */
  readonly couldKnow: boolean;
  /** True if it could only be compared through a figure of the doubted provider that does not stand itself. */
  readonly isThroughDoubt: boolean;
}

/**
 * The doubted provider's own dollars and euros, through which those are compared that do not quote its reference
 * currency.
 */
export interface OwnBridges {
  /** Those that stood up to the judgement of others. */
  readonly standing: Quotes;
  /** Also those that are held back or not judged yet: they may deny, but they confirm nothing. */
  readonly any: Quotes;
}

const TWICE = Ratio.of(2n, 1n);

export function isWitness(other: ProviderFacts, doubted: ProviderFacts): boolean {
  return other.code !== doubted.code && isComparable(other, doubted);
}

/** The days around a date on which other providers are consulted. */
export function daysAbout(date: IsoDate): readonly IsoDate[] {
  return Array.from({ length: DAYS_BEFORE + 1 + DAYS_AFTER }, (_, index) => addDays(date, index - DAYS_BEFORE));
}

/** What a provider that states `theirs` states about the pair; nothing if it cannot be compared. */
export function witnessRates(
  { provider, couldKnow }: Pick<WitnessRate, 'provider' | 'couldKnow'>,
  theirs: Quotes,
  own: OwnBridges,
  base: string,
  quote: string,
): readonly WitnessRate[] {
  const free = crossOf(theirs, base, quote) ?? bridgedCross(own.standing, theirs, base, quote);
  const rate = free ?? bridgedCross(own.any, theirs, base, quote);
  return rate === null ? [] : [{ provider, couldKnow, rate, isThroughDoubt: free === null }];
}

export function isFree({ isThroughDoubt }: WitnessRate): boolean {
  return !isThroughDoubt;
}

/** A figure that another states confirms a step that ends near it, if it is nearer than half the way back. */
function isConfirming(rate: Ratio, step: FigureStep): boolean {
  if (!isNear(step.to.value, rate, AGREEMENT)) return false;
  const rest = sizeOf({ from: { ...step.to, value: rate }, to: step.to });
  return rest.times(TWICE).compareTo(sizeOf(step)) <= 0;
}

/**
 * Who confirms a step, and who denies it: a provider that states where it began, and nothing where it ends, on its day
 * or later. Several may have copied one list, so a step that more deny is not confirmed by those that repeat it.
 */
function testimonyOf(step: FigureStep, witnesses: readonly WitnessRate[]) {
  const { from, to } = step;
  const confirming = new Set(witnesses.filter(({ rate }) => isConfirming(rate, step)).map(({ provider }) => provider));
  const isBehind = (rate: Ratio) =>
    !isNear(rate, to.value, SMALL_STEP) && growthOf(rate, from.value).compareTo(growthOf(rate, to.value)) < 0;
  const denying = witnesses.filter(
    ({ provider, rate, couldKnow }) => couldKnow && !confirming.has(provider) && isBehind(rate),
  );
  return { confirming, denying };
}

/** How many of some providers speak for themselves and for no other, the doubted one included where it is named. */
export type CountVoices = (providers: ReadonlySet<string>, isBesideDoubted: boolean) => number;

/**
 * Why others do not believe a step; null if they do, or say too little. A small one needs two who deny it, a large one
 * somebody who confirms it.
 */
export function dissentOf(
  step: FigureStep,
  witnesses: readonly WitnessRate[],
  isSmall: boolean,
  countVoices: CountVoices,
): string | null {
  const { value } = step.to;
  const { confirming, denying } = testimonyOf(step, witnesses);
  const isUnconfirmed = witnesses.length > 0 && confirming.size === 0;
  if (isSmall ? isDenied(value, witnesses, SMALL_STEP) : isUnconfirmed) return toDissent(value, witnesses);
  const deniers = countVoices(providersOf(denying), false);
  if (deniers === 0 || (isSmall && deniers < DENIALS_MIN) || deniers <= countVoices(confirming, true)) return null;
  const names = toNames([...confirming]);
  const despite = confirming.size === 0 ? '' : `, although ${names} ${confirming.size === 1 ? 'says' : 'say'} the same`;
  return `${toDissent(value, denying)}${despite}`;
}

/** Whether a step has fewer than two other providers beside it, and none that confirms it. */
export function isAlone(step: FigureStep, witnesses: readonly WitnessRate[]): boolean {
  return providersOf(witnesses).size < DENIALS_MIN && !witnesses.some(({ rate }) => isConfirming(rate, step));
}

function providersOf(witnesses: readonly WitnessRate[]): ReadonlySet<string> {
  return new Set(witnesses.map(({ provider }) => provider));
}

/** At least two providers state the pair, and none of their figures is near. */
function isDenied(value: Ratio, witnesses: readonly WitnessRate[], factor: Ratio): boolean {
  if (providersOf(witnesses).size < DENIALS_MIN) return false;
  return !witnesses.some(({ rate }) => isNear(value, rate, factor));
}

/**
 * A first figure has no past. It is doubtful only if at least two others state something else. The dollars and euros of
 * a first list that is inverted as a whole are held back too. Through them nobody can confirm its other figures, but
 * many can deny them.
 * @returns those who contradict it; none if it is not doubtful
 */
export function contradictionsOf(first: Ratio, witnesses: readonly WitnessRate[]): readonly WitnessRate[] {
  const counted = witnesses.filter((one) => isFree(one) || !isNear(first, one.rate, AGREEMENT));
  return isDenied(first, counted, AGREEMENT) ? counted : [];
}

/** @param witnesses at least one */
export function nearestOf(value: Ratio, witnesses: readonly WitnessRate[]): Ratio {
  return witnesses
    .map(({ rate }) => rate)
    .reduce((best, rate) => (growthOf(rate, value).compareTo(growthOf(best, value)) < 0 ? rate : best));
}

/** `8 % or more from BOC, ECB`. */
export function toDissent(value: Ratio, witnesses: readonly WitnessRate[]): string {
  const names = toNames(witnesses.map(({ provider }) => provider));
  return `${toPercent(Ratio.one, growthOf(nearestOf(value, witnesses), value))} or more from ${names}`;
}

/**
 * A month's average says nothing about its last day, so a monthly provider is compared with monthly ones only, and a
 * quarterly one, which keeps a figure until the market has moved by a tenth, with nobody. What an authority takes from
 * banks is no second voice about one of them, and may be weeks old: JPC's list was set nine days before its first day.
 */
export function isComparable(
  { obsolete = false, monthly = false, quarterly = false, kind }: ProviderFacts,
  doubted: Pick<ProviderFacts, 'monthly' | 'kind'>,
): boolean {
  if (obsolete || quarterly || (kind !== undefined && doubted.kind === undefined && doubted.monthly !== true))
    return false;
  return !monthly || doubted.monthly === true;
}

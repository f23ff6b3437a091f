/**
 * Currencies whose fresh figures are all in quarantine. Each figure may be there rightly, but carrying the one before
 * would say that nothing has happened: after a redenomination it is wrong by the factor. Pure.
 */

import { groupBy } from '../../kit/items.ts';
import { pegInForce } from '../../sources/facts/pegs.ts';
import type { Ratio } from '../../wire/exact/decimal.ts';
import type { Notice } from '../../wire/words/notices.ts';
import { type CurrencyCode, EUR, type IsoDate } from '../../wire/words/schemas.ts';
import { growthOf } from '../quarantine/steps.ts';
import { toNames } from '../quarantine/words.ts';
import type { Bridge } from './carrying.ts';
import { FIGURES_MIN, type LeftOut, median } from './consensus.ts';
import { canBeRebased, newestObservations, type Observed, toContributions } from './contributions.ts';
import { type Evidence, hasEnded, type Law } from './evidence.ts';
import { toFigure } from './figure.ts';
import type { Windows } from './fixing.ts';
import { isFresh } from './voices.ts';

/** A currency whose only fresh figures are in quarantine. */
export interface QuarantinedCurrency {
  readonly currency: CurrencyCode;
  readonly notice: Notice;
  /** What the banks state, as provenance lists it. */
  readonly leftOut: readonly LeftOut[];
  /** GLOBAL states it nevertheless, because it has a peg and fewer than three banks are held. */
  readonly isStated: boolean;
}

/** @param unfiltered for each contributor with a figure in quarantine, its fixings of the last days with all figures */
export function toQuarantinedCurrencies(
  evidence: Evidence,
  unfiltered: Windows,
  { pegs, withdrawals }: Law,
): readonly QuarantinedCurrency[] {
  const { date, bridge, contributions } = evidence;
  const alone = [...quarantinedAlone(evidence, unfiltered)].filter(([code]) => !hasEnded(code, date, withdrawals));
  return alone.map(([code, quarantined]) => {
    const before = toFigure(code, contributions.get(code))?.figure.toRatio() ?? null;
    const isStated = pegInForce(pegs, code, date) !== null && quarantined.length < FIGURES_MIN;
    return judge(code, quarantined, bridge, before, isStated);
  });
}

/** The fresh figures in quarantine, by currency, where no bank states anything else that is fresh. */
function quarantinedAlone(
  { date, observed }: Evidence,
  unfiltered: Windows,
): ReadonlyMap<CurrencyCode, readonly Observed[]> {
  const all = unfiltered.flatMap((window) => newestObservations(date, window, new Map())).filter(isUsable(date));
  if (all.length === 0) return new Map();
  const standing = new Map(observed.map((one) => [nameOf(one), one]));
  const quarantined = all.filter((one) => one.made > (standing.get(nameOf(one))?.made ?? '') && one.currency !== EUR);
  const outdated = new Set(quarantined.map(nameOf));
  const stated = observed.filter(isUsable(date)).filter((one) => !outdated.has(nameOf(one)));
  const codes = new Set(stated.map(({ currency }) => currency));
  return groupBy(
    quarantined.filter(({ currency }) => !codes.has(currency)),
    ({ currency }) => currency,
  );
}

function isUsable(date: IsoDate): (one: Observed) => boolean {
  return ({ reason, made, fixing }) => reason === null && isFresh(made, date) && canBeRebased(fixing);
}

function nameOf({ provider, currency }: Observed): string {
  return `${provider} ${currency}`;
}

/** @param before the figure that GLOBAL would carry; null if there is none */
function judge(
  currency: CurrencyCode,
  quarantined: readonly Observed[],
  bridge: Bridge,
  before: Ratio | null,
  isStated: boolean,
): QuarantinedCurrency {
  const { rebased } = toContributions(quarantined, bridge);
  const value = rebased.length === 0 ? null : median(rebased.map((one) => one.value));
  const names = toNames(quarantined.map(({ provider }) => provider).sort());
  const banks =
    quarantined.length === 1 ? 'the only bank that states it is' : `all ${quarantined.length} banks that state it are`;
  const end = isStated ? 'the official number' : 'nothing';
  const words = `${banks} held in quarantine (${names})${stepText(before, value)}; GLOBAL states ${end}`;
  return {
    currency,
    notice: { currency, kind: isStated ? 'peg-official' : 'held', words },
    leftOut: rebased.map((one) => ({ ...one, reason: 'in quarantine' })),
    isStated,
  };
}

/** `, at 13.7813 per EUR, 1000 times less than before`. */
function stepText(before: Ratio | null, value: Ratio | null): string {
  if (value === null) return '';
  const at = `, at ${value.roundSignificant(6)} per EUR`;
  if (before === null) return at;
  const direction = value.compareTo(before) > 0 ? 'more' : 'less';
  return `${at}, ${growthOf(before, value).roundSignificant(3)} times ${direction} than before`;
}

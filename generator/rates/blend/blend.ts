/**
 * GLOBAL: many providers' fixings → one figure a currency, in units per EUR, and the trail that lets a reader recompute
 * it. Pure: the order of the providers makes no difference.
 *
 * The evidence is each contributor's newest observation of a currency from the last 7 days (14 for a weekly list),
 * rebased to EUR with its own figures. A currency whose fresh figures are all in quarantine has no figure, unless its
 * peg holds. Any other has the official peg if a law fixes the rate; otherwise the median of three or more
 * contributions, the mean of two, or the only one; and no figure if most disagree. Currencies that have ended are
 * listed separately, and a date with too few currencies is a gap. docs/global.md describes the method, and decision 4
 * gives the reasons.
 */

import { type Table, toTable } from '../../wire/answers/table.ts';
import type { Notice } from '../../wire/words/notices.ts';
import { EUR, GLOBAL, type IsoDate } from '../../wire/words/schemas.ts';
import type { EarlierFigure } from './earlier-figures.ts';
import { type Evidence, type Law, toEvidence } from './evidence.ts';
import { ALL_QUARANTINED, BASE, type BlendedFigure, byCurrency, toEnded, toUnstated, type Unstated } from './figure.ts';
import type { Windows } from './fixing.ts';
import { toFrozenLists, toSilenced } from './frozen-lists.ts';
import { type CurrencyOutcome, type Omission, toOutcomes } from './outcomes.ts';
import { type QuarantinedCurrency, toQuarantinedCurrencies } from './quarantined-currencies.ts';
import { newestUsed, toGap } from './voices.ts';
import { toStatings } from './windows.ts';

/** Part of every digest of inputs, so that a change of method blends every date again. */
export const METHOD = 'ratetree-blend-5';

export interface Blend {
  readonly date: IsoDate;
  /** In code order, with EUR. */
  readonly figures: readonly BlendedFigure[];
  /** Currencies that were quoted in the window and have no figure, with the reasons. */
  readonly missing: readonly Unstated[];
  /** For each currency that only one bank states, what others stated before. */
  readonly earlier: readonly EarlierFigure[];
  /** What a reader should know about single currencies, in code order. */
  readonly notices: readonly Notice[];
  /** Currencies that had ended by the date and are still on some provider's list. */
  readonly ended: readonly Unstated[];
  /** Why there is no fixing on this date; null when there is one. */
  readonly gap: string | null;
}

interface BlendInputs {
  readonly date: IsoDate;
  /**
   * The fixings of the last 31 days, newest first, of each contributor; monthly, obsolete and late-publishing providers
   * are not contributors.
   */
  readonly windows: Windows;
  /** How many contributors had a fixing by the date. */
  readonly known: number;
  /** Each contributor's fixings of the last 45 days. */
  readonly memory: Windows;
  /** For each contributor with a figure in quarantine, its fixings of the last days, quarantined figures included. */
  readonly unfiltered: Windows;
  readonly law: Law;
  readonly omission: Omission;
}

export function blend({ date, windows, known, memory, unfiltered, law, omission }: BlendInputs): Blend {
  const silenced = toSilenced(toFrozenLists(windows));
  const statings = toStatings(memory);
  const evidence = toEvidence(date, windows, statings, silenced, law);
  const quarantined = toQuarantinedCurrencies(evidence, unfiltered, law);
  const unstated = quarantined.filter(({ isStated }) => !isStated);
  const codes = evidence.codes.filter((code) => !unstated.some(({ currency }) => currency === code));
  const outcomes = toOutcomes(codes, law.pegs, evidence, statings, omission);
  const figures = [BASE, ...outcomes.flatMap(({ figure }) => figure ?? [])].sort(byCurrency);
  return {
    date,
    figures,
    missing: toMissing(outcomes, unstated, evidence),
    earlier: outcomes.flatMap(({ earlier }) => earlier),
    notices: [...quarantined, ...outcomes].flatMap(({ notice }) => notice ?? []).sort(byCurrency),
    ended: toEnded(evidence.ended, law.withdrawals),
    gap: gapOf(figures, outcomes, evidence, known),
  };
}

function toMissing(
  outcomes: readonly CurrencyOutcome[],
  unstated: readonly QuarantinedCurrency[],
  { contributions }: Evidence,
) {
  const without = outcomes.filter(({ figure }) => figure === null);
  return [
    ...without.map(({ currency, reason }) => toUnstated(currency, reason, contributions.get(currency))),
    ...unstated.map(({ currency, leftOut }) =>
      toUnstated(currency, ALL_QUARANTINED, contributions.get(currency), leftOut),
    ),
  ].sort(byCurrency);
}

/**
 * A currency that only figures without a voice state is not expected, or a list that stays frozen would cost GLOBAL its
 * fixings.
 */
function gapOf(
  figures: readonly BlendedFigure[],
  outcomes: readonly CurrencyOutcome[],
  { codes, observed }: Evidence,
  known: number,
): string | null {
  const lacking = outcomes.filter(({ figure }) => figure === null);
  const live = new Set(observed.flatMap(({ currency, isVoiceless }) => (isVoiceless ? [] : [currency])));
  return toGap({
    stated: figures.length,
    covered: codes.length - lacking.filter(({ isOmitted }) => !isOmitted).length,
    quoted: codes.length - lacking.filter(({ currency }) => !live.has(currency)).length,
    contributing: newestUsed(figures).size,
    known,
  });
}

export function toBlendTable({ date, figures }: Blend): Table {
  const rows = figures.map(
    ({ currency, figure }) => [currency, { mid: figure.toRatio(), bid: null, ask: null }] as const,
  );
  return toTable({ provider: GLOBAL, date, reference: EUR, bidAsk: false }, rows);
}

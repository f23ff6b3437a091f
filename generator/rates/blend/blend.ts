/**
 * GLOBAL: many providers' fixings → one figure a currency, in units per EUR, and the trail that lets a reader recompute
 * it. Pure: the order of the providers makes no difference.
 *
 * The evidence is each contributor's newest observation of a currency from the last 7 days (14 for a weekly list),
 * rebased to EUR with its own figures. A currency whose newer figures are in quarantine has no figure, unless its
 * peg holds. Any other has the official peg if a law fixes the rate; otherwise the median of three or more
 * contributions, the mean of two, or the only one; and no figure if most disagree. Currencies that have ended are
 * listed separately, and a date with too few currencies is a gap. docs/global.md describes the method, and decision 4
 * gives the reasons.
 */
import { groupBy } from '../../kit/items.ts';
import { pegInForce } from '../../sources/facts/pegs.ts';
import { type Table, toTable } from '../../wire/answers/table.ts';
import type { Ratio } from '../../wire/exact/decimal.ts';
import type { Notice } from '../../wire/words/notices.ts';
import { type CurrencyCode, EUR, GLOBAL, type IsoDate, USD } from '../../wire/words/schemas.ts';
import { growthOf, toNames } from '../quarantine/steps.ts';
import { AGREEMENT_SHARE, FIGURES_MIN, isWithin, type LeftOut, median, type Rebased } from './consensus.ts';
import { canBeRebased, newestObservations, type Observed, toContributions } from './contributions.ts';
import type { EarlierFigure } from './earlier-figures.ts';
import {
  BASE,
  type BlendedFigure,
  byCurrency,
  type Evidence,
  hasEnded,
  type Law,
  QUARANTINED,
  toEnded,
  toEvidence,
  toFigure,
  toUnstated,
  type Unstated,
} from './figure.ts';
import type { Windows } from './fixing.ts';
import { toFrozenLists, toSilenced } from './frozen-lists.ts';
import { type CurrencyOutcome, type Omission, toOutcomes } from './outcomes.ts';
import { isFresh, newestUsed, toGap, toStatings } from './voices.ts';

/** Part of every digest of inputs, so that a change of method blends every date again. */
export const METHOD = 'ratetree-blend-6';

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
    ...unstated.map(({ currency, leftOut }) => toUnstated(currency, QUARANTINED, contributions.get(currency), leftOut)),
  ].sort(byCurrency);
}

/**
 * A currency that only figures without a voice state is not expected, or a list that stays frozen would cost GLOBAL its
 * fixings.
 */
function gapOf(
  figures: readonly BlendedFigure[],
  outcomes: readonly CurrencyOutcome[],
  { codes, observed, contributions }: Evidence,
  known: number,
): string | null {
  const lacking = outcomes.filter(({ figure }) => figure === null);
  const live = new Set(observed.flatMap(({ currency, isVoiceless }) => (isVoiceless ? [] : [currency])));
  const isDollarDisputed = lacking.some(({ currency, isOmitted }) => currency === USD && !isOmitted);
  return toGap({
    isDollarDisputed: isDollarDisputed && (contributions.get(USD)?.rebased.length ?? 0) > 0,
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

// Currencies whose newer figures are in quarantine. Each may be there rightly, but carrying the one before would say
// that nothing has happened: after a redenomination it is wrong by the factor. Pure.

/** A currency of which banks state something newer than GLOBAL would, and quarantine holds it. */
interface QuarantinedCurrency {
  readonly currency: CurrencyCode;
  readonly notice: Notice;
  /** What the banks state, as provenance lists it. */
  readonly leftOut: readonly LeftOut[];
  /** GLOBAL states it nevertheless, because it has a peg and fewer than three banks are held. */
  readonly isStated: boolean;
}

/** @param unfiltered for each contributor with a figure in quarantine, its fixings of the last days with all figures */
function toQuarantinedCurrencies(
  evidence: Evidence,
  unfiltered: Windows,
  { pegs, withdrawals }: Law,
): readonly QuarantinedCurrency[] {
  const { date, bridge, contributions } = evidence;
  return toDisputes(evidence, unfiltered)
    .filter(({ currency }) => !hasEnded(currency, date, withdrawals))
    .flatMap(({ currency, held, standing }) => {
      const { rebased } = toContributions(held, bridge);
      if (standing.length > 0 && !isOutvoted(toContributions(standing, bridge).rebased, rebased)) return [];
      const before = toFigure(currency, contributions.get(currency))?.figure.toRatio() ?? null;
      const isStated = pegInForce(pegs, currency, date) !== null && held.length < FIGURES_MIN;
      return judge({ currency, held, standing }, rebased, before, isStated);
    });
}

interface HeldVoices {
  readonly currency: CurrencyCode;
  /** Each bank's fresh figure in quarantine that is newer than what else it states. At least one. */
  readonly held: readonly Observed[];
  /** The fresh figures of the other banks. */
  readonly standing: readonly Observed[];
}

function toDisputes({ date, observed }: Evidence, unfiltered: Windows): readonly HeldVoices[] {
  const all = unfiltered.flatMap((window) => newestObservations(date, window, new Map())).filter(isUsable(date));
  if (all.length === 0) return [];
  const known = new Map(observed.map((one) => [nameOf(one), one]));
  const newer = all.filter((one) => one.made > (known.get(nameOf(one))?.made ?? '') && one.currency !== EUR);
  const outdated = new Set(newer.map(nameOf));
  const standing = observed.filter(isUsable(date)).filter((one) => !outdated.has(nameOf(one)));
  const byCode = groupBy(standing, ({ currency }) => currency);
  const groups = groupBy(newer, ({ currency }) => currency);
  return [...groups].map(([currency, held]) => ({ currency, held, standing: byCode.get(currency) ?? [] }));
}

/**
 * Whether more banks in quarantine agree on a level than state another since: an older list could not know. One alone
 * may have slipped, and a level that a person has let in for one bank is heard already.
 */
function isOutvoted(standing: readonly Rebased[], held: readonly Rebased[]): boolean {
  if (held.length < VOICES_MIN) return false;
  const middle = median(held.map(({ value }) => value));
  const isNear = ({ value }: Rebased) => isWithin(AGREEMENT_SHARE, value, middle);
  const agreeing = held.filter(isNear);
  const [first = ''] = agreeing.map(({ made }) => made).sort();
  const informed = standing.filter(({ made }) => made >= first);
  return agreeing.length >= VOICES_MIN && agreeing.length > informed.length && !standing.some(isNear);
}

/** So many lists that agree are no slip of one bank. */
const VOICES_MIN = 2;

function isUsable(date: IsoDate): (one: Observed) => boolean {
  return ({ reason, made, fixing }) => reason === null && isFresh(made, date) && canBeRebased(fixing);
}

function nameOf({ provider, currency }: Observed): string {
  return `${provider} ${currency}`;
}

/** @param before the figure that GLOBAL would carry; null if there is none */
function judge(
  { currency, held, standing }: HeldVoices,
  rebased: readonly Rebased[],
  before: Ratio | null,
  isStated: boolean,
): QuarantinedCurrency {
  const value = rebased.length === 0 ? null : median(rebased.map((one) => one.value));
  const names = toNames(held.map(({ provider }) => provider).sort());
  const words = `${banksText(held.length, standing.length)} held in quarantine (${names})${stepText(before, value)}`;
  const end = isStated ? 'the official number' : 'nothing';
  return {
    currency,
    notice: { currency, kind: isStated ? 'peg-official' : 'held', words: `${words}; GLOBAL states ${end}` },
    leftOut: rebased.map((one) => ({ ...one, reason: 'in quarantine' })),
    isStated,
  };
}

function banksText(held: number, standing: number): string {
  if (standing > 0) return `${held} banks that agree, more than have stated otherwise since, are`;
  return held === 1 ? 'the only bank that states it is' : `all ${held} banks that state it are`;
}

/** `, at 13.7813 per EUR, 1000 times less than before`. */
function stepText(before: Ratio | null, value: Ratio | null): string {
  if (value === null) return '';
  const at = `, at ${value.roundSignificant(6)} per EUR`;
  if (before === null) return at;
  const direction = value.compareTo(before) > 0 ? 'more' : 'less';
  return `${at}, ${growthOf(before, value).roundSignificant(3)} times ${direction} than before`;
}

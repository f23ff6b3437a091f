/**
 * What GLOBAL states about each currency: a figure, or why there is none. A peg can end in the market before the law
 * says so, so three fresh observations that contradict it are believed; fewer are only named. Pure.
 */
import { remembered } from '../../kit/items.ts';
import { type Peg, pegInForce } from '../../sources/facts/pegs.ts';
import { type Decimal, Ratio } from '../../wire/exact/decimal.ts';
import type { Notice } from '../../wire/words/notices.ts';
import { type CurrencyCode, EUR } from '../../wire/words/schemas.ts';
import { toNames, toPercent } from '../quarantine/steps.ts';
import {
  AGREEMENT_SHARE,
  type Contributions,
  FIGURES_MIN,
  isWithin,
  median,
  type Rebased,
  splitByAge,
} from './consensus.ts';
import type { Observed } from './contributions.ts';
import { type EarlierFigure, earlierFigures, toDispute } from './earlier-figures.ts';
import { BASE, type BlendedFigure, type Evidence, toDisagreement, toFigure, toPegged } from './figure.ts';
import { midOf } from './fixing.ts';
import type { Statings } from './voices.ts';

export interface CurrencyOutcome {
  readonly currency: CurrencyCode;
  readonly figure: BlendedFigure | null;
  /** Why there is no figure, where there is none. */
  readonly reason: string;
  /** There is a figure, but it is left out by name. */
  readonly isOmitted: boolean;
  /** If only one bank states the currency, what others stated before. */
  readonly earlier: readonly EarlierFigure[];
  readonly notice: Notice | null;
}

/** Why the figure of a currency is left out of the fixing by name; null if it is not. */
export type Omission = (currency: CurrencyCode) => string | null;

/** The outcome of a pegged currency follows from that of its anchor. */
export function toOutcomes(
  codes: readonly CurrencyCode[],
  pegs: readonly Peg[],
  evidence: Evidence,
  statings: Statings,
  omission: Omission,
): readonly CurrencyOutcome[] {
  const open = new Set(codes);
  const figureOf = (code: CurrencyCode) => (open.has(code) ? outcomeOf(code).figure : null);
  const outcomeOf = remembered((code: CurrencyCode): CurrencyOutcome => {
    const peg = pegInForce(pegs, code, evidence.date);
    if (peg === null) return withOmission(ofFloating(code, evidence, statings), omission);
    const anchor = peg.anchor === EUR ? BASE : figureOf(peg.anchor);
    return withOmission(ofPegged(peg, evidence, anchor), omission);
  });
  return codes.map(outcomeOf);
}

/** A figure that only one bank states stands unless those before it stated something else. */
function ofFloating(
  currency: CurrencyCode,
  { observed, contributions, bridge }: Evidence,
  statings: Statings,
): CurrencyOutcome {
  const own = contributions.get(currency);
  const figure = toFigure(currency, own);
  const plain = { currency, figure, reason: toDisagreement(own), isOmitted: false, earlier: [], notice: null };
  const [only] = figure?.used ?? [];
  if (figure?.method !== 'single' || only === undefined) return plain;
  const voiceless = observed.filter((one) => one.currency === currency && one.isVoiceless);
  const silenced = new Set(voiceless.map(({ provider }) => provider));
  const earlier = earlierFigures(currency, only, { statings, bridge, silenced });
  const dispute = toDispute(earlier);
  return dispute === null ? { ...plain, earlier } : { ...plain, earlier, figure: null, reason: dispute };
}

/** @param anchor GLOBAL's figure of the currency that it is pegged to; null if there is none */
function ofPegged(peg: Peg, evidence: Evidence, anchor: BlendedFigure | null): CurrencyOutcome {
  const { currency } = peg;
  const plain = { currency, isOmitted: false, earlier: [] };
  const reason = `official peg to ${peg.anchor}, which has no figure`;
  if (anchor === null) return { ...plain, figure: null, reason, notice: null };
  const own = evidence.observed.filter((one) => one.currency === currency);
  const stated = evidence.contributions.get(currency);
  const judged = judgePeg(anchor.figure, currency, peg, stated, own);
  return { ...plain, reason: toDisagreement(stated), ...judged };
}

function withOmission(outcome: CurrencyOutcome, omission: Omission): CurrencyOutcome {
  const reason = outcome.figure === null ? null : omission(outcome.currency);
  return reason === null ? outcome : { ...outcome, figure: null, reason, isOmitted: true, notice: null };
}

/**
 * Observations are rounded, made at other hours, and may be for bank notes: within this share they confirm the number.
 */
export const OFF_PEG_PERCENT = 1n;
const OFF_PEG_SHARE = Ratio.of(OFF_PEG_PERCENT, 100n);
/** Significant digits of a figure in a sentence. */
const DIGITS_SHOWN = 6;

interface Judged {
  /** Null where the anchor has no figure, and where the banks do not agree. */
  readonly figure: BlendedFigure | null;
  /** Null where the observations confirm the official number, or there are none. */
  readonly notice: Notice | null;
}

/**
 * @param anchor GLOBAL's figure of the anchor
 * @param observed the newest observation of the currency by each contributor
 */
function judgePeg(
  anchor: Decimal,
  currency: CurrencyCode,
  peg: Peg,
  contributions: Contributions | undefined,
  observed: readonly Observed[],
): Judged {
  const official = toPegged(anchor, currency, peg, contributions);
  const { counted } = splitByAge(contributions?.rebased ?? []);
  if (counted.length === 0) return { figure: official, notice: null };
  const values = counted.map((one) => perAnchor(one, peg, anchor, observed));
  const units = median(values.map((value) => value.times(peg.per.toRatio())));
  if (isWithin(OFF_PEG_SHARE, units, peg.units.toRatio())) return { figure: official, notice: null };
  const figure = counted.length < FIGURES_MIN ? official : toFigure(currency, contributions);
  const [kind, end] = endOf(figure, isWithin(AGREEMENT_SHARE, units, peg.units.toRatio()));
  const names = toNames(counted.map(({ provider }) => provider).sort());
  const words =
    `observed at ${units.roundSignificant(DIGITS_SHOWN)} for ${peg.per} ${peg.anchor}, ` +
    `${toPercent(peg.units.toRatio(), units)} from the official ${peg.units} (${names}); ${end}`;
  return { figure, notice: { currency, kind, words } };
}

/**
 * Units per one unit of the anchor: by the contributor's own figure of the anchor on the same date or, if it has none,
 * per EUR. So neither the hour nor the age of a list looks like a step away from the peg.
 */
function perAnchor(
  { provider, value }: Rebased,
  { anchor }: Peg,
  figure: Decimal,
  observed: readonly Observed[],
): Ratio {
  const one = observed.find((other) => other.provider === provider);
  const own = one === undefined ? null : midOf(anchor, one.fixing);
  return own === null || one?.mid == null ? value.over(figure.toRatio()) : one.mid.over(own);
}

/** @param isNear whether two such figures of one day would be taken to agree */
function endOf(figure: BlendedFigure | null, isNear: boolean): readonly [Notice['kind'], string] {
  if (figure === null) return ['peg-disputed', 'GLOBAL states nothing, because the banks do not agree'];
  if (figure.method !== 'peg') return ['peg-observed', 'GLOBAL states what is observed'];
  const words = `GLOBAL states the official number, because fewer than ${FIGURES_MIN} banks are heard`;
  return [isNear ? 'peg-near' : 'peg-official', words];
}

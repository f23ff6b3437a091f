/**
 * Whether banks still state the official number of a pegged currency. A peg can end in the market before the law says
 * so, so three fresh observations that contradict it are believed; fewer are only named. Pure.
 */
import type { Peg } from '../../sources/facts/pegs.ts';
import { type Decimal, Ratio } from '../../wire/exact/decimal.ts';
import type { Notice } from '../../wire/words/notices.ts';
import type { CurrencyCode } from '../../wire/words/schemas.ts';
import { toNames, toPercent } from '../quarantine/words.ts';
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
import { type BlendedFigure, toFigure, toPegged } from './figure.ts';
import { midOf } from './fixing.ts';

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
export function judgePeg(
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
  const [kind, end] = outcomeOf(figure, isWithin(AGREEMENT_SHARE, units, peg.units.toRatio()));
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
function outcomeOf(figure: BlendedFigure | null, isNear: boolean): readonly [Notice['kind'], string] {
  if (figure === null) return ['peg-disputed', 'GLOBAL states nothing, because the banks do not agree'];
  if (figure.method !== 'peg') return ['peg-observed', 'GLOBAL states what is observed'];
  const words = `GLOBAL states the official number, because fewer than ${FIGURES_MIN} banks are heard`;
  return [isNear ? 'peg-near' : 'peg-official', words];
}

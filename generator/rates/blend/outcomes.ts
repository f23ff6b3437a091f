/** What GLOBAL states about each currency: a figure, or why there is none. Pure. */

import { remembered } from '../../kit/items.ts';
import { type Peg, pegInForce } from '../../sources/facts/pegs.ts';
import type { Decimal } from '../../wire/exact/decimal.ts';
import type { Notice } from '../../wire/words/notices.ts';
import { type CurrencyCode, EUR } from '../../wire/words/schemas.ts';
import { type EarlierFigure, earlierFigures, toDispute } from './earlier-figures.ts';
import type { Evidence } from './evidence.ts';
import { BASE, type BlendedFigure, DISPUTED, toFigure } from './figure.ts';
import { judgePeg } from './off-peg.ts';
import type { Statings } from './statings.ts';

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
export type Omission = (currency: CurrencyCode, figure: Decimal) => string | null;

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
    if (peg === null) return withOmission(toFloating(code, evidence, statings), omission);
    const anchor = peg.anchor === EUR ? BASE : figureOf(peg.anchor);
    return withOmission(toPegged(peg, evidence, anchor), omission);
  });
  return codes.map(outcomeOf);
}

/** A figure that only one bank states stands unless those before it stated something else. */
function toFloating(
  currency: CurrencyCode,
  { observed, contributions, bridge }: Evidence,
  statings: Statings,
): CurrencyOutcome {
  const figure = toFigure(currency, contributions.get(currency));
  const plain = { currency, figure, reason: DISPUTED, isOmitted: false, earlier: [], notice: null };
  const [only] = figure?.used ?? [];
  if (figure?.method !== 'single' || only === undefined) return plain;
  const voiceless = observed.filter((one) => one.currency === currency && one.isVoiceless);
  const silenced = new Set(voiceless.map(({ provider }) => provider));
  const earlier = earlierFigures(currency, only, { statings, bridge, silenced });
  const dispute = toDispute(earlier);
  return dispute === null ? { ...plain, earlier } : { ...plain, earlier, figure: null, reason: dispute };
}

/** @param anchor GLOBAL's figure of the currency that it is pegged to; null if there is none */
function toPegged(peg: Peg, evidence: Evidence, anchor: BlendedFigure | null): CurrencyOutcome {
  const { currency } = peg;
  const plain = { currency, isOmitted: false, earlier: [] };
  const reason = `official peg to ${peg.anchor}, which has no figure`;
  if (anchor === null) return { ...plain, figure: null, reason, notice: null };
  const own = evidence.observed.filter((one) => one.currency === currency);
  const judged = judgePeg(anchor.figure, currency, peg, evidence.contributions.get(currency), own);
  return { ...plain, reason: DISPUTED, ...judged };
}

function withOmission(outcome: CurrencyOutcome, omission: Omission): CurrencyOutcome {
  const reason = outcome.figure === null ? null : omission(outcome.currency, outcome.figure.figure);
  return reason === null ? outcome : { ...outcome, figure: null, reason, isOmitted: true, notice: null };
}

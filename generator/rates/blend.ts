/**
 * GLOBAL: many providers' fixings → one figure a currency, in units per EUR, and the trail that lets a reader recompute
 * it. Pure: the order of the providers makes no difference.
 *
 * Each contributor gives its newest observation of a currency from the last 7 days (14 for a weekly list), rebased to
 * EUR with its own figures. GLOBAL's figure is the official peg where a law fixes the rate; otherwise the median of
 * three or more contributions, the mean of two, or the only one. There is none where most disagree, or once the
 * currency has ended. docs/global.md describes the method, and DECISIONS.md gives the reasons.
 */

import { type Peg, pegInForce } from '../facts/pegs.ts';
import { groupBy } from '../kit/group.ts';
import { once, remembered } from '../kit/once.ts';
import { Decimal } from '../wire/decimal.ts';
import type { Notice } from '../wire/notices.ts';
import { compareTexts } from '../wire/order.ts';
import { type CurrencyCode, EUR, GLOBAL, type IsoDate, USD } from '../wire/schemas.ts';
import { type Table, toTable } from '../wire/table.ts';
import { inAnchorOrder, type Pegged } from './anchor-order.ts';
import {
  type Bridge,
  type Contributions,
  type LeftOut,
  newestObservations,
  type Observed,
  toContributions,
} from './contributions.ts';
import { type EarlierVoice, earlierVoices, toDispute } from './earlier.ts';
import {
  type BlendedFigure,
  byProvider,
  DISPUTED,
  NOTHING,
  toEnded,
  toFigure,
  toMissing,
  type Unstated,
  withQuarantined,
} from './figure.ts';
import type { Fixing } from './fixing.ts';
import { moverOf } from './follows.ts';
import { toFrozenLists, toSilenced } from './frozen.ts';
import { toGap } from './gap.ts';
import { heldVoices, judgeHeld } from './held-voices.ts';
import { judgePeg } from './off-peg.ts';
import { speakersOf } from './speakers.ts';
import { newestUsed } from './voices.ts';

/** Part of every digest of inputs, so that a change of method blends every date again. */
export const METHOD = 'ratetree-blend-4';
/** A fixing is measured against the currencies quoted in so many days up to its date, the date included. */
export const WINDOW_DAYS = 31;

export interface Blend {
  readonly date: IsoDate;
  /** In code order, with EUR. */
  readonly figures: readonly BlendedFigure[];
  /** Currencies that were quoted in the window and have no figure, with the reasons. */
  readonly missing: readonly Unstated[];
  /** For each currency of which one bank alone speaks, what others stated before. */
  readonly earlier: readonly EarlierVoice[];
  /** What a reader has to know of single currencies, in code order. */
  readonly notices: readonly Notice[];
  /** Currencies that had ended by the date and are still on some provider's list. */
  readonly ended: readonly Unstated[];
  /** Why there is no fixing on this date; null when there is one. */
  readonly gap: string | null;
}

/** What the law says, whatever is quoted: official rates, and the first day on which a currency no longer exists. */
export interface Law {
  readonly pegs: readonly Peg[];
  readonly withdrawals: ReadonlyMap<CurrencyCode, IsoDate>;
}

/** Why the figure of a currency is left out of the fixing by name; null if it is not. */
export type Withheld = (currency: CurrencyCode, figure: Decimal) => string | null;

/**
 * @param windows the fixings of the last 31 days, newest first, of each contributor whose first fixing is not later than
 *   the date, even if there are none; monthly, obsolete and late-publishing providers are not contributors
 * @param spoken of each contributor with a figure in quarantine, the fixings of the last days as if nothing were held
 * @param remember returns each contributor's fixings of the last 45 days, newest first
 */
export function blend(
  date: IsoDate,
  windows: readonly (readonly Fixing[])[],
  { pegs, withdrawals }: Law,
  withheld: Withheld = () => null,
  remember: () => readonly (readonly Fixing[])[] = () => windows,
  spoken: readonly (readonly Fixing[])[] = [],
): Blend {
  const silenced = toSilenced(toFrozenLists(windows));
  const listed = windows.flatMap((window) => newestObservations(date, window, silenced)).sort(byProvider);
  const hasEnded = ({ currency }: Observed) => (withdrawals.get(currency) ?? '9999') <= date;
  const observed = listed.filter((one) => !hasEnded(one));
  const dollar = dollarPerEuro(observed);
  const speaking = speakersOf(windows);
  const mover = remembered((code: CurrencyCode) => moverOf(code, speaking(code)));
  const bridge: Bridge = { date, dollar: dollar?.figure ?? null, moverOf: mover };
  const groups = contributionsByCode(observed, bridge);
  const codes = [...groups.keys()].filter((code) => code !== EUR).sort();
  const figures = new Map<CurrencyCode, BlendedFigure>([
    [EUR, { ...NOTHING, currency: EUR, method: 'base', figure: Decimal.one }],
  ]);
  const held = new Map<CurrencyCode, string>();
  const disputed = new Map<CurrencyCode, string>();
  const earlier: EarlierVoice[] = [];
  const state = (one: BlendedFigure | null): void => {
    const reason = one === null ? null : withheld(one.currency, one.figure);
    if (one !== null && reason === null) figures.set(one.currency, one);
    else if (one !== null && reason !== null) held.set(one.currency, reason);
  };
  const pegged: Pegged[] = [];
  const notices: Notice[] = [];
  const quarantined = new Map<CurrencyCode, readonly LeftOut[]>();
  for (const [code, voices] of heldVoices(date, observed, spoken)) {
    if ((withdrawals.get(code) ?? '9999') <= date) continue;
    const before = toFigure(code, groups.get(code))?.figure.toRatio() ?? null;
    const { notice, leftOut, isStated } = judgeHeld(
      code,
      voices,
      before,
      bridge,
      pegInForce(pegs, code, date) !== null,
    );
    notices.push(notice);
    if (!isStated) quarantined.set(code, leftOut);
  }
  const spoke = once(() => speakersOf(remember()));
  /** Null where it is the only voice and those before it stated something else. */
  const settled = (one: BlendedFigure | null): BlendedFigure | null => {
    const [only] = one?.used ?? [];
    if (one?.method !== 'single' || only === undefined) return one;
    const { currency } = one;
    const silent = observed.filter((other) => other.currency === currency && other.isFrozen);
    const memory = { windows: spoke()(currency), bridge };
    const voices = earlierVoices(currency, only, { ...memory, silenced: new Set(silent.map((list) => list.provider)) });
    earlier.push(...voices);
    const dispute = toDispute(voices);
    if (dispute !== null) disputed.set(currency, dispute);
    return dispute === null ? one : null;
  };
  for (const code of codes.filter((one) => !quarantined.has(one))) {
    const peg = pegInForce(pegs, code, date);
    if (peg === null) state(settled(toFigure(code, groups.get(code))));
    else pegged.push({ code, peg });
  }
  for (const { code, peg } of inAnchorOrder(pegged)) {
    const anchor = figures.get(peg.anchor)?.figure;
    if (anchor === undefined) continue;
    const own = observed.filter(({ currency }) => currency === code);
    const { figure, notice } = judgePeg(anchor, code, peg, groups.get(code), own);
    state(figure);
    if (figure === null) disputed.set(code, DISPUTED);
    if (notice !== null && !held.has(code)) notices.push(notice);
  }
  notices.sort((left, right) => compareTexts(left.currency, right.currency));
  const lacking = codes.filter((code) => !figures.has(code) && !quarantined.has(code));
  const missing = [
    ...lacking.map((code) =>
      toMissing(code, held.get(code) ?? disputed.get(code), pegInForce(pegs, code, date), groups.get(code)),
    ),
    ...[...quarantined].map(([code, leftOut]) => withQuarantined(code, leftOut, groups.get(code))),
  ].sort((left, right) => compareTexts(left.currency, right.currency));
  const sorted = [...figures.values()].sort((left, right) => compareTexts(left.currency, right.currency));
  // What frozen lists alone state is not expected, or a list that stays frozen would cost GLOBAL its fixings.
  const heard = new Set(observed.flatMap(({ currency, isFrozen }) => (isFrozen ? [] : [currency])));
  const unheard = lacking.filter((code) => !heard.has(code)).length;
  const covered = codes.length - lacking.length + held.size;
  const counted = { stated: sorted.length, covered, quoted: codes.length - unheard };
  const gap = toGap({ ...counted, heard: newestUsed(sorted).size, known: windows.length, windowDays: WINDOW_DAYS });
  return {
    date,
    figures: sorted,
    missing,
    earlier,
    notices,
    ended: toEnded(listed.filter(hasEnded), withdrawals),
    gap,
  };
}

export function toBlendTable({ date, figures }: Blend): Table {
  const rows = figures.map(
    ({ currency, figure }) => [currency, { mid: figure.toRatio(), bid: null, ask: null }] as const,
  );
  return toTable({ provider: GLOBAL, date, reference: EUR, bidAsk: false }, rows);
}

/** The bridge for contributors without a EUR figure: the consensus of those that state EUR and USD for one date. */
function dollarPerEuro(observed: readonly Observed[]): BlendedFigure | null {
  const own = observed.filter(({ currency }) => currency === USD);
  return toFigure(USD, toContributions(own, null));
}

function contributionsByCode(observed: readonly Observed[], bridge: Bridge): Map<CurrencyCode, Contributions> {
  const byCode = groupBy(observed, ({ currency }) => currency);
  return new Map([...byCode].map(([code, ofCode]) => [code, toContributions(ofCode, bridge)]));
}

/**
 * Currencies of which every fresh voice is in quarantine. Each figure may be held rightly, but to carry the one before
 * would say that nothing has happened: after a redenomination it is wrong by its factor. Pure.
 */
import { groupBy } from '../kit/group.ts';
import { toNames } from '../quarantine/words.ts';
import type { Ratio } from '../wire/decimal.ts';
import type { Notice } from '../wire/notices.ts';
import { type CurrencyCode, EUR, type IsoDate } from '../wire/schemas.ts';
import { median, VOICES_MIN } from './consensus.ts';
import {
  type Bridge,
  type Contributions,
  type LeftOut,
  newestObservations,
  type Observed,
  toContributions,
} from './contributions.ts';
import type { Fixing } from './fixing.ts';
import { isFresh } from './voices.ts';

/** The fresh figures in quarantine of a currency about which no bank says anything else. */
export type HeldVoices = ReadonlyMap<CurrencyCode, readonly Observed[]>;

/**
 * @param observed the newest observations that are not in quarantine
 * @param spoken by contributor with a figure in quarantine, its fixings of the last days as if nothing were held
 */
export function heldVoices(
  date: IsoDate,
  observed: readonly Observed[],
  spoken: readonly (readonly Fixing[])[],
): HeldVoices {
  const isVoice = ({ reason, made, euro, dollar }: Observed) =>
    reason === null && isFresh(made, date) && (euro !== null || dollar !== null);
  const all = spoken.flatMap((window) => newestObservations(date, window, new Map())).filter(isVoice);
  if (all.length === 0) return new Map();
  const nameOf = ({ provider, currency }: Observed) => `${provider} ${currency}`;
  const standing = new Map(observed.map((one) => [nameOf(one), one]));
  const held = all.filter((one) => one.made > (standing.get(nameOf(one))?.made ?? '') && one.currency !== EUR);
  const silenced = new Set(held.map(nameOf));
  const heard = new Set(
    observed.filter((one) => isVoice(one) && !silenced.has(nameOf(one))).map((one) => one.currency),
  );
  return groupBy(
    held.filter(({ currency }) => !heard.has(currency)),
    ({ currency }) => currency,
  );
}

interface Judged {
  readonly notice: Notice;
  /** What the banks state, as provenance lists it. */
  readonly leftOut: readonly LeftOut[];
  /** Of a peg, which fewer than three banks do not overrule. */
  readonly isStated: boolean;
}

/** @param before the figure that GLOBAL would carry; null if there is none */
export function judgeHeld(
  currency: CurrencyCode,
  held: readonly Observed[],
  before: Ratio | null,
  bridge: Bridge,
  isPegged: boolean,
): Judged {
  const { rebased }: Contributions = toContributions(held, bridge);
  const isStated = isPegged && held.length < VOICES_MIN;
  const value = rebased.length === 0 ? null : median(rebased.map((one) => one.value));
  const names = toNames(held.map(({ provider }) => provider).sort());
  const banks = held.length === 1 ? 'the only bank that states it is' : `all ${held.length} banks that state it are`;
  const end = isStated ? 'the official number' : 'nothing';
  const words = `${banks} held in quarantine (${names})${stepText(before, value)}; GLOBAL states ${end}`;
  return {
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
  const isMore = value.compareTo(before) > 0;
  const times = isMore ? value.over(before) : before.over(value);
  return `${at}, ${times.roundSignificant(3)} times ${isMore ? 'more' : 'less'} than before`;
}

/**
 * Figures that quarantine and GLOBAL's median pass over in silence. A figure stands because one other bank confirms it,
 * although a crowd denies it: one of two banks may copy the other. And the newest voices of a currency are outvoted by
 * older ones, or held because nobody has published since: after a redenomination they are right. Nothing is decided
 * here; a person is told. Pure.
 */
import { groupBy } from '../../kit/items.ts';
import { median } from '../../rates/blend/consensus.ts';
import {
  AGREEMENT,
  floorOf,
  growthOf,
  isNear,
  SMALL_STEP,
  toFigure,
  toNames,
  toPercent,
} from '../../rates/quarantine/steps.ts';
import { Ratio } from '../../wire/exact/decimal.ts';
import type { CurrencyCode, IsoDate } from '../../wire/words/schemas.ts';
import { type BankVoice, statedOn } from './bank-voices.ts';

/** What a person is told: `ECB/2026-10-01: …`. */
export interface Remark {
  /** A bank's list, or a currency of GLOBAL. */
  readonly about: string;
  readonly words: string;
}

/** A crowd is at least so many other banks that have stated the currency on the same day. */
const CROWD_MIN = 4;
/** A smaller crowd denies only what is 5 % off. */
const LARGE = 8;
/** Of them three in four are this near to their median. On a day of large moves hours alone set banks further apart. */
const CROWD_NEAR = Ratio.of(101n, 100n);
const TWICE = Ratio.of(2n, 1n);
const MINUS_ONE = Ratio.of(-1n, 1n);

/** Figures in the tree that a clear majority of other banks denies. One remark for each list. */
export function toDenied(voices: ReadonlyMap<CurrencyCode, readonly BankVoice[]>): readonly Remark[] {
  const denied = [...voices.values()].flatMap((own) => own.flatMap((voice) => toDenial(voice, own) ?? []));
  const lists = groupBy(denied, ({ voice: { provider, date } }) => `${provider}/${date}`);
  return [...lists].map(([about, group]) => {
    const shown = group.map(({ voice: { currency, value }, crowd }) => `${currency} is ${toPercent(crowd, value)}`);
    const [banks] = group.map(({ near }) => near).sort((left, right) => left - right);
    const words = `${toNames(shown)} off, and ${banks} other banks or more agree; it is served: hold it if it is wrong`;
    return { about, words };
  });
}

interface Denial {
  readonly voice: BankVoice;
  readonly crowd: Ratio;
  /** How many banks agree about the crowd's figure. */
  readonly near: number;
}

function toDenial(voice: BankVoice, all: readonly BankVoice[]): Denial | null {
  const others = all.filter((one) => one !== voice);
  const crowd = voice.isHeld ? null : crowdOn(others, voice.made);
  if (crowd === null) return null;
  const bound = crowd.near < LARGE ? AGREEMENT : SMALL_STEP;
  if (isNear(voice.value, crowd.value, bound) || isFollowed(voice, others, bound)) return null;
  const distance = sizeOf(crowd.value, voice.value);
  // A bank that has always stated a rate of its own is no news.
  const agreed = voice.earlier.some(({ made, value }) => {
    const then = crowdOn(others, made);
    return then !== null && sizeOf(then.value, value).times(TWICE).compareTo(distance) <= 0;
  });
  return agreed ? { voice, crowd: crowd.value, near: crowd.near } : null;
}

/** Whether most lists made since are where the bank is: it was the first to see a true move. */
function isFollowed({ made, value }: BankVoice, others: readonly BankVoice[], bound: Ratio): boolean {
  const later = others.filter((one) => one.made > made && !one.isHeld);
  const near = later.filter((one) => isNear(one.value, value, bound)).length;
  return near >= CROWD_MIN && near * 2 > later.length;
}

/** What a clear majority of banks stated on a day; null if there was none. */
function crowdOn(banks: readonly BankVoice[], made: IsoDate): { readonly value: Ratio; readonly near: number } | null {
  const stated = banks.flatMap((one) => statedOn(one, made) ?? []);
  if (stated.length < CROWD_MIN) return null;
  const value = median(stated);
  const near = stated.filter((one) => isNear(one, value, CROWD_NEAR)).length;
  return near * 4 < stated.length * 3 ? null : { value, near };
}

/**
 * Currencies whose newest voices state another level than GLOBAL: more than state GLOBAL's, or none of the newest day
 * states GLOBAL's.
 * @param figures GLOBAL's, in units per EUR
 */
export function toUnheard(
  voices: ReadonlyMap<CurrencyCode, readonly BankVoice[]>,
  figures: ReadonlyMap<CurrencyCode, Ratio>,
): readonly Remark[] {
  return [...voices].flatMap(([currency, own]) => {
    const figure = figures.get(currency);
    return figure === undefined ? [] : (unheard(currency, figure, own) ?? []);
  });
}

function unheard(currency: CurrencyCode, figure: Ratio, voices: readonly BankVoice[]): Remark | null {
  const bound = Ratio.one.plus(floorOf(currency));
  const agreeing = voices.filter(({ value }) => isNear(value, figure, bound));
  const moved = voices.filter((voice) => !agreeing.includes(voice) && hasStepped(voice, figure));
  if (moved.length === 0) return null;
  const level = median(moved.map(({ value }) => value));
  const alike = moved.filter(({ value }) => isNear(value, level, bound));
  const newest = dayOf(agreeing);
  const isNewer = alike.every(({ made }) => made >= newest) && alike.some(({ made }) => made > newest);
  if (alike.length * 2 <= moved.length || (alike.length <= agreeing.length && !isNewer)) return null;
  const names = toNames(alike.map(({ provider }) => provider).sort());
  const held = alike.filter(({ isHeld }) => isHeld).length;
  const states = `${names} ${alike.length === 1 ? 'states' : 'state'} ${toFigure(level)} per EUR`;
  const older = newest === '' ? 'older figures alone' : `figures of ${newest} and older`;
  const against = isNewer ? older : `${agreeing.length} banks`;
  const inQuarantine = held === 0 ? '' : ` (${held} in quarantine)`;
  const words = `${states}${inQuarantine}, ${toPercent(figure, level)} from GLOBAL, which has ${against}`;
  return { about: `GLOBAL/${currency}`, words: `${words}: accept it if it is right` };
}

function dayOf(voices: readonly BankVoice[]): IsoDate | '' {
  return (
    voices
      .map(({ made }) => made)
      .toSorted()
      .at(-1) ?? ''
  );
}

/** Whether most of the distance from GLOBAL is the bank's newest step. One that always states another rate is no news. */
function hasStepped({ value, earlier }: BankVoice, figure: Ratio): boolean {
  const before = earlier.at(-1)?.value;
  if (before === undefined) return false;
  const isAway = value.compareTo(figure) === value.compareTo(before);
  return isAway && sizeOf(before, value).times(TWICE).compareTo(sizeOf(figure, value)) >= 0;
}

/** 0.25 from 4 to 5, and from 5 to 4. */
function sizeOf(from: Ratio, to: Ratio): Ratio {
  return growthOf(from, to).plus(MINUS_ONE);
}

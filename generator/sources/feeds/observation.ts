/** A figure as a document states it, before anything is made of it, and its sides compared digit by digit. */
import type { IsoDate } from '../../wire/words/schemas.ts';

/** `per` base = figure quote. A figure is the published digits with a decimal point; '' where it is not stated. */
export interface Observation {
  readonly date: IsoDate;
  /** The feed's label. `collect` skips and names a label that is in no currency list. */
  readonly base: string;
  readonly quote: string;
  readonly per: string;
  /** 'g' for a metal that is quoted per gram, otherwise '' (metals are quoted per troy ounce). */
  readonly unit: '' | 'g';
  readonly mid: string;
  /** In the pair as quoted, so bid ≤ ask; for foreign units per reference unit it is the bank's selling figure. */
  readonly bid: string;
  readonly ask: string;
  /** The last day of the validity that the source states beside the figure (BANREP); absent: the date itself. */
  readonly until?: IsoDate;
}

/**
 * An observation of a mid rate alone, the most common kind. Each column is named, because V8 keeps what `...pair` adds
 * in an object of its own, and a history has 217,000 of them.
 */
export function midOf(
  pair: Pick<Observation, 'date' | 'base' | 'quote'> & Partial<Pick<Observation, 'per' | 'unit' | 'until'>>,
  mid: string,
): Observation {
  const { date, base, quote, per = '1', unit = '', until } = pair;
  const observation: Observation = { date, base, quote, per, unit, mid, bid: '', ask: '' };
  return until === undefined ? observation : { ...observation, until };
}

const PLAIN = /^(\d+)(?:\.(\d+))?$/;

/**
 * True for a buying figure above the selling one, both as published: they are then averages of different deals (CBTT)
 * or mistakes, and no bid and ask. False if one of the two is not stated or is no plain decimal.
 */
export function isCrossed(bid: string, ask: string): boolean {
  const [, bidWhole, bidFraction = ''] = PLAIN.exec(bid) ?? [];
  const [, askWhole, askFraction = ''] = PLAIN.exec(ask) ?? [];
  if (bidWhole === undefined || askWhole === undefined) return false;
  const scaled = (whole: string, fraction: string, other: string) =>
    BigInt(`${whole}${fraction.padEnd(other.length, '0')}`);
  return scaled(bidWhole, bidFraction, askFraction) > scaled(askWhole, askFraction, bidFraction);
}

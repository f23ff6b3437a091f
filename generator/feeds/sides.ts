/** The sides of a quotation as a source states them. */
import { Decimal } from '../wire/decimal.ts';

/**
 * True for a buying figure above the selling one, both as published: they are then averages of different deals (CBTT)
 * or mistakes, and no bid and ask. False if one of the two is not stated.
 */
export function isCrossed(bid: string, ask: string): boolean {
  return bid !== '' && ask !== '' && Decimal.parse(bid).compareTo(Decimal.parse(ask)) > 0;
}

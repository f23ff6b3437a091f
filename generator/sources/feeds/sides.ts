/** The sides of a quotation as a source states them, compared digit by digit, never calculated with. */

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

/** Whether what GLOBAL can state on a date is enough for a fixing. Pure. */
import { WINDOW_DAYS } from './windows.ts';

export const CURRENCIES_MIN = 20;
/** One bank's list under another name is not a blend. */
export const CONTRIBUTORS_MIN = 2;

interface Counted {
  /** Currencies with a figure, EUR included. */
  readonly stated: number;
  /** How many of them were quoted in the window, and how many currencies were quoted in it at all; both without EUR. */
  readonly covered: number;
  readonly quoted: number;
  /** Contributors whose figures are used, and those that had a fixing by the date. */
  readonly contributing: number;
  readonly known: number;
}

/** Why there is no fixing; null if there is one. */
export function toGap({ stated, covered, quoted, contributing, known }: Counted): string | null {
  if (stated < CURRENCIES_MIN) return `states ${stated} currencies, ${CURRENCIES_MIN} are needed`;
  // In an archive of one bank, and before the second bank's first fixing, nobody is missing.
  if (contributing < CONTRIBUTORS_MIN && known >= CONTRIBUTORS_MIN)
    return `uses figures of one bank alone, ${CONTRIBUTORS_MIN} banks are needed`;
  if (covered * 10 >= quoted * 9) return null;
  return `states ${covered} of the ${quoted} currencies quoted in the ${WINDOW_DAYS} days before, nine tenths are needed`;
}

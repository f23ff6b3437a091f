/** What may carry a figure from an earlier day to the day of a fixing. */
import { type CurrencyCode, currencyCode, EUR, USD } from '../../wire/words/schemas.ts';

/** The mean of what the euro and the dollar give. */
export const BOTH = 'EUR and USD';

/** What carries a figure from an earlier day: a currency, or the euro and the dollar with equal weight. */
export type Carrier = CurrencyCode | typeof BOTH;

/** If two are equally good, the first is taken. */
export const PLAIN: readonly Carrier[] = [USD, EUR, BOTH];
/** Currencies with which neighbours move: the rand and the pula, the Singapore dollar and the ringgit. */
export const ANCHORS: readonly CurrencyCode[] = ['GBP', 'ZAR', 'INR', 'SGD', 'AUD', 'CNY', 'RUB', 'BRL'].map((code) =>
  currencyCode.parse(code),
);

/** How figures of one currency are carried. */
export interface Carriers {
  /** The dollar, the euro or both. */
  readonly plain: Carrier;
  /** Another currency that carries them better; null if none does. */
  readonly anchor: CurrencyCode | null;
}

/** Codes as types, without the schemas: the explorer reads banks with this, and a browser takes long for a schema library. */
import type { CurrencyCode, IsoDate, ProviderCode } from './schemas.ts';

/** @throws TypeError if it is no code of ISO 4217's form */
export function toCurrencyCode(text: string | undefined): CurrencyCode {
  if (text !== undefined && /^[A-Z]{3}$/.test(text)) return text as CurrencyCode;
  throw new TypeError(`not the code of a currency: ${text?.slice(0, 20) ?? 'nothing'}`);
}

/** @throws TypeError if it is no code of a provider's form */
export function toProviderCode(text: string): ProviderCode {
  if (/^[A-Z]{2,12}$/.test(text)) return text as ProviderCode;
  throw new TypeError(`not the code of a provider: ${text.slice(0, 20)}`);
}

/** A reference currency, and the first day on which it was in use. */
interface Reference {
  readonly from: IsoDate;
  readonly currency: CurrencyCode;
}

/** The currency in which the provider states its fixing of that date. */
export function referenceOn(references: readonly Reference[], date: IsoDate): CurrencyCode {
  const found = references.findLast(({ from }) => from <= date) ?? references[0];
  if (found === undefined) throw new TypeError('a provider without a reference currency');
  return found.currency;
}

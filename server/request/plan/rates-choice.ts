/** The currencies, the base and the side that a question names, against what there is and what the provider states. */

import type { View } from '../../../generator/wire/answers/table.ts';
import type { Catalogue, KnownProvider } from '../../../generator/wire/release/catalogue.ts';
import { type CurrencyCode, currencyCode, GLOBAL, type IsoDate } from '../../../generator/wire/words/schemas.ts';
import { whyUnknown } from '../../../generator/wire/words/written-codes.ts';
import { Problem, quoted } from '../query/problem.ts';

interface AskedChoice {
  readonly currencies: ReadonlySet<string> | null;
  readonly base: string | null;
  readonly view: View;
  /** Whether base may be any currency of any provider. */
  readonly cross: boolean;
}

interface JudgedChoice {
  /** Null for all that are quoted. */
  readonly currencies: ReadonlySet<CurrencyCode> | null;
  /** Null for the reference currency. */
  readonly base: CurrencyCode | null;
}

/** @param fixing its date is named in messages; null for a span of fixings @throws Problem, in the order of the contract */
export function judgeChoice(
  { currencies, base, view, cross }: AskedChoice,
  provider: KnownProvider,
  fixing: IsoDate | Problem | null,
  catalogue: Catalogue,
): JudgedChoice {
  const { facts } = provider;
  const codes = parseCodes(currencies, 'currencies', catalogue, provider, fixing);
  if (base !== null && !cross && facts.code !== GLOBAL) {
    const words = `base may be chosen for GLOBAL only; the rates of ${facts.code} are stated in ${facts.referenceCurrency}`;
    throw new Problem(1004, `${words}: leave base out, or add cross=true for cross rates of ${facts.code}`);
  }
  const judged = { currencies: codes, base: parseBase(base, catalogue) };
  if ((view === 'bid' || view === 'ask') && !facts.bidAsk) {
    throw new Problem(1023, `type=${view} is not supported by ${facts.code}, which publishes no bid and ask rates`);
  }
  return judged;
}

export function parseCodes(
  codes: ReadonlySet<string> | null,
  parameter: 'currencies' | 'to',
  { currencyCodes }: Catalogue,
  { facts }: KnownProvider,
  fixing: IsoDate | Problem | null,
): ReadonlySet<CurrencyCode> | null {
  if (codes === null) return null;
  for (const code of codes) {
    if (currencyCodes.has(code)) continue;
    const where = typeof fixing === 'string' ? `${facts.code} on ${fixing}` : facts.code;
    throw new Problem(
      1002,
      `${parameter} names ${quoted(code)}, which is not one of /v1/currencies (asked of ${where})${whyUnknown(code)}`,
    );
  }
  return new Set([...codes].map((code) => currencyCode.parse(code)));
}

export function parseBase(base: string | null, { currencyCodes }: Catalogue): CurrencyCode | null {
  if (base === null) return null;
  if (!currencyCodes.has(base))
    throw new Problem(1003, `base ${quoted(base)} is not one of /v1/currencies${whyUnknown(base)}`);
  return currencyCode.parse(base);
}

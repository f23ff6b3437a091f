/** The exact table of a fixing of GLOBAL, from its provenance. It needs no code of banks, so that the first view is small. */
import type { Table } from '../../../wire/answers/table.ts';
import { Ratio } from '../../../wire/exact/decimal.ts';
import { compareTexts } from '../../../wire/words/order.ts';
import type { CurrencyCode, IsoDate, ProviderCode } from '../../../wire/words/schemas.ts';
import { recordsOf, type ShownProvenance } from './provenance.ts';

const FACTS = { provider: 'GLOBAL' as ProviderCode, reference: 'EUR' as CurrencyCode, bidAsk: false };

/** Sorted by code, with the reference at 1, as the generator's own. */
export function toGlobalTable({ date, currencies }: ShownProvenance): Table {
  const stated = recordsOf<'currency' | 'figure'>(currencies).map(
    ({ currency, figure }) => [currency, figure] as const,
  );
  const rows = [...new Map([...stated, [FACTS.reference, '1'] as const])].sort(([one], [other]) =>
    compareTexts(one, other),
  );
  const figures = new Map(
    rows.map(([code, figure]) => [code as CurrencyCode, { mid: Ratio.parse(figure), bid: null, ask: null }] as const),
  );
  return { ...FACTS, date: date as IsoDate, figures };
}

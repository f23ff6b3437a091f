/** The rates of a bank the way round in which it prints them: 21.204 CZK for 1 USD, 13.2 CZK for 100 JPY. */
import { Decimal } from '../../../wire/exact/decimal.ts';
import type { Provider } from '../../../wire/words/schemas.ts';
import { provenanceOf } from './asking.ts';
import type { Rate, ShownRates } from './fixings.ts';
import { readProvenance, recordsOf } from './provenance.ts';
import type { PageSource } from './source.ts';

/** The figures count `quote` for `per` of the base, or for so many grams of it. */
export interface Printed extends Rate {
  readonly base: string;
  readonly quote: string;
  readonly per: string;
  readonly unit: string;
}

type Cell = 'currency' | 'base' | 'quote' | 'per' | 'unit' | 'mid' | 'bid' | 'ask';

const HALF = Decimal.parse('0.5');

/** By currency. A mid and two sides of one pair may stand in two documents. */
export async function readPrinted(source: PageSource, provider: string, date: string) {
  const found = new Map<string, Printed>();
  if (provider === 'GLOBAL') return found;
  for (const row of recordsOf<Cell>((await readProvenance(source, provider, date)).figures)) {
    const known = found.get(row.currency);
    if (known !== undefined && pairText(known) !== pairText(row)) continue;
    const [mid, bid, ask] = (['mid', 'bid', 'ask'] as const).map((side) => known?.[side] ?? (row[side] || null));
    found.set(row.currency, { ...row, mid: mid ?? null, bid: bid ?? null, ask: ask ?? null });
  }
  return found;
}

/** Whether what the bank prints is the other way round than one unit of its own currency. */
export const isTurned = ({ quote, per, unit }: Printed, reference: string) =>
  quote === reference || per !== '1' || unit !== '';

/** `1 USD`, `100 JPY`, `1 g XAU`. */
export const forText = ({ per, unit, base }: Pick<Printed, 'per' | 'unit' | 'base'>) =>
  `${per}${unit === '' ? '' : ` ${unit}`} ${base}`;

/** `CZK for 100 JPY`. */
export const pairText = (row: Pick<Printed, 'per' | 'unit' | 'base' | 'quote'>) => `${row.quote} for ${forText(row)}`;

/** The rates of the fixing as printed; null for a bank that prints them for one unit of its own currency. */
export async function asPrinted(source: PageSource, provider: Provider, shown: ShownRates): Promise<ShownRates | null> {
  const printed = await readPrinted(source, provider.code, shown.date);
  if (![...printed.values()].some((one) => isTurned(one, shown.base))) return null;
  const rates = shown.rates.flatMap(({ currency }) => printed.get(currency) ?? []);
  return { ...shown, rates: rates.map(withMid), address: provenanceOf(provider.code, shown.date) };
}

/** The middle of two sides, which is exact. */
function withMid(row: Printed): Printed {
  if (row.mid !== null || row.bid === null || row.ask === null) return row;
  return { ...row, mid: Decimal.parse(row.bid).plus(Decimal.parse(row.ask)).times(HALF).toString() };
}

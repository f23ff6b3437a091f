/** The exact fixing as a file: one row a currency, units of it per one unit of the reference currency. */

import { Ratio } from './decimal.ts';
import { compareTexts } from './order.ts';
import { type CurrencyCode, currencyCode, type IsoDate, type ProviderCode } from './schemas.ts';

export type Side = 'mid' | 'bid' | 'ask';
export const SIDES: readonly Side[] = ['mid', 'bid', 'ask'];

/** Each side exact, or null where the provider does not state it. */
export type Figures = Readonly<Record<Side, Ratio | null>>;

/** What a table's text does not say about itself. */
export interface TableFacts {
  readonly provider: ProviderCode;
  readonly date: IsoDate;
  readonly reference: CurrencyCode;
  readonly bidAsk: boolean;
}

/** Every currency of one fixing in code order, the reference currency among them at 1. */
export interface Table extends TableFacts {
  readonly figures: ReadonlyMap<CurrencyCode, Figures>;
}

const ONE = Ratio.of(1n, 1n);
const HEADER = 'currency,mid,bid,ask';

/** Puts the reference currency in at 1 (both sides too where the provider has them) and sorts by code. */
export function toTable(facts: TableFacts, figures: Iterable<readonly [CurrencyCode, Figures]>): Table {
  const own: Figures = { mid: ONE, bid: facts.bidAsk ? ONE : null, ask: facts.bidAsk ? ONE : null };
  const rows = new Map([...figures, [facts.reference, own] as const]);
  return { ...facts, figures: new Map([...rows].sort(([left], [right]) => compareTexts(left, right))) };
}

export function tableText(table: Table): string {
  const lines = [HEADER];
  for (const [code, figures] of table.figures) {
    lines.push(`${code},${SIDES.map((side) => figures[side]?.toString() ?? '').join(',')}`);
  }
  return `${lines.join('\n')}\n`;
}

/** @throws SyntaxError naming provider, date and line, when the text is not what `tableText` writes. */
export function parseTable(text: string, facts: TableFacts): Table {
  const lines = text.split('\n');
  if (lines[0] !== HEADER || lines.at(-1) !== '') {
    throw new SyntaxError(`table of ${facts.provider} ${facts.date}: no header, or cut off`);
  }
  const figures = new Map<CurrencyCode, Figures>();
  for (const line of lines.slice(1, -1)) {
    const [code, mid, bid, ask, ...rest] = line.split(',');
    if (mid === undefined || bid === undefined || ask === undefined || rest.length > 0) {
      throw new SyntaxError(`table of ${facts.provider} ${facts.date}: not a row: ${line.slice(0, 60)}`);
    }
    figures.set(currencyCode.parse(code), { mid: toSide(mid), bid: toSide(bid), ask: toSide(ask) });
  }
  return { ...facts, figures };
}

function toSide(cell: string): Ratio | null {
  return cell === '' ? null : Ratio.parse(cell);
}

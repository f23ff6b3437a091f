/** The exact fixing as a file: one row for each currency, in units of it per one unit of the reference currency. */

import { Ratio } from '../exact/decimal.ts';
import { InputError } from '../words/input-error.ts';
import { compareTexts } from '../words/order.ts';
import { type CurrencyCode, currencyCode, type IsoDate, type ProviderCode } from '../words/schemas.ts';

export type Side = 'mid' | 'bid' | 'ask';
export const SIDES: readonly Side[] = ['mid', 'bid', 'ask'];
/** The four forms in which a fixing is served; `standard` has the mid rates. */
export type View = 'standard' | 'extended' | 'bid' | 'ask';

/** Exact figures; null for a side that the provider does not state. */
export type Figures = Readonly<Record<Side, Ratio | null>>;

/** What the text of a table does not contain. */
export interface TableFacts {
  readonly provider: ProviderCode;
  readonly date: IsoDate;
  readonly reference: CurrencyCode;
  readonly bidAsk: boolean;
}

/** Every currency of one fixing in the order of codes, including the reference currency at 1. */
export interface Table extends TableFacts {
  readonly figures: ReadonlyMap<CurrencyCode, Figures>;
}

const ONE = Ratio.of(1n, 1n);
const HEADER = 'currency,mid,bid,ask';

/** Adds the reference currency at 1 (bid and ask too when the provider has them) and sorts by code. */
export function toTable(facts: TableFacts, figures: Iterable<readonly [CurrencyCode, Figures]>): Table {
  const own: Figures = { mid: ONE, bid: facts.bidAsk ? ONE : null, ask: facts.bidAsk ? ONE : null };
  const others = [...figures].filter(([code]) => code !== facts.reference);
  const rows = [...others, [facts.reference, own] as const].sort(([left], [right]) => compareTexts(left, right));
  return { ...facts, figures: new Map(rows) };
}

export function tableText(table: Table): string {
  const lines = [HEADER];
  for (const [code, figures] of table.figures) {
    lines.push(`${code},${SIDES.map((side) => figures[side]?.toString() ?? '').join(',')}`);
  }
  return `${lines.join('\n')}\n`;
}

/** @throws InputError naming provider, date and line, when the text is not what `tableText` writes */
export function parseTable(text: string, facts: TableFacts): Table {
  const lines = text.split('\n');
  if (lines[0] !== HEADER || lines.at(-1) !== '') {
    throw new InputError(`table of ${facts.provider} ${facts.date}: no header, or cut off`);
  }
  const rows = lines.slice(1, -1).map((line) => {
    const row = toRow(line);
    if (row !== null) return row;
    throw new InputError(`table of ${facts.provider} ${facts.date}: not a row: ${line.slice(0, 60)}`);
  });
  return { ...facts, figures: new Map(rows) };
}

function toRow(line: string): readonly [CurrencyCode, Figures] | null {
  const [code, ...cells] = line.split(',');
  const currency = currencyCode.safeParse(code);
  const figures = parseFigures(cells);
  return currency.success && figures !== null ? [currency.data, figures] : null;
}

/** @param cells mid, bid and ask as exact texts, empty for a side that is not stated; null for any other cells */
export function parseFigures(cells: readonly string[]): Figures | null {
  if (cells.length !== SIDES.length) return null;
  const [mid, bid, ask] = cells.map(toSide);
  return mid === undefined || bid === undefined || ask === undefined ? null : { mid, bid, ask };
}

/** Null for an empty cell, undefined for a cell that is not a figure. */
function toSide(cell: string): Ratio | null | undefined {
  if (cell === '') return null;
  try {
    return Ratio.parse(cell);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

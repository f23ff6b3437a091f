/** An answer of /v1/series → a table with a line for each fixing or each period, and columns for the currencies. */
import { z } from 'zod';
import { alignPoints, columns } from '../../../generator/kit/terminal.ts';
import { figure } from '../ask/answers.ts';

const sides = z.looseObject({ currency: z.string(), mid: figure, bid: figure, ask: figure });
const item = z.looseObject({
  exchangeRates: z.union([z.record(z.string(), figure), z.array(sides)]),
  /** Of a fixing, or of the last fixing of a period. */
  date: z.string().optional(),
  period: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  complete: z.boolean().optional(),
  days: z.record(z.string(), figure).optional(),
});

export const seriesAnswer = z.looseObject({
  provider: z.string(),
  base: z.string(),
  from: z.string(),
  to: z.string(),
  period: z.string(),
  series: z.array(item),
});
type SeriesAnswer = z.infer<typeof seriesAnswer>;
type Item = SeriesAnswer['series'][number];

interface TableColumn {
  readonly head: string;
  readonly cellOf: (item: Item) => string;
  /** Whether the points of its figures stand below each other. */
  readonly isFigure: boolean;
}

const NONE = '-';

/** @param codes that were asked for; one without a figure has a column all the same */
export function toTable({ period, series }: SeriesAnswer, codes: ReadonlySet<string>): readonly string[] {
  if (series.every(isEmpty)) return ['There is no figure for these currencies in this span; see --from and --to.'];
  const figures = figureColumns(series, codes);
  const all = period === 'day' ? [DATE, ...figures] : [...PERIOD, ...figures, ...daysColumns(series), COMPLETE];
  const filled = all.map(({ head, cellOf, isFigure }) => {
    const cells = series.map(cellOf);
    return [head, ...(isFigure ? alignPoints(cells) : cells)];
  });
  return columns(['', ...series].map((_, place) => filled.map((cells) => cells[place] ?? '')));
}

function column(head: string, cellOf: TableColumn['cellOf'], isFigure = false): TableColumn {
  return { head, cellOf, isFigure };
}

const DATE = column('DATE', ({ date }) => date ?? NONE);
const PERIOD = [
  column('PERIOD', ({ period }) => period ?? NONE),
  column('FROM', ({ from }) => from ?? NONE),
  column('TO', ({ to }) => to ?? NONE),
];
const COMPLETE = column('COMPLETE', ({ complete }) => (complete === true ? 'yes' : 'no'));

function isEmpty({ exchangeRates }: Item): boolean {
  return Object.keys(exchangeRates).length === 0;
}

/** A column for each currency; with three sides each, as `USD BID`, or `BID` where there is only one currency. */
function figureColumns(series: readonly Item[], codes: ReadonlySet<string>): readonly TableColumn[] {
  const isExtended = series.some(({ exchangeRates }) => Array.isArray(exchangeRates));
  return [...codes].flatMap((code) => {
    if (!isExtended) return [column(code, (one) => rateOf(one, code), true)];
    return SIDES.map((side) => {
      const head = codes.size === 1 ? side.toUpperCase() : `${code} ${side.toUpperCase()}`;
      return column(head, (one) => sideOf(one, code, side), true);
    });
  });
}

const SIDES = ['mid', 'bid', 'ask'] as const;

function rateOf({ exchangeRates }: Item, code: string): string {
  return Array.isArray(exchangeRates) ? NONE : (exchangeRates[code] ?? NONE);
}

/** The service writes 0 for a side that is not stated. A person shall not take that for a rate. */
function sideOf({ exchangeRates }: Item, code: string, side: (typeof SIDES)[number]): string {
  const row = Array.isArray(exchangeRates) ? exchangeRates.find(({ currency }) => currency === code) : undefined;
  return row === undefined || row[side] === '0' ? NONE : row[side];
}

/** Of how many fixings each figure is, which may be another number for each currency. */
function daysColumns(series: readonly Item[]): readonly TableColumn[] {
  const codes = [...new Set(series.flatMap(({ days }) => Object.keys(days ?? {})))].sort();
  return codes.map((code) => column(codes.length === 1 ? 'DAYS' : `${code} DAYS`, ({ days }) => days?.[code] ?? NONE));
}

/** `ratetree series`: currencies through time, or averages of months, quarters, years and any span, from /v1/series. */
import type { Command } from 'commander';
import { z } from 'zod';
import { alignPoints, columns } from '../../../generator/kit/terminal.ts';
import { addDays, addMonths, startOfMonth } from '../../../generator/wire/words/calendar.ts';
import { type IsoDate, isoDate } from '../../../generator/wire/words/schemas.ts';
import { toWrittenCode } from '../../../generator/wire/words/written-codes.ts';
import { type Asker, askFor, rates, type SentParameters, type Told } from '../ask/answers.ts';
import { type OriginFlags, tell, toDay, withQuestion, withRates } from '../cli/program.ts';
import { asPublished, publishedFigure } from './as-published.ts';

interface SeriesQuestion extends SentParameters {
  /** With commas between them. */
  readonly currencies: string;
  readonly from?: IsoDate;
  readonly to?: IsoDate;
  readonly period?: string;
}

/** How much is shown unless --from says otherwise. */
const DAYS = 30;
const MONTHS_OF_PERIODS = 12;

const latest = z.looseObject({ date: isoDate });

const EXAMPLES = [
  'ratetree series USD,SEK,NOK                        GLOBAL, side by side',
  'ratetree series USD --provider BNM --extended     mid, bid and ask',
  'ratetree series USD --provider ECB --period month  averages of months',
  'ratetree series NOK --from 2025-09-01 --to 2026-02-28 --period span',
  'ratetree series USD --provider CNB --published    as the bank prints it',
  'ratetree series XAU --from 2026-01-01 --to 2026-03-13 --json > gold.json',
];

export function addSeries(program: Command): void {
  withRates(withQuestion(program.command('series'), EXAMPLES))
    .description('currencies through time, exactly as /v1/series states them')
    .argument('<currencies>', 'separated by commas')
    .option('--from <day>', `the first day (default: ${DAYS} days before the last one; with --period a year)`, toDay)
    .option('--to <day>', 'the last day (default: that of the newest fixing)', toDay)
    .option('--period <name>', 'one line for each month, quarter or year, or for the span (default: day)')
    .option('--statistic <name>', 'the average of each period, or end or first for its fixing (default: average)')
    .action((currencies: string, flags: OriginFlags & Omit<SeriesQuestion, 'currencies'>) =>
      tell({ ...flags, currencies }, toSeries),
    );
}

export async function toSeries(asker: Asker, question: SeriesQuestion): Promise<Told> {
  const from = question.from ?? (await firstDay(asker, question));
  if (question.published) return toPublished(asker, question, from);
  const { value, text } = await askFor(asker, seriesAnswer, '/v1/series', { ...question, from });
  const side = question.type === undefined ? '' : `, ${question.type}`;
  const codes = new Set(question.currencies.split(',').map((code) => toWrittenCode(code.trim())));
  codes.delete('');
  return {
    lines: [`1 ${value.base}, ${value.provider}, ${spanOf(value, from)}${side}`, ...toTable(value, codes)],
    json: text,
  };
}

async function toPublished(asker: Asker, question: SeriesQuestion, from: IsoDate): Promise<Told> {
  const { value, text } = await askFor(asker, publishedSeries, '/v1/series', { ...question, from });
  const dated = value.series.flatMap(({ date, exchangeRates }) => exchangeRates.map((one) => [date, one] as const));
  return {
    lines: [`${value.provider}, ${spanOf(value, from)}, as published`, ...orNone(asPublished(dated, true))],
    json: text,
  };
}

const spanOf = (span: { readonly from: string; readonly to: string }, from: IsoDate) =>
  span.from === '' ? `no fixing from ${from}` : `${span.from} to ${span.to}`;

/** Counted from the last day; where none is named, the service says which fixing is the newest. */
async function firstDay(asker: Asker, { currencies, provider, to, period }: SeriesQuestion): Promise<IsoDate> {
  const last = to ?? (await askFor(asker, latest, '/v1/latest', { provider, currencies })).value.date;
  if (period === undefined || period.toLowerCase() === 'day') return addDays(last, -DAYS);
  return startOfMonth(addMonths(last, -MONTHS_OF_PERIODS));
}

// An answer of /v1/series → a table with a line for each fixing or each period, and columns for the currencies.

const item = z.looseObject({
  exchangeRates: rates,
  /** Of a fixing, or of the last fixing of a period. */
  date: z.string().optional(),
  period: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  complete: z.boolean().optional(),
  days: z.record(z.string(), z.int().transform(String)).optional(),
});

const seriesAnswer = z.looseObject({
  provider: z.string(),
  base: z.string(),
  from: z.string(),
  to: z.string(),
  period: z.string(),
  series: z.array(item),
});
const publishedSeries = seriesAnswer.extend({
  series: z.array(z.object({ date: z.string(), exchangeRates: z.array(publishedFigure) })),
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

function orNone(lines: readonly string[]): readonly string[] {
  return lines.length > 0 ? lines : ['There is no figure for these currencies in this span; see --from and --to.'];
}

/** @param codes that were asked for; one without a figure has a column all the same */
function toTable({ period, series }: SeriesAnswer, codes: ReadonlySet<string>): readonly string[] {
  if (series.every(isEmpty)) return orNone([]);
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

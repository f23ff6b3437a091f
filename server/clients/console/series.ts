/** `ratetree series`: currencies through time, or averages of months, quarters and years, from /v1/series. */
import type { Command } from 'commander';
import { z } from 'zod';
import { addDays, addMonths, startOfMonth } from '../../../generator/wire/words/calendar.ts';
import { type IsoDate, isoDate } from '../../../generator/wire/words/schemas.ts';
import { toWrittenCode } from '../../../generator/wire/words/written-codes.ts';
import { type Asker, askFor, firstFixingIn, type SentParameters, type Told } from '../ask/answers.ts';
import { type OriginFlags, tell, toDay, withQuestion } from '../cli/program.ts';
import { seriesAnswer, toTable } from './series-table.ts';

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
  'ratetree series XAU --from 2026-01-01 --to 2026-03-13 --json > gold.json',
];

export function addSeries(program: Command): void {
  withQuestion(program.command('series'), EXAMPLES)
    .description('currencies through time, exactly as /v1/series states them')
    .argument('<currencies>', 'separated by commas')
    .option('--provider <code>', 'whose rates (default: GLOBAL)')
    .option('--base <code>', 'the base, for GLOBAL only (default: EUR)')
    .option('--from <day>', `the first day (default: ${DAYS} days before the last one; with --period a year)`, toDay)
    .option('--to <day>', 'the last day (default: that of the newest fixing)', toDay)
    .option('--period <name>', 'one line for each month, quarter or year (default: day)')
    .option('--statistic <name>', 'the average of each period, or end for its last fixing (default: average)')
    .option('--decimals <number>', 'decimal places, 0 to 10 (default: 10)')
    .option('--type <side>', 'mid, bid or ask (default: mid)')
    .option('--extended', 'mid, bid and ask of each currency')
    .action((currencies: string, flags: OriginFlags & Omit<SeriesQuestion, 'currencies'>) =>
      tell({ ...flags, currencies }, toSeries),
    );
}

export async function toSeries(asker: Asker, question: SeriesQuestion): Promise<Told> {
  const from = question.from ?? (await firstDay(asker, question));
  const { value, text } = await askSpan(asker, question, from).catch((error: unknown) => {
    const first = question.from === undefined ? firstFixingIn(error) : null;
    if (first === null) throw error;
    return askSpan(asker, question, first);
  });
  const span = value.from === '' ? `no fixing from ${from}` : `${value.from} to ${value.to}`;
  const side = question.type === undefined ? '' : `, ${question.type}`;
  const codes = new Set(question.currencies.split(',').map((code) => toWrittenCode(code.trim())));
  codes.delete('');
  return { lines: [`1 ${value.base}, ${value.provider}, ${span}${side}`, ...toTable(value, codes)], json: text };
}

function askSpan(asker: Asker, question: SeriesQuestion, from: IsoDate) {
  return askFor(asker, seriesAnswer, '/v1/series', { ...question, from });
}

/** Counted from the last day; where none is named, the service says which fixing is the newest. */
async function firstDay(asker: Asker, { currencies, provider, to, period }: SeriesQuestion): Promise<IsoDate> {
  const last = to ?? (await askFor(asker, latest, '/v1/latest', { provider, currencies })).value.date;
  if (period === undefined || period.toLowerCase() === 'day') return addDays(last, -DAYS);
  return startOfMonth(addMonths(last, -MONTHS_OF_PERIODS));
}

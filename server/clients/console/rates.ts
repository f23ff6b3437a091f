/** `ratetree latest` and `historical`: the rates of a provider, the newest or of a day. */
import type { Command } from 'commander';
import { z } from 'zod';
import { alignPoints, columns } from '../../../generator/kit/terminal.ts';
import { type Asker, askFor, head, rates, type SentParameters, type Told } from '../ask/answers.ts';
import { chosenText, type OriginFlags, tell, withQuestion, withRates } from '../cli/program.ts';
import { asPublished, publishedFigure } from './as-published.ts';
import { fixingText } from './of-law.ts';

type Question = SentParameters & { readonly date?: string; readonly rule?: string };

const answer = z.looseObject({ ...head, exchangeRates: rates });
const published = z.looseObject({ ...head, exchangeRates: z.array(publishedFigure) });

const LATEST_EXAMPLES = [
  'ratetree latest --provider ECB',
  'ratetree latest EUR,GBP --base USD --decimals 4    any base, with GLOBAL',
  'ratetree latest USD --provider BNM --extended     mid, bid and ask',
  'ratetree latest HUF --provider CNB --published    as the bank prints it',
  'ratetree latest --provider ECB --json --origin s3://rates/public/',
];

export function addLatest(program: Command): void {
  withRates(withQuestion(program.command('latest'), LATEST_EXAMPLES))
    .description('the newest rates of a provider, per unit of the base')
    .argument('[currencies]', 'separated by commas (default: all)')
    .action((currencies: string | undefined, flags: OriginFlags & SentParameters) =>
      tell({ ...flags, currencies }, (asker, question) => toRates(asker, '/v1/latest', question, Date.now())),
    );
}

const HISTORICAL_EXAMPLES = [
  'ratetree historical 2026-03-10 USD,GBP --provider ECB',
  'ratetree historical 2026-03-08 --latest           the newest up to that day',
  'ratetree historical 2026-03-08 EUR --rule CZ-VAT   the rate that a law names',
];

export function addHistorical(program: Command): void {
  withRates(withQuestion(program.command('historical'), HISTORICAL_EXAMPLES))
    .description('the rates of a provider on a day, per unit of the base')
    .argument('<date>', 'the day, as 2026-03-02')
    .argument('[currencies]', 'separated by commas (default: all)')
    .option('--latest', 'the newest rates up to that day, however old')
    .option('--rule <code>', 'the rate that a law names, by the code of the rule')
    .action((date: string, currencies: string | undefined, flags: OriginFlags & Question) =>
      tell({ ...flags, date, currencies }, (asker, question) => toRates(asker, '/v1/historical', question, Date.now())),
    );
}

export async function toRates(asker: Asker, path: string, question: Question, nowMs: number): Promise<Told> {
  if (question.published) return toPublished(asker, path, question, nowMs);
  const { value, text } = await askFor(asker, answer, path, question);
  const notes = [chosenText(value.date, question, nowMs), question.type ?? ''].filter((note) => note !== '');
  const headline = [`1 ${value.base}, ${await fixingText(asker, question, value)}`, ...notes].join(', ');
  const { exchangeRates } = value;
  if (!Array.isArray(exchangeRates)) {
    const figures = alignPoints(Object.values(exchangeRates));
    const rows = Object.keys(exchangeRates).map((code, place) => [code, figures[place] ?? '']);
    return { lines: [headline, ...orNone(columns(rows))], json: text };
  }
  const sides = (['mid', 'bid', 'ask'] as const).map((side) =>
    alignPoints(exchangeRates.map((row) => (side === 'mid' ? row.mid : statedSide(row, side)))),
  );
  const rows = exchangeRates.map(({ currency }, place) => [currency, ...sides.map((side) => side[place] ?? '')]);
  return { lines: [headline, ...columns([['', 'MID', 'BID', 'ASK'], ...rows])], json: text };
}

async function toPublished(asker: Asker, path: string, question: Question, nowMs: number): Promise<Told> {
  const { value, text } = await askFor(asker, published, path, question);
  const { provider, date, exchangeRates } = value;
  const notes = ['as published', chosenText(date, question, nowMs)].filter((note) => note !== '');
  const lines = asPublished(exchangeRates.map((figure) => [date, figure] as const));
  return { lines: [`${provider} of ${date}, ${notes.join(', ')}`, ...orNone(lines)], json: text };
}

/** The service writes 0 for both sides that a provider does not state. A person shall not take that for a rate. */
function statedSide({ bid, ask }: { readonly bid: string; readonly ask: string }, side: 'bid' | 'ask'): string {
  return bid === '0' && ask === '0' ? '-' : { bid, ask }[side];
}

function orNone(rows: readonly string[]): readonly string[] {
  return rows.length === 0 ? ['The fixing quotes none of these currencies.'] : rows;
}

/** `ratetree rate`: an amount in other currencies, computed by /v1/convert. */
import type { Command } from 'commander';
import { z } from 'zod';
import { alignPoints, columns } from '../../../generator/kit/terminal.ts';
import { isoDate } from '../../../generator/wire/words/schemas.ts';
import { type Asker, askFor, figure, type SentParameters, type Told } from '../ask/answers.ts';
import { ageText, type OriginFlags, tell, withQuestion } from '../cli/program.ts';

type RateQuestion = SentParameters & { readonly date?: string; readonly rule?: string };

const conversion = z.looseObject({
  provider: z.string(),
  date: isoDate,
  base: z.string(),
  amount: figure,
  conversions: z.record(z.string(), figure),
});

const RATE_EXAMPLES = [
  'ratetree rate 100 USD EUR,GBP              at the newest rates of GLOBAL',
  'ratetree rate 100 USD --date 2026-03-02    at the newest rates up to that day',
  'ratetree rate 1250.50 MYR EUR --provider BNM --decimals 2',
  'ratetree rate 100 EUR --json --origin https://rates.example/',
];

export function addRate(program: Command): void {
  withQuestion(program.command('rate'), RATE_EXAMPLES)
    .description('an amount in other currencies, exactly as /v1/convert computes it')
    .argument('<amount>', 'up to 40 digits, with a point for the decimals')
    .argument('<base>', 'the currency of the amount')
    .argument('[to]', 'the currencies to convert to, separated by commas (default: all)')
    .option('--date <day>', 'the day of the rates, as 2026-03-02 (default: the newest)')
    .option('--provider <code>', 'whose rates (default: GLOBAL)')
    .option('--decimals <number>', 'decimal places, 0 to 10 (default: 10)')
    .option('--rule <code>', 'the rate that a law names, by the code of the rule')
    .action((amount: string, base: string, to: string | undefined, flags: OriginFlags & RateQuestion) =>
      tell({ ...flags, amount, base, to }, (asker, question) => toRate(asker, question, Date.now())),
    );
}

export async function toRate(asker: Asker, question: RateQuestion, nowMs: number): Promise<Told> {
  const { date, rule } = question;
  const { value, text, fixed } = await askFor(asker, conversion, '/v1/convert', question);
  const { conversions, provider: by, date: of, base: from, amount: sum } = value;
  // A law may want an older fixing than that of the day.
  const chosen = rule === undefined ? ageText(of, date, nowMs) : `by rule ${rule} for ${date}`;
  const notes = [chosen, ...(fixed === undefined ? [] : [`fixed by law: ${fixed}`])].filter((note) => note !== '');
  const codes = Object.keys(conversions);
  const figures = alignPoints(Object.values(conversions));
  const rows = columns(codes.map((code, place) => [code, figures[place] ?? '']));
  return { lines: [[`${sum} ${from}, ${by} of ${of}`, ...notes].join(', '), ...rows], json: text };
}

// `ratetree latest`: the newest rates of a provider, from /v1/latest.

const head = { provider: z.string(), date: isoDate, base: z.string() };
const latest = z.looseObject({
  ...head,
  exchangeRates: z.union([
    z.record(z.string(), figure),
    z.array(z.looseObject({ currency: z.string(), mid: figure, bid: figure, ask: figure })),
  ]),
});

const LATEST_EXAMPLES = [
  'ratetree latest --provider ECB',
  'ratetree latest EUR,GBP --base USD --decimals 4    any base, with GLOBAL',
  'ratetree latest USD --provider BNM --extended     mid, bid and ask',
  'ratetree latest --provider ECB --json --origin s3://rates/public/',
];

export function addLatest(program: Command): void {
  withQuestion(program.command('latest'), LATEST_EXAMPLES)
    .description('the newest rates of a provider, per unit of the base')
    .argument('[currencies]', 'separated by commas (default: all)')
    .option('--provider <code>', 'whose rates (default: GLOBAL)')
    .option('--base <code>', 'the base, for GLOBAL only (default: EUR)')
    .option('--decimals <number>', 'decimal places, 0 to 10 (default: 10)')
    .option('--type <side>', 'mid, bid or ask (default: mid)')
    .option('--extended', 'mid, bid and ask of each currency')
    .action((currencies: string | undefined, flags: OriginFlags & SentParameters) =>
      tell({ ...flags, currencies }, (asker, question) => toLatest(asker, question, Date.now())),
    );
}

export async function toLatest(asker: Asker, question: SentParameters, nowMs: number): Promise<Told> {
  const { value, text } = await askFor(asker, latest, '/v1/latest', question);
  const notes = [ageText(value.date, null, nowMs), question.type ?? ''].filter((note) => note !== '');
  const headline = [`1 ${value.base}, ${value.provider} of ${value.date}`, ...notes].join(', ');
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

/** The service writes 0 for both sides that a provider does not state. A person shall not take that for a rate. */
function statedSide({ bid, ask }: { readonly bid: string; readonly ask: string }, side: 'bid' | 'ask'): string {
  return bid === '0' && ask === '0' ? '-' : { bid, ask }[side];
}

function orNone(rows: readonly string[]): readonly string[] {
  return rows.length === 0 ? ['The fixing quotes none of these currencies.'] : rows;
}

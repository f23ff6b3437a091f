/** `ratetree convert`, or `rate`: an amount in other currencies, computed by /v1/convert. */
import type { Command } from 'commander';
import { z } from 'zod';
import { alignPoints, columns } from '../../../generator/kit/terminal.ts';
import { type Asker, askFor, figure, head, type SentParameters, type Told } from '../ask/answers.ts';
import { chosenText, type OriginFlags, PUBLISHED_OPTION, tell, withQuestion } from '../cli/program.ts';
import { asPublished, publishedFigure } from './as-published.ts';
import { fixingText } from './of-law.ts';

type Question = SentParameters & {
  readonly to?: string | undefined;
  readonly date?: string;
  readonly rule?: string;
  readonly decimals?: string;
};

const conversion = z.looseObject({
  ...head,
  amount: figure,
  conversions: z.record(z.string(), figure),
  published: z.array(publishedFigure).default([]),
});

const EXAMPLES = [
  'ratetree convert 100 USD EUR,GBP              at the newest rates of GLOBAL',
  'ratetree convert 100 USD --date 2026-03-02    at the newest rates by that day',
  'ratetree convert 1250.50 MYR EUR --provider BNM --decimals 2',
  'ratetree convert 1000 EUR CZK --rule CZ-VAT --date 2026-03-08',
  'ratetree convert 100 EUR --json --origin https://rates.example/',
];

export function addConvert(program: Command): void {
  withQuestion(program.command('convert').alias('rate'), EXAMPLES)
    .description('an amount in other currencies, exactly as /v1/convert computes it')
    .argument('<amount>', 'up to 40 digits, with a point for the decimals')
    .argument('<base>', 'the currency of the amount')
    .argument('[to]', 'the currencies to convert to, separated by commas (default: all)')
    .option('--date <day>', 'the day of the rates, as 2026-03-02 (default: the newest)')
    .option('--provider <code>', 'whose rates (default: GLOBAL)')
    .option('--decimals <number>', 'decimal places, 0 to 10 (default: 10; of a law, those of the money)')
    .option('--rule <code>', 'the rate that a law names, by the code of the rule')
    .option(...PUBLISHED_OPTION)
    .action((amount: string, base: string, to: string | undefined, flags: OriginFlags & Question) =>
      tell({ ...flags, amount, base, to }, (asker, question) => toConversion(asker, question, Date.now())),
    );
}

export async function toConversion(asker: Asker, question: Question, nowMs: number): Promise<Told> {
  const { value, text, fixed } = await askFor(asker, conversion, '/v1/convert', question);
  const { date, base, amount } = value;
  const notes = [chosenText(date, question, nowMs), fixed === null ? '' : `fixed by law: ${fixed}`];
  const whose = await fixingText(asker, question, value);
  const headline = [`${amount} ${base}, ${whose}`, ...notes.filter((note) => note !== '')].join(', ');
  const codes = Object.keys(value.conversions);
  const isMoney = question.rule !== undefined && question.decimals === undefined;
  const converted = isMoney ? await inMoney(asker, question, codes) : value.conversions;
  const figures = alignPoints(codes.map((code) => converted[code] ?? ''));
  const named = [base, ...(question.to ? codes : [])];
  const published = asPublished(value.published.map((one) => [date, one] as const));
  const isOfLaw = question.rule !== undefined && published.length === 0;
  const rates = isOfLaw ? await ratesOfLaw(asker, question, named) : published;
  return {
    lines: [headline, ...columns(codes.map((code, place) => [code, figures[place] ?? ''])), ...rates],
    json: text,
  };
}

/** Currencies whose smallest coin is not a hundredth, by ISO 4217. */
const PLACES: Readonly<Record<string, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
};

/** The amounts as they are paid, each rounded by the service, from the exact one. */
async function inMoney(asker: Asker, question: Question, codes: readonly string[]) {
  const placesOf = (code: string) => Object.keys(PLACES).find((places) => PLACES[places]?.includes(code)) ?? '2';
  const answers = [...new Set(codes.map(placesOf))].map((decimals) => {
    const to = codes.filter((code) => placesOf(code) === decimals).join();
    return askFor(asker, conversion, '/v1/convert', { ...question, to, decimals });
  });
  const conversions = (await Promise.all(answers)).map(({ value }) => value.conversions);
  return Object.assign({}, ...conversions) as Readonly<Record<string, string>>;
}

/** The rates of the law, each in the direction with fewer digits: so the authority states it, and not the inverse. */
async function ratesOfLaw(asker: Asker, { rule, date }: Question, codes: readonly string[]) {
  const one = { rule, date, amount: '1' };
  // Without a base the amount is of the currency in which the authority states its rates.
  const { value } = await askFor(asker, conversion, '/v1/convert', { ...one, to: codes.join() });
  const { base, conversions } = value;
  const stated = Object.entries(conversions).filter(([code]) => code !== base);
  return Promise.all(
    stated.map(async ([code, there]) => {
      const { value: own } = await askFor(asker, conversion, '/v1/convert', { ...one, base: code, to: base });
      const back = own.conversions[base] ?? there;
      return back.length < there.length ? `1 ${code} = ${back} ${base}` : `1 ${base} = ${there} ${code}`;
    }),
  );
}

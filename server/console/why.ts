/** `ratetree why`: where a figure comes from, by the provenance of its fixing and of the fixings behind it. */
import type { Command } from 'commander';
import { z } from 'zod';
import { isoDate } from '../../generator/wire/words/schemas.ts';
import { type Asker, askFor, figure } from '../ask/answers.ts';
import { type OriginFlags, type Told, tell, withQuestion } from '../cli/program.ts';
import { ageText } from './age.ts';
import { explainPublished, publishedLines } from './provenance.ts';
import { blendedLines, explainBlended } from './why-blended.ts';

const EXAMPLES = [
  'ratetree why GLOBAL 2026-03-10 SEK    the banks behind it',
  'ratetree why ECB 2026-03-10 SEK       the digits as published',
  'ratetree why GLOBAL latest SEK --json',
];

export function addWhy(program: Command): void {
  withQuestion(program.command('why'), EXAMPLES)
    .description('where a figure comes from')
    .argument('<provider>', 'GLOBAL, or the code of a bank')
    .argument('<date>', 'a day, as 2026-03-10, or latest')
    .argument('<currency>', 'the currency of the figure')
    .action((provider: string, date: string, currency: string, flags: OriginFlags) =>
      tell(flags, (asker) => toWhy(asker, { provider, date, currency }, Date.now())),
    );
}

const rates = z.looseObject({
  provider: z.string(),
  date: isoDate,
  base: z.string(),
  exchangeRates: z.record(z.string(), figure),
});

interface WhyQuestion {
  readonly provider: string;
  /** A day, or `latest`. */
  readonly date: string;
  readonly currency: string;
}

/** The figure itself comes from the operation, which also judges the question in the words of the service. */
export async function toWhy(asker: Asker, question: WhyQuestion, nowMs: number): Promise<Told> {
  const currency = question.currency.trim().toUpperCase();
  const ofLatest = question.date === 'latest';
  const parameters = { provider: question.provider, currencies: currency, date: ofLatest ? null : question.date };
  const path = ofLatest ? '/v1/latest' : '/v1/historical';
  const { value } = await askFor(asker, rates, path, parameters);
  const { provider, date, base } = value;
  const rate = value.exchangeRates[currency] ?? null;
  const facts = { provider, date, base, currency, rate };
  const stated = rate === null ? 'no figure' : `1 ${base} = ${rate} ${currency}`;
  const age = ofLatest ? ageText(date, null, nowMs) : '';
  const headline = `${currency}, ${provider} of ${date}${age === '' ? '' : `, ${age}`}: ${stated}`;
  if (provider === 'GLOBAL') {
    const why = await explainBlended(asker, date, currency);
    return { lines: [headline, ...blendedLines(why, currency)], json: JSON.stringify({ ...facts, ...why }) };
  }
  const published = await explainPublished(asker, provider, date, currency);
  return { lines: [headline, ...publishedLines(published)], json: JSON.stringify({ ...facts, published }) };
}

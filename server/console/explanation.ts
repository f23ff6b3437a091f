/** A figure, with where it comes from: the answer of `ratetree why`, and of the tool of an assistant. */
import { z } from 'zod';
import { isoDate } from '../../generator/wire/words/schemas.ts';
import { toWrittenCode } from '../../generator/wire/words/written-codes.ts';
import { type Asker, askFor, figure, type Told } from '../ask/answers.ts';
import { ageText } from './age.ts';
import { explainPublished, type Published, publishedLines } from './provenance.ts';
import { blendedLines, explainBlended } from './why-blended.ts';

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

interface Why extends Told {
  readonly provider: string;
  /** The bank's figures, each with its document; none for GLOBAL. */
  readonly published: readonly Published[];
}

/** The figure itself comes from the operation, which also judges the question in the words of the service. */
export async function toWhy(asker: Asker, question: WhyQuestion, nowMs: number): Promise<Why> {
  const currency = toWrittenCode(question.currency.trim());
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
    const json = JSON.stringify({ ...facts, ...why });
    return { lines: [headline, ...blendedLines(why, currency)], json, provider, published: [] };
  }
  const published = await explainPublished(asker, provider, date, currency);
  const json = JSON.stringify({ ...facts, published });
  return { lines: [headline, ...publishedLines(published)], json, provider, published };
}

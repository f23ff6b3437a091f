/**
 * A span of dates as answers of /v1/series: one if the service gives it in one, else one for each year, each quarter, or
 * some currencies of a year. The first question is the person's own, so that the service judges it in its own words.
 */
import { z } from 'zod';
import { addDays, earlierOf } from '../../generator/wire/words/calendar.ts';
import { periodOf } from '../../generator/wire/words/periods.ts';
import { type IsoDate, isoDate } from '../../generator/wire/words/schemas.ts';
import { type Asker, askFor, ServiceRefused } from '../ask/answers.ts';
import { type AnswerFormat, type Days, type ExportQuestion, SeriesAsker, type Surroundings } from './series-asker.ts';

/** A part of the span that begins and ends with a year, or with the span. */
export interface Section {
  /** Bodies of answers, oldest first. Each call asks again. @throws ServiceRefused, StoreDown, InputError */
  answers(): AsyncGenerator<string>;
}

/** @throws ServiceRefused in the words of the service; InputError if what answers is no gateway; StoreDown */
export async function openSpan(
  asker: Asker,
  question: ExportQuestion,
  format: AnswerFormat,
  surroundings: Surroundings,
): Promise<readonly Section[]> {
  const series = new SeriesAsker(asker, question, format, surroundings);
  const from = question.from ?? (await series.firstDay());
  const whole = await series.ask({ from, to: question.to ?? null });
  if (!(whole instanceof ServiceRefused)) return [{ answers: () => answered(whole) }];
  const { provider } = question;
  // Some currency is named, because all of them are not wanted: it is the date that is looked for.
  const newest = () => askFor(asker, latest, '/v1/latest', { provider, currencies: 'EUR' });
  const to = question.to ?? (await newest()).value.date;
  const span = new LargeSpan(series);
  return partsOf({ from, to }, 'year').map((year) => ({ answers: () => span.answers(year) }));
}

async function* answered(text: string): AsyncGenerator<string> {
  yield text;
}

const latest = z.looseObject({ date: isoDate });
const listed = z.array(z.looseObject({ code: z.string() }));

interface Bounded extends Days {
  readonly to: IsoDate;
}

class LargeSpan {
  /** Set when a year was too large, because the next one will be as well. */
  #byQuarters = false;

  constructor(readonly series: SeriesAsker) {}

  /** @param days within one year */
  async *answers(days: Bounded): AsyncGenerator<string> {
    const whole = this.#byQuarters ? null : await this.series.ask(days);
    if (typeof whole === 'string') yield whole;
    else if (this.series.question.period?.trim().toLowerCase() === 'year') yield await this.#ofYear(days);
    else yield* this.#ofQuarters(days);
  }

  async *#ofQuarters(days: Bounded): AsyncGenerator<string> {
    this.#byQuarters = true;
    for (const quarter of partsOf(days, 'quarter')) {
      const answer = await this.series.ask(quarter);
      if (answer instanceof ServiceRefused) throw answer;
      yield answer;
    }
  }

  /** A year that is one item cannot be divided by days, only by currencies. */
  async #ofYear(days: Bounded): Promise<string> {
    const { question, format } = this.series;
    const named = question.currencies?.split(',').map((code) => code.trim().toUpperCase());
    const codes = named?.filter((code) => code !== '') ?? (await this.#allCurrencies());
    const answers = await this.#ofCurrencies(days, [...new Set(codes)].sort());
    return format === 'CSV' ? mergedCsv(answers) : mergedJson(answers);
  }

  async #allCurrencies(): Promise<readonly string[]> {
    return (await askFor(this.series.asker, listed, '/v1/currencies')).value.map(({ code }) => code);
  }

  async #ofCurrencies(days: Bounded, codes: readonly string[]): Promise<readonly string[]> {
    const answer = await this.series.ask(days, codes.join());
    if (!(answer instanceof ServiceRefused)) return [answer];
    if (codes.length < 2) throw answer;
    const middle = codes.length >> 1;
    const first = await this.#ofCurrencies(days, codes.slice(0, middle));
    return [...first, ...(await this.#ofCurrencies(days, codes.slice(middle)))];
  }
}

/** The days, cut where a calendar year or a quarter begins. */
function partsOf({ from, to }: Bounded, kind: 'year' | 'quarter'): readonly Bounded[] {
  const parts: Bounded[] = [];
  for (let first = from; first <= to; ) {
    const { last } = periodOf(first, kind);
    parts.push({ from: first, to: earlierOf(last, to) });
    first = addDays(last, 1);
  }
  return parts;
}

const END = '\r\n';

/**
 * The one answer about all currencies of a single period, out of answers for some of them.
 * @param answers with header rows, whose other rows differ in nothing before the currency
 */
function mergedCsv(answers: readonly string[]): string {
  const lines = answers.map((text) => text.split(END).slice(0, -1));
  const [header = ''] = lines[0] ?? [];
  const rows = lines.flatMap(([, ...own]) => own).sort();
  return [header, ...rows, ''].join(END);
}

/** What stands before, between and behind the rates and the numbers of days of an only item. */
const ITEM = /^(.*"exchangeRates":\{)(.*)(\},"days":\{)(.*)(\}\}\]\})$/s;

/** @param answers about currencies in the order of their codes */
function mergedJson(answers: readonly string[]): string {
  const items = answers.flatMap((text) => {
    const [, ...parts] = ITEM.exec(text) ?? [];
    return parts.length === 0 ? [] : [parts];
  });
  const [first] = items;
  if (first === undefined) return answers[0] ?? '';
  const [head = '', , between = '', , end = ''] = first;
  const joined = (place: number) => items.flatMap((parts) => parts[place] || []).join(',');
  return `${head}${joined(1)}${between}${joined(3)}${end}`;
}

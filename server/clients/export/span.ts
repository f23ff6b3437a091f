/**
 * A span of dates as answers of /v1/series: one if the service gives it in one, else one for each year, each quarter, or
 * some currencies of a year. The first question is the person's own, so that the service judges it in its own words.
 */
import { z } from 'zod';
import { addDays, earlierOf, parseIsoDate, periodOf } from '../../../generator/wire/words/calendar.ts';
import { type IsoDate, isoDate } from '../../../generator/wire/words/schemas.ts';
import { toWrittenCode } from '../../../generator/wire/words/written-codes.ts';
import { type Asker, askFor, firstFixingIn, ServiceRefused } from '../ask/answers.ts';
import {
  type AnswerFormat,
  type AskSeries,
  type Days,
  type ExportQuestion,
  type Surroundings,
  seriesAsker,
} from './series-asker.ts';

/**
 * Asks for a part of the span that begins and ends with a year, or with the span: bodies of answers, oldest first.
 * @throws ServiceRefused, StoreError, InputError
 */
export type Section = () => AsyncGenerator<string>;

export async function* allAnswers(sections: readonly Section[]): AsyncGenerator<string> {
  for (const section of sections) yield* section();
}

const EARLIEST = parseIsoDate('1900-01-01');

/** @throws ServiceRefused in the words of the service; InputError if what answers is no gateway; StoreError */
export async function openSpan(
  asker: Asker,
  question: ExportQuestion,
  format: AnswerFormat,
  surroundings: Surroundings,
): Promise<readonly Section[]> {
  const ask = seriesAsker(asker, question, format, surroundings);
  const from = question.from ?? (await firstDay(ask));
  const whole = await ask({ from, to: question.to ?? null });
  if (!(whole instanceof ServiceRefused)) return [() => answered(whole)];
  const to = question.to ?? (await newestDay(asker, question.provider));
  const isYearly = question.period?.trim().toLowerCase() === 'year';
  const ofYear = async function* (days: Bounded) {
    const codes = listedIn(question.currencies) ?? (await askFor(asker, listed, '/v1/currencies')).value;
    const answers = await byCurrencies(ask, days, [...new Set(codes)].sort());
    yield format === 'CSV' ? mergedCsv(answers) : mergedJson(answers);
  };
  // When a year was too large, the next one will be as well.
  let isByQuarters = false;
  return partsOf({ from, to }, 'year').map(
    (days): Section =>
      async function* () {
        const year = isByQuarters ? null : await ask(days);
        if (typeof year === 'string') yield year;
        else if (isYearly) yield* ofYear(days);
        else {
          isByQuarters = true;
          for (const quarter of partsOf(days, 'quarter')) yield orThrown(await ask(quarter));
        }
      },
  );
}

/** The day of the newest fixing. @throws as openSpan */
export async function newestDay(asker: Asker, provider: string | undefined): Promise<IsoDate> {
  // Some currency is named, because all of them are not wanted: it is the date that is looked for.
  const { value } = await askFor(asker, latest, '/v1/latest', { provider, currencies: 'EUR' });
  return value.date;
}

async function* answered(text: string): AsyncGenerator<string> {
  yield text;
}

/** The date of the first fixing, which the service names in its answer to a question about earlier days. */
async function firstDay(ask: AskSeries): Promise<IsoDate> {
  try {
    await ask({ from: EARLIEST, to: EARLIEST });
    return EARLIEST;
  } catch (error) {
    const first = firstFixingIn(error);
    if (first === null) throw error;
    return first;
  }
}

const latest = z.looseObject({ date: isoDate });
const listed = z.array(z.looseObject({ code: z.string() }).transform(({ code }) => code));

function listedIn(currencies: string | undefined): readonly string[] | undefined {
  return currencies?.split(',').flatMap((code) => toWrittenCode(code.trim()) || []);
}

interface Bounded extends Days {
  readonly to: IsoDate;
}

function orThrown(answer: string | ServiceRefused): string {
  if (answer instanceof ServiceRefused) throw answer;
  return answer;
}

/** A year that is one item cannot be divided by days, only by currencies. */
async function byCurrencies(ask: AskSeries, days: Bounded, codes: readonly string[]): Promise<readonly string[]> {
  const answer = await ask(days, codes.join());
  if (!(answer instanceof ServiceRefused) || codes.length < 2) return [orThrown(answer)];
  const middle = codes.length >> 1;
  const first = await byCurrencies(ask, days, codes.slice(0, middle));
  return [...first, ...(await byCurrencies(ask, days, codes.slice(middle)))];
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

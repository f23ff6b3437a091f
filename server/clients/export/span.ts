/**
 * A span of dates as answers of /v1/series: one if the service gives it in one, else one for each year or each quarter.
 * The first question is the person's own, so that the service judges it in its own words.
 */
import { z } from 'zod';
import type { RatetreeError } from '../../../generator/wire/answers/asking.ts';
import { addDays, earlierOf, parseIsoDate, periodOf, toIsoDate } from '../../../generator/wire/words/calendar.ts';
import { type IsoDate, isoDate } from '../../../generator/wire/words/schemas.ts';
import { type Asker, askFor, isRefusal } from '../ask/answers.ts';
import { type AnswerFormat, type AskSeries, type Days, type ExportQuestion, seriesAsker } from './series-asker.ts';

/**
 * Asks for a part of the span that begins and ends with a year, or with the span: bodies of answers, oldest first.
 * @throws RatetreeError, StoreError, InputError
 */
export type Section = () => AsyncGenerator<string>;

export async function* allAnswers(sections: readonly Section[]): AsyncGenerator<string> {
  for (const section of sections) yield* section();
}

const EARLIEST = parseIsoDate('1900-01-01');

/** @throws RatetreeError for a refusal; InputError if what answers is no gateway; StoreError */
export async function openSpan(
  asker: Asker,
  question: ExportQuestion,
  format: AnswerFormat,
): Promise<readonly Section[]> {
  const ask = seriesAsker(asker, question, format);
  const from = question.from ?? (await firstDay(ask));
  const whole = await ask({ from, to: question.to ?? null });
  if (typeof whole === 'string') return [() => answered(whole)];
  const to = question.to ?? (await newestDay(asker, question.provider));
  const period = question.period?.trim().toLowerCase();
  // What is one item cannot be divided by days.
  if (period === 'span') throw whole;
  // When a year was too large, the next one will be as well.
  let isByQuarters = false;
  return partsOf({ from, to }, 'year').map(
    (days): Section =>
      async function* () {
        const year = isByQuarters ? null : await ask(days);
        if (typeof year === 'string') yield year;
        else if (period === 'year') throw year;
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

/** What the service answers for a day before the first fixing, whose date its message ends with. */
const BEFORE_FIRST = 1008;

async function firstDay(ask: AskSeries): Promise<IsoDate> {
  try {
    await ask({ from: EARLIEST, to: EARLIEST });
    return EARLIEST;
  } catch (error) {
    if (!isRefusal(error) || error.errorCode !== BEFORE_FIRST) throw error;
    return toIsoDate(error.message.slice(-10)) ?? EARLIEST;
  }
}

const latest = z.looseObject({ date: isoDate });
interface Bounded extends Days {
  readonly to: IsoDate;
}

function orThrown(answer: string | RatetreeError): string {
  if (typeof answer === 'string') return answer;
  throw answer;
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

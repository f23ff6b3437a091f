/** Answers in CSV → rows by the names of their columns. */
import { InputError } from '../../../generator/wire/words/input-error.ts';
import { allAnswers, type Section } from './span.ts';

/** The cells of an answer, and the names of their columns. */
interface Cells {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A rate of a day, or of a period. */
export interface ExportedRate {
  readonly provider: string;
  readonly base: string;
  readonly currency: string;
  readonly rate: string;
  /** `2026-03-13`, `2026-03`, `2026-Q1` or `2026`. */
  readonly time: string;
  /** Of the fixing, or of the last one in the period that was used. */
  readonly date: string;
  /** Whether nothing of a period is missing; true of a day. */
  readonly isComplete: boolean;
}

/** Returns the answer. @throws InputError if it is not that of a gateway */
export function checkedCsv(answer: string): string {
  if (/^provider,(date|period),[a-z,]+\r\n/.test(answer) && answer.endsWith('\r\n')) return answer;
  throw new InputError('the answer to /v1/series is not that of a gateway in CSV: name another origin with --origin');
}

/** No cell has quotes: all are codes, dates and digits. @throws as checkedCsv */
export function cellsOf(answer: string): Cells {
  const lines = checkedCsv(answer).split('\r\n').slice(0, -1);
  const [columns = [], ...rows] = lines.map((line) => line.split(','));
  return { columns, rows };
}

/** The rows of each answer. A currency in itself is left out: it is 1 and no price. */
export async function* ratesOf(sections: readonly Section[]): AsyncGenerator<readonly ExportedRate[]> {
  for await (const answer of allAnswers(sections)) {
    const { columns, rows } = cellsOf(answer);
    yield rows.map((cells) => toRate(columns, cells)).filter(({ base, currency }) => base !== currency);
  }
}

/** @param say is told how many rates are left out because they round to 0, which would make everything worthless */
export async function* pricesOf(
  sections: readonly Section[],
  say: (line: string) => void,
): AsyncGenerator<readonly ExportedRate[]> {
  let zeros = 0;
  for await (const rows of ratesOf(sections)) {
    const prices = rows.filter(({ rate }) => rate !== '0');
    zeros += rows.length - prices.length;
    yield prices;
  }
  if (zeros > 0) say(`rates that round to 0 are left out: ${zeros}; name another --base to have them`);
}

function toRate(columns: readonly string[], cells: readonly string[]): ExportedRate {
  const of = (name: string) => cells[columns.indexOf(name)] ?? '';
  const [provider, base, currency, rate] = [of('provider'), of('base'), of('currency'), of('rate')];
  const [date, period] = [of('date'), of('period')];
  if (period === '') return { provider, base, currency, rate, time: date, date, isComplete: true };
  return { provider, base, currency, rate, time: period, date: of('to'), isComplete: of('complete') === 'true' };
}

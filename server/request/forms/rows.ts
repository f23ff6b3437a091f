/** Answers of /v1/series in CSV → rows by the names of their columns. */
import { parse as parseCsv } from 'csv-parse/sync';
import { InputError } from '../../../generator/wire/words/input-error.ts';
import type { IsoDate } from '../../../generator/wire/words/schemas.ts';

/** A rate of a day, or of a period. */
export interface ExportedRate {
  readonly provider: string;
  readonly base: string;
  readonly currency: string;
  readonly rate: string;
  /** `2026-03-13`, `2026-03`, `2026-Q1`, `2026` or `2026-02-15/2026-04-14`. */
  readonly time: string;
  /** Of the fixing, or of the last one in the period that was used. */
  readonly date: IsoDate;
  /** Whether nothing of a period is missing; true of a day. */
  readonly isComplete: boolean;
}

/** Returns the answer. @throws InputError if it is not that of a gateway */
export function checkedCsv(answer: string): string {
  if (/^provider,(date|period),[a-zA-Z,]+\r\n/.test(answer) && answer.endsWith('\r\n')) return answer;
  throw new InputError('the answer to /v1/series is not that of a gateway in CSV: name another origin with --origin');
}

/** The cells of an answer. Only the words of a bank about a list can have quotes. @throws as checkedCsv */
export function cellsOf(answer: string) {
  const lines = checkedCsv(answer).split('\r\n').slice(0, -1);
  const all: string[][] = answer.includes('"') ? parseCsv(answer) : lines.map((line) => line.split(','));
  const [columns = [], ...rows] = all;
  return { columns, rows };
}

/** The rows of an answer. A currency in itself is left out: it is 1 and no price. @throws as checkedCsv */
export function ratesOf(answer: string): readonly ExportedRate[] {
  const { columns, rows } = cellsOf(answer);
  return rows.map((cells) => toRate(columns, cells)).filter(({ base, currency }) => base !== currency);
}

function toRate(columns: readonly string[], cells: readonly string[]): ExportedRate {
  const of = (name: string) => cells[columns.indexOf(name)] ?? '';
  const period = of('period');
  return {
    ...{ provider: of('provider'), base: of('base'), currency: of('currency'), rate: of('rate') },
    time: period || of('date'),
    date: of(period === '' ? 'date' : 'to') as IsoDate,
    isComplete: period === '' || of('complete') === 'true',
  };
}

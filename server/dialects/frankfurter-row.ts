/** One row of Frankfurter's second interface, and how it is written. */
import type { CurrencyCode, IsoDate } from '../../generator/wire/words/schemas.ts';

export interface DayRow {
  readonly date: IsoDate;
  readonly quote: CurrencyCode;
  /** Up to 10 decimal places. */
  readonly rate: string;
  /** The figures from which it was made, where they are asked for and there are any. */
  readonly voices?: readonly Voice[];
}

export type DayRows = readonly DayRow[];

export interface Voice {
  readonly key: string;
  readonly date: string;
  readonly rate: string;
  /** True for a figure that was looked at and left out of the rate. */
  readonly isExcluded: boolean;
}

export function toJson({ date, quote, rate, voices }: DayRow, base: CurrencyCode): string {
  const providers = voices === undefined ? '' : `,"providers":[${voices.map(voiceJson).join(',')}]`;
  return `{"date":"${date}","base":"${base}","quote":"${quote}","rate":${rate}${providers}}`;
}

export function csvHeader(expands: boolean): string {
  return `date,base,quote,rate${expands ? ',providers' : ''}\n`;
}

export function toCsvLine({ date, quote, rate, voices }: DayRow, base: CurrencyCode, expands: boolean): string {
  const voiced = expands ? `,${(voices ?? []).map(voiceText).join('|')}` : '';
  return `${date},${base},${quote},${rate}${voiced}\n`;
}

function voiceJson({ key, date, rate, isExcluded }: Voice): string {
  return `{"key":"${key}","date":"${date}","rate":${rate}${isExcluded ? ',"excluded":true' : ''}}`;
}

function voiceText({ key, rate, isExcluded }: Voice): string {
  return `${key}:${rate}${isExcluded ? '*' : ''}`;
}

/** How sources spell days and figures. Only the spelling changes here, never a digit of a figure. */
import { dayOfMidnight, toIsoDate } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { DocumentError } from './provider.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Reads `2026-03-02` (YMD), `02.03.2026`, `02/Mar/2026`, `2 March 2026` (DMY) and `03/02/2026` (MDY), with or without
 * leading zeros.
 * @throws DocumentError naming the text, if it is not such a day
 */
export function parseDay(text: string, order: Order): IsoDate {
  const day = toDay(text, order);
  if (day === null) throw new DocumentError(`not a day (${order}): ${JSON.stringify(text.slice(0, 40))}`);
  return day;
}

/**
 * The same for the day of a row: a text that is no day stays as it is, and `collect` leaves that row out instead of
 * refusing the document for it.
 */
export function dayOrText(text: string, order: Order): IsoDate {
  return toDay(text, order) ?? noDay(text);
}

type Order = 'YMD' | 'DMY' | 'MDY';

/** The text as it is, for `collect` to leave out. A day in the form of ISO 8601, where the bank writes another, is marked. */
export function noDay(text: string): IsoDate {
  return (toIsoDate(text) === null ? text : `${text}, in another form`) as IsoDate;
}

function toDay(text: string, order: Order): IsoDate | null {
  const parts = text.trim().split(/[-./ ]/);
  const part = (letter: string) => parts[order.indexOf(letter)] ?? '';
  const name = MONTHS.indexOf(part('M').slice(0, 3).toLowerCase());
  const month = name < 0 ? part('M') : `${name + 1}`;
  const day = toIsoDate(`${part('Y')}-${month.padStart(2, '0')}-${part('D').padStart(2, '0')}`);
  return parts.length === 3 ? day : null;
}

/** `1779408000000` → 2026-05-22. The text stays as it is if no UTC day begins so many milliseconds after 1970. */
export function midnightOrText(milliseconds: string): IsoDate {
  return dayOfMidnight(milliseconds) ?? noDay(milliseconds);
}

/** `1790323200`, seconds after 1970 → 2026-09-25, the day by UTC. @throws DocumentError for any other text */
export function parseSecond(seconds: string): IsoDate {
  if (!/^\d{9,10}$/.test(seconds)) throw new DocumentError(`not a second: ${JSON.stringify(seconds.slice(0, 40))}`);
  return midnightOrText(`${(BigInt(seconds) / 86_400n) * 86_400_000n}`);
}

/**
 * `3,1042` → `3.1042`. If commas mark thousands too, the result has two points, and the checks refuse such a figure.
 */
export function toPoint(figure: string): string {
  return figure.replaceAll(',', '.');
}

/** `DD<mark>MM<mark>YYYY`, the form in which many sources take a day in a query. */
export function toDayFirst(date: IsoDate, mark: string): string {
  return date.split('-').reverse().join(mark);
}

/** `MM/DD/YYYY`, the form in which American sources take a day. */
export function toMonthFirst(date: IsoDate): string {
  return date.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1');
}

/** `1,234,567.80` → `1234567.80`. Where commas mark no thousands the text stays, and `collect` leaves that row out. */
export function plainOrText(figure: string): string {
  const text = figure.trim();
  return /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text;
}

/** `0.0000` → ``: no bank gives a currency away, so a price of zero means that there is no price. */
export function withoutZero(figure: string): string {
  return /^0+(\.0*)?$/.test(figure) ? '' : figure;
}

/** `28-Mar-26` → `28-Mar-2026`, `01-Jul-99` → `01-Jul-1999`: no source here reaches back to 1970. */
export function withCentury(day: string): string {
  return day.replace(/(?<=\D)(?=\d\d$)/, () => (/[7-9]\d$/.test(day) ? '19' : '20'));
}

/** `17/Mar/2026`, the form that a source takes in a query where it could confuse a day with a month. */
export function toNamedMonth(date: IsoDate, mark: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  const name = MONTHS.find((_, index) => `${index + 1}`.padStart(2, '0') === month) ?? month;
  return [day, `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`, year].join(mark);
}

/**
 * `DEXUSAL AUD/USD, DEXUSEU EUR/USD` → a map from each entry's first word, a bank's own name or number, to the rest.
 */
export function toTable(...lines: readonly string[]): ReadonlyMap<string, string> {
  const entries = lines.join(', ').split(', ');
  return new Map(entries.map((entry) => [entry.replace(/ .*/, ''), entry.replace(/^\S+ /, '')]));
}

/**
 * `USD US DOLLAR, DKK DANISH KRONA, DKK DANISH KRONER` → a map from each bank's own name to the code in front of it.
 */
export function toCodes(...lines: readonly string[]): ReadonlyMap<string, string> {
  const entries = lines.join(', ').split(', ');
  return new Map(entries.map((entry) => [entry.replace(/^\S+ /, ''), entry.replace(/ .*/, '')]));
}

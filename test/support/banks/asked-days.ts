/** Which days a request asks for, read from its address and body as the bank reads them. */
import type { FeedRequest, Span } from '../../../generator/sources/feeds/provider.ts';
import { parseDay } from '../../../generator/sources/feeds/spelling.ts';
import {
  addDays,
  earlierOf,
  endOfMonth,
  laterOf,
  parseIsoDate,
  startOfMonth,
} from '../../../generator/wire/words/calendar.ts';
import type { IsoDate } from '../../../generator/wire/words/schemas.ts';

export interface AskedDays {
  /** What is left without the days: a currency, or the number of a list. Requests of one series do not overlap. */
  readonly series: string;
  /** null: whatever the source has. */
  readonly days: Span | null;
}

/** Banks that write the month before the day. */
const MONTH_FIRST: ReadonlySet<string> = new Set(['BCB', 'BOTA', 'FED', 'RBM']);
/** Banks whose answer begins on the day after the first that is named. */
const EXCLUSIVE: ReadonlySet<string> = new Set(['CBKKW', 'SARB']);
/** Banks that have a list for a month, and name one of its days. */
const MONTHLY: ReadonlySet<string> = new Set(['IMF']);

const YEAR = '(?:19|20)\\d\\d';
const MONTH = '(?:0[1-9]|1[0-2])';
const DAY = '(?:0[1-9]|[12]\\d|3[01])';
const NAMED = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const alone = (pattern: string) => new RegExp(`(?<![\\d.])${pattern}(?!\\d)`, 'g');

type Reader = readonly [pattern: RegExp, toDays: (found: RegExpExecArray, code: string) => Span];

const oneDay = (day: IsoDate): Span => ({ from: day, to: day });
const wholeMonth = (year = '', month = ''): Span => {
  const from = parseIsoDate(`${year}-${month.padStart(2, '0')}-01`);
  return { from, to: endOfMonth(from) };
};
const wholeYear = (year = ''): Span => ({ from: parseIsoDate(`${year}-01-01`), to: parseIsoDate(`${year}-12-31`) });
const parted = (year = '', month = '', day = '') =>
  oneDay(parseIsoDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`));

const wholeWeek = (year = '', month = '', day = ''): Span => {
  const { from } = parted(year, month, day);
  return { from, to: addDays(from, 6) };
};

/** @param letter of the quarter, `a` to `d` */
const wholeQuarter = (year: string, letter = ''): Span => {
  const first = 'abcd'.indexOf(letter) * 3 + 1;
  return { from: wholeMonth(year, `${first}`).from, to: wholeMonth(year, `${first + 2}`).to };
};

/** The first that finds something in a text finds all of its days. */
const READERS: readonly Reader[] = [
  [
    /(?:beg|end)_day=(\d+)&(?:beg|end)_month=(\d+)&(?:beg|end)_year=(\d+)/g,
    ([, day, month, year]) => parted(year, month, day),
  ],
  [/qaa=(\d{4})&qdd=(\d+)&qmm=(\d+)/g, ([, year, day, month]) => parted(year, month, day)],
  [/firstDays=(\d+)&firstMonths=(\d+)&firstYear=(\d+)/g, ([, day, month, year]) => parted(year, month, day)],
  [/YearDropDownList=(\d{4}).{0,60}?MonthDropDownList=(\d+)/g, ([, year, month]) => wholeMonth(year, month)],
  [/2_1_2([a-d])(\d\d)_smc(?:_60)?\.xls/g, ([, letter, year]) => wholeQuarter(`20${year}`, letter)],
  [/_(?:xml|csv)_(\d{4})-(\d{1,2})\./g, ([, year, month]) => wholeMonth(year, month)],
  // A week stands in the folder of its year.
  [/kawase\d{4}\/kouji-rate(\d{4})(\d\d)(\d\d)-\d{8}/g, ([, year, month, day]) => wholeWeek(year, month, day)],
  [alone(`${YEAR}[-/]${MONTH}[-/]${DAY}`), ([text]) => oneDay(parseDay(text, 'YMD'))],
  [
    alone(`${DAY}[-./]${DAY}[-./]${YEAR}`),
    ([text], code) => oneDay(parseDay(text, MONTH_FIRST.has(code) ? 'MDY' : 'DMY')),
  ],
  [alone(`${DAY}[-/]${NAMED}[-/]${YEAR}`), ([text]) => oneDay(parseDay(text, 'DMY'))],
  [alone(`(${YEAR})(${MONTH})(${DAY})`), ([, year, month, day]) => parted(year, month, day)],
  // Such a day may stand in a folder of its year or month.
  [alone(`(?:\\d{4,6}\\/)?(${DAY})(${MONTH})(${YEAR})`), ([, day, month, year]) => parted(year, month, day)],
  [/month=(\d+)&year=(\d{4})/g, ([, month, year]) => wholeMonth(year, month)],
  [/year\/(\d{4})\/month\/(\d+)/g, ([, year, month]) => wholeMonth(year, month)],
  [alone(`(${YEAR})-?(${MONTH})(?!-)`), ([, year, month]) => wholeMonth(year, month)],
  [alone(`(${YEAR})`), ([, year]) => wholeYear(year)],
];

export function askedDays(code: string, { url, body = '' }: FeedRequest): AskedDays {
  const text = `${decodeURIComponent(url)} ${decodeURIComponent(body.replaceAll('+', ' '))}`;
  for (const [pattern, toDays] of READERS) {
    const found = [...text.matchAll(pattern)].map((one) => toDays(one, code));
    const [first] = found;
    if (first === undefined) continue;
    const dates = found.flatMap(({ from, to }) => [from, to]);
    const days = { from: dates.reduce(earlierOf), to: dates.reduce(laterOf) };
    const series = text.replaceAll(pattern, '');
    if (EXCLUSIVE.has(code)) return { series, days: { ...days, from: addDays(days.from, 1) } };
    return { series, days: MONTHLY.has(code) ? { from: startOfMonth(days.from), to: endOfMonth(days.to) } : days };
  }
  return { series: text, days: null };
}

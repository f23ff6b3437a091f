/**
 * HM Revenue and Customs: customs rates in foreign units per pound, in force for a month, one row per country. The file is
 * longer than most because the list of today says from when each figure holds, and that of before did not.
 */
import { z } from 'zod';
import { addDays, endOfMonth } from '../../wire/words/calendar.ts';
import { isoDate } from '../../wire/words/schemas.ts';
import { defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { csv, wholeLines, xml } from '../feeds/readers.ts';
import { toCommon, toMonths } from '../feeds/spans.ts';
import { dayOrText, parseDay } from '../feeds/spelling.ts';

/** Older months are no longer offered at these addresses. */
const FIRST_FILE = isoDate.parse('2021-01-01');

const fileOf = (month: string): FeedRequest => {
  const name = `monthly_csv_${month.replace('-0', '-')}.csv`;
  return { method: 'GET', url: `https://www.trade-tariff.service.gov.uk/uk/api/exchange_rates/files/${name}` };
};

const maybe = (request: FeedRequest): FeedRequest => ({ ...request, mayBeAbsent: true });

const HEADER = 'Country/Territories,Currency,Currency Code,Currency Units per £1,Start date,End date';
const text = z.string();

/**
 * Countries that share a currency repeat its figure. A figure that is amended within the month has a row of its own,
 * with the day from which it holds; the others are dated by the month's first day.
 */
const amended = defineFeed({
  name: 'amended',
  table: 'monthly',
  matches: /\/exchange_rates\/files\/monthly_csv_\d{4}-\d{1,2}\.csv$/,
  // The file of the next month is a 404 until about a week before the month begins.
  latest: (today) => {
    const next = addDays(endOfMonth(today), 1);
    return [fileOf(today.slice(0, 7)), maybe(fileOf(next.slice(0, 7)))];
  },
  between(span) {
    const common = toCommon(span, { from: FIRST_FILE, to: span.to });
    return common === null ? [] : toMonths(common).map((month) => maybe(fileOf(month)));
  },
  read: wholeLines(csv()),
  schema: z
    .tuple([z.array(text).refine((names) => `${names}` === HEADER, `the column names are not ${HEADER}`)])
    .rest(z.tuple([text, text, text, text, text, text])),
  *observe([, ...rows]) {
    for (const [, , quote, figure, start] of rows)
      yield midOf({ date: dayOrText(start, 'DMY'), base: 'GBP', quote }, figure);
  },
});

/**
 * The lists as they were asked for before: a correction in mid-month repeats a figure with another one, and the first
 * is the month's.
 */
const monthly = defineFeed({
  name: 'monthly',
  repeats: 'first holds',
  matches: /\/(exrates-monthly-\d{4}\.xml|monthly_xml_\d{4}-\d{1,2}\.xml)$/i,
  latest: () => [],
  read: xml('exchangeRate'),
  schema: z.object({
    exchangeRateMonthList: z.object({
      '@Period': z.string().regex(/^\d\d\/\w+\/\d{4} to \d\d\/\w+\/\d{4}$/),
      exchangeRate: z.array(z.object({ currencyCode: z.string(), rateNew: z.string() })),
    }),
  }),
  *observe({ exchangeRateMonthList: list }) {
    const date = parseDay(list['@Period'].split(' to ')[0] ?? '', 'DMY');
    for (const { currencyCode: quote, rateNew } of list.exchangeRate) {
      yield midOf({ date, base: 'GBP', quote }, rateNew);
    }
  },
});

export const hmrc = defineProvider({
  code: 'HMRC',
  description: 'HM Revenue and Customs',
  country: 'UNITED KINGDOM',
  countryCode: 'GB',
  references: [{ from: '2015-01-01', currency: 'GBP' }],
  timeSeries: true,
  bidAsk: false,
  monthly: true,
  validity: 'month',
  schedule: { days: [4], time: '12:00', timeZone: 'Europe/London', leadDaysMax: 20 },
  terms: {
    url: 'https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/',
    note: 'Open Government Licence 3.0: name the source; contains public sector information licensed under it.',
  },
  feeds: [amended, monthly],
});

/**
 * European Commission: InforEuro, the accounting rates of a month in foreign units per euro, before 1999 per ECU, a row
 * for each country. Longer than most because the document names neither its month nor its base.
 */
import { z } from 'zod';
import { addDays, endOfMonth, laterOf } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toMonths } from '../feeds/spans.ts';
import { parseDay } from '../feeds/spelling.ts';

const FIRST = parseDay('1994-03-01', 'YMD');
/** The reference currency, as EUR (data/redenominations.csv says when it was the ECU), and a row of the ECU itself. */
const OWN: ReadonlySet<string> = new Set(['EUR', 'XEU']);

const monthOf = (month: string): FeedRequest => {
  const [year, number = ''] = month.split('-');
  const query = `lang=en&month=${number.replace(/^0/, '')}&year=${year}`;
  return { method: 'GET', url: `https://ec.europa.eu/budg/inforeuro/api/public/monthly-rates?${query}` };
};

const maybe = (request: FeedRequest): FeedRequest => ({ ...request, mayBeAbsent: true });

/** The document has no date at all: it is for the month that was asked for. */
function firstDayOf(url: string): IsoDate {
  const query = new URL(url).searchParams;
  const [year, month] = [query.get('year'), query.get('month')];
  if (year === null || month === null) throw new DocumentError('the address names no month');
  return parseDay(`${year}-${month}-1`, 'YMD');
}

const monthly = defineFeed({
  name: 'monthly',
  matches: /\/inforeuro\/api\/public\/monthly-rates\?/,
  // The rates of the next month are published about two days before it begins.
  latest: (today) => [monthOf(today.slice(0, 7)), maybe(monthOf(addDays(endOfMonth(today), 1).slice(0, 7)))],
  between: ({ from, to }) => toMonths({ from: laterOf(from, FIRST), to }).map((month) => maybe(monthOf(month))),
  read: json,
  schema: z.array(z.object({ country: z.string(), isoA3Code: z.string(), value: z.string().nullable() })),
  *observe(rows, { request }) {
    const date = firstDayOf(request.url);
    for (const { isoA3Code: quote, value } of rows)
      if (value !== null && !OWN.has(quote)) yield midOf({ date, base: 'EUR', quote }, value);
  },
});

export const inforeuro = defineProvider({
  code: 'INFOREURO',
  description: 'European Commission (InforEuro)',
  country: 'EUROPEAN UNION',
  countryCode: 'EU',
  references: [
    { from: FIRST, currency: 'XEU' },
    { from: '1999-01-01', currency: 'EUR' },
  ],
  timeSeries: true,
  bidAsk: false,
  monthly: true,
  validity: 'month',
  schedule: { days: [1, 2, 3, 4, 5], time: '12:00', timeZone: 'Europe/Brussels', leadDaysMax: 7 },
  terms: {
    url: 'https://commission.europa.eu/legal-notice_en',
    note: 'What the Commission publishes may be reused if the source is named (Decision 2011/833/EU).',
  },
  feeds: [monthly],
});

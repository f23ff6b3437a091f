/**
 * Central Bank of Madagascar: the mean rate of the interbank market in ariary per unit, one currency per request. Longer
 * than most because the answer states each figure twice, in two spellings, and both are read.
 */
import { z } from 'zod';
import { addDays, parseIsoDate } from '../../wire/words/calendar.ts';
import { defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText, toPoint } from '../feeds/spelling.ts';

const SITE = 'https://www.banky-foibe.mg';
const CURRENCIES = 'EUR USD GBP CHF JPY CAD DKK NOK SEK DJF XDR MUR ZAR AUD HKD SGD NZD INR CNY'.split(' ');

/** The first day of the bank's lists there. */
const FIRST = parseIsoDate('2018-01-02');

const ratesOf = ({ from, to }: Span): readonly FeedRequest[] =>
  CURRENCIES.map((code) => ({
    method: 'POST',
    url: `${SITE}/admin/wp-json/bfm/cours_mid_en_ar_filter`,
    // It answers only to what its own page of rates sends.
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: SITE,
      referer: `${SITE}/taux-reference`,
    },
    body: `${new URLSearchParams({
      dateFilterDebut: from.replaceAll('-', '/'),
      dateFilterFin: to.replaceAll('-', '/'),
      filterData: code,
    })}`,
  }));

/** Days are the names of members. If there are none, the source sends an empty list instead of an object. */
const byDay = z.union([z.record(z.string(), z.string()), z.tuple([]).transform(() => ({}))]);
/** `4 983,29` → `4983.29`; the blank may be a no-break space. */
const french = z.string().transform((figure) => toPoint(figure.replaceAll(/\s/g, '')));
const byDayInFrench = z.union([z.record(z.string(), french), z.tuple([]).transform(() => ({}))]);

/**
 * Each figure stands twice in the answer, in French and in the data of a graph. The highest and the lowest rate of the
 * day, which the dollar and the euro have too, are no buying and selling rates and are not read.
 */
const mean = defineFeed({
  name: 'mean',
  partial: true,
  matches: /\/\/www\.banky-foibe\.mg\/admin\/wp-json\/bfm\/cours_mid_en_ar_filter$/,
  latest: (today) => ratesOf({ from: addDays(today, -10), to: today }),
  // A form covers at most a year.
  between: (span) =>
    toPages(span, 365, { from: FIRST }).flatMap((page) => ratesOf(page).map((one) => ({ ...one, mayBeAbsent: true }))),
  read: json,
  schema: z.object({
    data: z.object({
      status: z.literal('200'),
      data: z.object({ coursMid: byDayInFrench, grapheData: byDay }),
    }),
  }),
  *observe({ data: { data } }, { request }) {
    const base = new URLSearchParams(request.body).get('filterData') ?? '';
    const graph = new Map(Object.entries(data.grapheData));
    for (const [day, mid] of Object.entries(data.coursMid)) {
      // Nobody can say which of two figures is the right one: `collect` leaves out and names the day.
      yield midOf({ date: dayOrText(day, 'YMD'), base, quote: 'MGA' }, graph.get(day) === mid ? mid : '');
    }
  },
});

export const bfm = defineProvider({
  code: 'BFM',
  description: 'Central Bank of Madagascar',
  country: 'MADAGASCAR',
  countryCode: 'MG',
  references: [{ from: '2005-01-01', currency: 'MGA' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '17:00', timeZone: 'Indian/Antananarivo' },
  terms: {
    url: 'https://www.banky-foibe.mg/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [mean],
});

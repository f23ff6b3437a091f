/**
 * Central Bank of Bosnia and Herzegovina: convertible marks, buying, middle and selling, for `Units` units. Longer than
 * most because the answer has two forms.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { defineFeed, defineProvider, type FeedRequest, type Span } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText, toPoint } from '../feeds/spelling.ts';

const LISTS = 'https://www.cbbh.ba/CurrencyExchange/GetJsonForPeriod';
/** A period without a list is answered with 404. */
const daysOf = ({ from, to }: Span): FeedRequest => ({
  method: 'GET',
  url: `${LISTS}?dateFrom=${from}&dateTo=${to}`,
  mayBeAbsent: true,
});

/** The codes of the first lists: with the number 955 the ECU, with 995 the peseta. */
const CODES = new Map([
  ['XBA', 'XEU'],
  ['ESB', 'ESP'],
]);
/** Six decimals behind a comma in 2022, behind a point without zeros at the end in 2026. */
const price = z
  .string()
  .regex(/^(\d+([.,]\d+)?)?$/)
  .transform(toPoint);
const row = z.object({ AlphaCode: z.string(), Units: z.string(), Buy: price, Middle: price, Sell: price });
const list = z.object({
  Date: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT00:00:00$/)
    .transform((text) => dayOrText(text.slice(0, 10), 'YMD')),
  CurrencyExchangeItems: z.array(row),
});

/** The list of a day came as an object, those of a period come as an array. The SDR has the middle rate alone. */
const lists = defineFeed({
  name: 'lists',
  matches: /\/\/www\.cbbh\.ba\/CurrencyExchange\/GetJson(ForPeriod)?\?date/,
  latest: (today) => [daysOf({ from: addDays(today, -10), to: addDays(today, 4) })],
  between: (span) => toPages(span, 31).map(daysOf),
  read: json,
  schema: z.union([z.array(list), list.transform((one) => [one])]),
  *observe(days) {
    for (const { Date: date, CurrencyExchangeItems: rows } of days) {
      for (const { AlphaCode: code, Units: per, Buy: bid, Middle: mid, Sell: ask } of rows) {
        if (`${bid}${mid}${ask}` === '') continue; // listed without a rate
        yield { date, base: CODES.get(code) ?? code, quote: 'BAM', per, unit: '', mid, bid, ask };
      }
    }
  },
});

export const cbbh = defineProvider({
  code: 'CBBH',
  description: 'Central Bank of Bosnia and Herzegovina',
  country: 'BOSNIA AND HERZEGOVINA',
  countryCode: 'BA',
  references: [{ from: '1998-01-06', currency: 'BAM' }],
  timeSeries: true,
  bidAsk: true,
  // A list is published in the afternoon and dated the next day; over holidays it may be dated some days ahead.
  schedule: { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'Europe/Sarajevo', leadDaysMax: 4 },
  setBefore: 'Lists are published after 16:00 and dated the next day.',
  terms: {
    url: 'https://www.cbbh.ba/CurrencyExchange',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [lists],
});

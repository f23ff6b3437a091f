/**
 * Bank of Canada: one rate per day, Canadian dollars per foreign unit, an average since 2017 and at noon before. The file
 * is longer than most because the noon rates have numbers for names.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { isoDate } from '../../wire/words/schemas.ts';
import { defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toCommon } from '../feeds/spans.ts';
import { dayOrText, toTable } from '../feeds/spelling.ts';

const NOON_FROM = isoDate.parse('2007-05-01');
const DAILY_FROM = isoDate.parse('2017-01-03');
const daysOf = ({ from, to }: Span) => `start_date=${from}&end_date=${to}`;

const groupOf = (group: string, query: string): FeedRequest => ({
  method: 'GET',
  url: `https://www.bankofcanada.ca/valet/observations/group/${group}/json?${query}`,
});
const figure = z.union([z.string(), z.object({ v: z.string() })]);
const observations = z.object({ observations: z.array(z.object({ d: z.string() }).catchall(figure)) });
const digitsOf = (one: z.infer<typeof figure>) => (typeof one === 'string' ? one : one.v);

/** Each day is an object of series named FX<code>CAD. A series that has ended is absent. */
const group = defineFeed({
  name: 'daily',
  matches: /\/valet\/observations\/group\/FX_RATES_DAILY\/json\b/,
  latest: (today) => [groupOf('FX_RATES_DAILY', `start_date=${addDays(today, -10)}`)],
  between(span) {
    const common = toCommon(span, { from: DAILY_FROM, to: span.to });
    return common === null ? [] : [{ ...groupOf('FX_RATES_DAILY', daysOf(common)), mayBeAbsent: true }];
  },
  read: json,
  schema: observations,
  *observe({ observations }) {
    for (const { d, ...series } of observations) {
      const date = dayOrText(d, 'YMD');
      for (const [name, one] of Object.entries(series)) {
        const base = /^FX([A-Z]{3})CAD$/.exec(name)?.[1] ?? name;
        yield midOf({ date, base, quote: 'CAD' }, digitsOf(one));
      }
    }
  },
});

/**
 * The noon rates of 2007 to 2017, by the bank's own names. Where two series are of one currency, each has its own days.
 * The group has a forward rate and two spreads as well, which are no rates of the day.
 */
const NOON = toTable(
  'EUROCAE01 EUR, IEXE0101 USD, IEXE0301 DKK, IEXE0701 JPY, IEXE0901 NOK, IEXE1001 SEK, IEXE1101 CHF, IEXE1201 GBP',
  'IEXE1401 HKD, IEXE1601 AUD, IEXE1901 NZD, IEXE2001 MXN, IEXE2101 RUB, IEXE2201 CNY, IEXE2301 CZK, IEXE2401 PLN',
  'IEXE2501 HUF, IEXE2601 IDR, IEXE2702 ARS, IEXE2703 ARS, IEXE2801 BRL, IEXE2901 CLP, IEXE3001 INR, IEXE3101 KRW',
  'IEXE3201 MYR, IEXE3301 PHP, IEXE3401 ZAR, IEXE3501 TWD, IEXE3601 THB, IEXE3701 SGD, IEXE3801 MMK, IEXE3802 MMK',
  'IEXE3901 COP, IEXE4001 XCD, IEXE4101 FJD, IEXE4301 HNL, IEXE4401 ISK, IEXE4501 XAF, IEXE4601 XPF, IEXE4701 GHC',
  'IEXE4702 GHS, IEXE4801 MAD, IEXE4901 ANG, IEXE5001 PKR, IEXE5101 PAB, IEXE5201 PEN, IEXE5301 ILS, IEXE5501 LKR',
  'IEXE5601 TTD, IEXE5701 TND, IEXE5802 TRY, IEXE5901 VEB, IEXE5902 VEF, IEXE6001 BSD, IEXE6101 HRK, IEXE6201 SKK',
  'IEXE6401 JMD, IEXE6501 GTQ, IEXE6503 VND, IEXE6504 RSD, IEXE6505 RON, IEXE6506 AED',
);
const NO_RATES: ReadonlySet<string> = new Set(['IEXE0105', 'IEXE0124', 'IEXE0125']);

/** From 2017-01-03 on, the daily rates state what most of these stated until 2017-04-28. */
const noon = defineFeed({
  name: 'noon',
  table: 'daily',
  partial: true,
  matches: /\/valet\/observations\/group\/LEGACY_NOON_RATES\/json\b/,
  latest: () => [],
  between(span) {
    const common = toCommon(span, { from: NOON_FROM, to: addDays(DAILY_FROM, -1) });
    return common === null ? [] : [{ ...groupOf('LEGACY_NOON_RATES', daysOf(common)), mayBeAbsent: true }];
  },
  read: json,
  schema: observations,
  *observe({ observations }) {
    for (const { d, ...series } of observations) {
      const date = dayOrText(d, 'YMD');
      for (const [name, one] of Object.entries(series)) {
        if (!NO_RATES.has(name)) yield midOf({ date, base: NOON.get(name) ?? name, quote: 'CAD' }, digitsOf(one));
      }
    }
  },
});

export const boc = defineProvider({
  code: 'BOC',
  description: 'Bank of Canada',
  country: 'CANADA',
  countryCode: 'CA',
  references: [{ from: NOON_FROM, currency: 'CAD' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '16:30', timeZone: 'America/Toronto' },
  caveat: 'requests for the noon rates of 2007 to 2016 follow what other programs send; no answer was recorded',
  terms: {
    url: 'https://www.bankofcanada.ca/terms/',
    note: 'Name the Bank of Canada as the source, without suggesting that it endorses the use. Commercial use needs its written permission.',
  },
  feeds: [group, noon],
});

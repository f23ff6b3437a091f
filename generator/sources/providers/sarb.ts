/**
 * South African Reserve Bank: weighted averages at 10:30, one series per request. Three series are rand per unit, the
 * others units per rand. Longer than most because of the table of series.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText, toTable } from '../feeds/spelling.ts';

const RAND_PER_UNIT = toTable('EXCX135D USD, EXCZ001D GBP, EXCZ002D EUR');
const UNITS_PER_RAND = toTable(
  'EXCB080D AUD, EXCB051D BWP, EXCB036D BRL, EXCB031D CAD, EXCB121D CNY, EXCB003D DKK, EXCB122D HKD, EXCB123D INR',
  'EXCB094D ILS, EXCB120D JPY, EXCB059D KES, EXCB063D MWK, EXCB081D NZD, EXCB013D NOK, EXCB015D SEK, EXCB016D CHF',
  'EXCB126D TWD, EXCB115D THB, EXCB071D ZMW, EXCB118D KRW',
);

/** Asked for days from Monday, 23 March 2026, every series began on the 24th, so requests begin a day early. */
const seriesOf = ({ from, to }: Span): readonly FeedRequest[] =>
  [...RAND_PER_UNIT.keys(), ...UNITS_PER_RAND.keys()].map((series) => ({
    method: 'GET',
    url: `https://custom.resbank.co.za/SarbWebApi/WebIndicators/Shared/GetTimeseriesObservations/${series}/${addDays(from, -1)}T00:00:00/${to}T00:00:00`,
  }));

const series = defineFeed({
  name: 'series',
  matches: /\/WebIndicators\/Shared\/GetTimeseriesObservations\/EXC\w+\//,
  partial: true,
  latest: (today) => seriesOf({ from: addDays(today, -10), to: today }),
  between: (span) =>
    toPages(span, 366)
      .flatMap(seriesOf)
      .map((request) => ({ ...request, mayBeAbsent: true })),
  read: json,
  schema: z.array(z.object({ Period: z.string(), Timeseries: z.string(), Value: z.string().nullable() })),
  *observe(rows, { request }) {
    const name = /\/(EXC\w+)\//.exec(request.url)?.[1] ?? '';
    const [base = 'ZAR', quote = 'ZAR'] = [RAND_PER_UNIT.get(name), UNITS_PER_RAND.get(name)];
    if (base === quote) throw new DocumentError(`not a series that we know: ${name}`);
    // Only the title states the direction, and a number in it would be a unit.
    const title = quote === 'ZAR' ? /^Rand per [^\d:]+$/ : /^[^\d:]+: [^\d:]+ per Rand$/;
    for (const { Period, Timeseries, Value } of rows) {
      if (!title.test(Timeseries)) throw new DocumentError(`not a title of ${name}: ${Timeseries.slice(0, 40)}`);
      if (Value === null || Value === '') continue;
      yield midOf({ date: dayOrText(Period.replace(/T00:00:00$/, ''), 'YMD'), base, quote }, Value);
    }
  },
});

export const sarb = defineProvider({
  code: 'SARB',
  description: 'South African Reserve Bank',
  country: 'SOUTH AFRICA',
  countryCode: 'ZA',
  references: [{ from: '2000-01-03', currency: 'ZAR' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '10:30', timeZone: 'Africa/Johannesburg' },
  terms: {
    url: 'https://www.resbank.co.za/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [series],
});

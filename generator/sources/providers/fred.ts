/**
 * Federal Reserve Bank of St. Louis: the Fed's noon buying rates in New York (H.10), one series per currency. The
 * table of the series makes the file longer than most.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, type Keys, midOf } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { dayOrText, toTable } from '../feeds/spelling.ts';

const KEY = 'FRED_API_KEY';
/**
 * A document states neither currency nor direction: four series are dollars per unit, the others units per dollar.
 * DEXVZUS is left out, because it covers three successive bolívars under one name.
 */
const PAIRS = toTable(
  'DEXUSAL AUD/USD, DEXUSEU EUR/USD, DEXUSNZ NZD/USD, DEXUSUK GBP/USD, DEXBZUS USD/BRL, DEXCAUS USD/CAD',
  'DEXCHUS USD/CNY, DEXDNUS USD/DKK, DEXHKUS USD/HKD, DEXINUS USD/INR, DEXJPUS USD/JPY, DEXKOUS USD/KRW',
  'DEXMAUS USD/MYR, DEXMXUS USD/MXN, DEXNOUS USD/NOK, DEXSDUS USD/SEK, DEXSFUS USD/ZAR, DEXSIUS USD/SGD',
  'DEXSLUS USD/LKR, DEXSZUS USD/CHF, DEXTAUS USD/TWD, DEXTHUS USD/THB',
);

/** The key is part of the query, because the service accepts it nowhere else. */
const seriesOf = (days: string, keys: Keys): readonly FeedRequest[] =>
  [...PAIRS.keys()].map((series) => ({
    method: 'GET',
    url: `https://api.stlouisfed.org/fred/series/observations?file_type=json&${days}&series_id=${series}&api_key=${encodeURIComponent(keys[KEY] ?? '')}`,
  }));

const series = defineFeed({
  name: 'series',
  matches: /\/\/api\.stlouisfed\.org\/fred\/series\/observations\?/,
  partial: true,
  keys: [KEY],
  // A week is published on the Monday after it, so that the newest figure can be ten days old.
  latest: (today, keys) => seriesOf(`observation_start=${addDays(today, -21)}`, keys),
  // A page holds 100,000 observations, which is more than three hundred years.
  between: ({ from, to }, keys) =>
    seriesOf(`observation_start=${from}&observation_end=${to}`, keys).map((request) => ({
      ...request,
      mayBeAbsent: true,
    })),
  read: json,
  schema: z
    .object({
      units: z.literal('lin'),
      count: z.string(),
      offset: z.literal('0'),
      observations: z.array(z.object({ date: z.string(), value: z.string() })),
    })
    .refine(({ count, observations }) => count === `${observations.length}`, 'count does not match the observations'),
  *observe({ observations }, { request }) {
    const name = new URL(request.url).searchParams.get('series_id') ?? '';
    const [base, quote] = PAIRS.get(name)?.split('/') ?? [];
    if (base === undefined || quote === undefined) throw new DocumentError(`this series is not one of ours: ${name}`);
    for (const { date, value } of observations) {
      if (value === '.') continue; // a holiday
      yield midOf({ date: dayOrText(date, 'YMD'), base, quote }, value);
    }
  },
});

export const fred = defineProvider({
  code: 'FRED',
  description: 'Federal Reserve Bank of St. Louis (H.10 daily rates)',
  country: 'UNITED STATES',
  countryCode: 'US',
  references: [{ from: '1971-01-04', currency: 'USD' }],
  timeSeries: true,
  bidAsk: false,
  // Monday's figure appears on the following Monday.
  schedule: { days: [1, 2, 3, 4, 5], time: '16:15', timeZone: 'America/New_York', lagDaysMax: 7 },
  terms: {
    url: 'https://fred.stlouisfed.org/docs/api/terms_of_use.html',
    note: 'Name FRED and the Board of Governors (H.10) as the sources, and say that the product is not endorsed or certified by the Federal Reserve Bank of St. Louis.',
  },
  feeds: [series],
});

/**
 * National Bank of Moldova: lei for Nominal units, and metals per gram, both on every day, weekends included. Longer
 * than most because the two lists differ in form.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { xml } from '../feeds/readers.ts';
import { toDays } from '../feeds/spans.ts';
import { parseDay, toDayFirst } from '../feeds/spelling.ts';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

const listOf =
  (list: 'exchange' | 'metal') =>
  (date: IsoDate): FeedRequest => ({
    method: 'GET',
    url: `https://www.bnm.md/en/official_${list}_rates?date=${toDayFirst(date, '.')}&get_xml=1`,
    mayBeAbsent: true,
  });
const week = (today: IsoDate) => toDays({ from: addDays(today, -6), to: today }, EVERY_DAY);

/**
 * Days ahead of today are not requested, because the bank answers them with its newest list. A day without a list is an
 * empty element.
 */
const currencies = defineFeed({
  name: 'official',
  matches: /\/official_exchange_rates\?/i,
  latest: (today) => week(today).map(listOf('exchange')),
  between: (span) => toDays(span, EVERY_DAY).map(listOf('exchange')),
  read: xml('Valute'),
  schema: z.object({
    ValCurs: z.strictObject({
      '@Date': z.string(),
      '@name': z.literal('Official exchange rate'),
      Valute: z.array(z.object({ CharCode: z.string(), Nominal: z.string(), Value: z.string() })).default([]),
    }),
  }),
  *observe({ ValCurs }) {
    const date = parseDay(ValCurs['@Date'], 'DMY');
    for (const { CharCode: base, Nominal: per, Value } of ValCurs.Valute) {
      yield midOf({ date, base, quote: 'MDL', per }, Value);
    }
  },
});

/** Only the name says that a price is per gram. */
const metal = z.object({
  CharCode: z.string(),
  Nominal: z.string(),
  Name: z.string().startsWith('Gram '),
  Value: z.string(),
});

const metals = defineFeed({
  name: 'metals',
  matches: /\/official_metal_rates\?/i,
  latest: (today) => week(today).map(listOf('metal')),
  between: (span) => toDays(span, EVERY_DAY).map(listOf('metal')),
  read: xml('Metal'),
  schema: z.object({
    MetalPrice: z.strictObject({
      '@Date': z.string(),
      '@name': z.literal('The price of precious metals'),
      Metal: z.array(metal).default([]),
    }),
  }),
  *observe({ MetalPrice }) {
    const date = parseDay(MetalPrice['@Date'], 'DMY');
    for (const { CharCode: base, Nominal: per, Value } of MetalPrice.Metal) {
      yield midOf({ date, base, quote: 'MDL', per, unit: 'g' }, Value);
    }
  },
});

export const nbm = defineProvider({
  code: 'NBM',
  description: 'National Bank of Moldova',
  country: 'MOLDOVA',
  countryCode: 'MD',
  references: [{ from: '1999-01-04', currency: 'MDL' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'Europe/Chisinau' },
  terms: {
    url: 'https://www.bnm.md/en/content/official-exchange-rates',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [currencies, metals],
});

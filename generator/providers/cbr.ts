/**
 * Bank of Russia: rouble mid rates as published (`Value` for `Nominal` units), dated by the day on which they take
 * effect. The file is longer than most because there are three kinds of document: the list of a day, the history of
 * one currency, and metals.
 */
import { z } from 'zod';
import { defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { xml } from '../feeds/readers.ts';
import { toDays, toPages } from '../feeds/spans.ts';
import { parseDay, toDayFirst, toPoint, toTable } from '../feeds/spelling.ts';
import { addDays } from '../wire/calendar.ts';

const SCRIPTS = 'https://www.cbr.ru/scripts';
const DAILY = `${SCRIPTS}/XML_daily.asp`;
const TABLE = 'list';
/** Lists are dated Tuesday to Saturday. Friday's list is dated Saturday and holds until Monday. */
const LIST_DAYS = [2, 3, 4, 5, 6];

const list = defineFeed({
  name: 'list',
  table: TABLE,
  matches: /\/scripts\/XML_daily\.asp/i,
  latest: () => [{ method: 'GET', url: DAILY }],
  between: (span) =>
    toDays(span, LIST_DAYS).map((day) => ({ method: 'GET', url: `${DAILY}?date_req=${toDayFirst(day, '/')}` })),
  read: xml('Valute'),
  schema: z.object({
    ValCurs: z.object({
      '@Date': z.string(),
      Valute: z.array(z.object({ CharCode: z.string(), Nominal: z.string(), Value: z.string() })),
    }),
  }),
  *observe({ ValCurs }) {
    const date = parseDay(ValCurs['@Date'], 'DMY');
    for (const { CharCode: base, Nominal: per, Value } of ValCurs.Valute) {
      yield midOf({ date, base, quote: 'RUB', per }, toPoint(Value));
    }
  },
});

/** The bank's own identifiers of the currencies whose histories were requested one by one. */
const CURRENCIES = toTable('R01035 GBP, R01235 USD, R01239 EUR, R01375 CNY, R01820 JPY');

/** The history of one currency repeats the figures of the lists, but states no other currency. */
const histories = defineFeed({
  name: 'histories',
  table: TABLE,
  partial: true,
  matches: /\/scripts\/XML_dynamic\.asp\?/i,
  latest: () => [],
  between: () => [],
  read: xml('Record'),
  schema: z.object({
    ValCurs: z.object({
      '@ID': z.string(),
      Record: z.array(z.object({ '@Date': z.string(), Nominal: z.string(), Value: z.string() })),
    }),
  }),
  *observe({ ValCurs }) {
    const base = CURRENCIES.get(ValCurs['@ID']) ?? ValCurs['@ID'];
    for (const { '@Date': date, Nominal: per, Value } of ValCurs.Record) {
      yield midOf({ date: parseDay(date, 'DMY'), base, quote: 'RUB', per }, toPoint(Value));
    }
  },
});

const METALS: Readonly<Record<string, string>> = { 1: 'XAU', 2: 'XAG', 3: 'XPT', 4: 'XPD' };

const metalsOf = ({ from, to }: Span): FeedRequest => ({
  method: 'GET',
  url: `${SCRIPTS}/xml_metall.asp?date_req1=${toDayFirst(from, '/')}&date_req2=${toDayFirst(to, '/')}`,
  mayBeAbsent: true,
});

/**
 * Prices are per gram. `Buy` equals `Sell`, because they are one accounting price written twice, and it is relayed as
 * mid, the only side that this provider declares. If they ever differ, they are relayed as bid and ask.
 */
const metals = defineFeed({
  name: 'metals',
  matches: /\/scripts\/xml_metall\.asp\?/i,
  latest: (today) => [metalsOf({ from: addDays(today, -14), to: addDays(today, 5) })],
  between: (span) => toPages(span, 366).map(metalsOf),
  read: xml('Record'),
  schema: z.object({
    // A day without prices has no Record element, and nothing in its place.
    Metall: z.strictObject({
      '@FromDate': z.string(),
      '@ToDate': z.string(),
      '@name': z.string(),
      Record: z
        .array(z.object({ '@Date': z.string(), '@Code': z.string(), Buy: z.string(), Sell: z.string() }))
        .default([]),
    }),
  }),
  *observe({ Metall }) {
    for (const { '@Date': day, '@Code': code, Buy, Sell } of Metall.Record) {
      const date = parseDay(day, 'DMY');
      const pair = { date, base: METALS[code] ?? `metal ${code}`, quote: 'RUB', unit: 'g' } as const;
      const [bid, ask] = [toPoint(Buy), toPoint(Sell)];
      yield bid === ask ? midOf(pair, bid) : { ...pair, per: '1', mid: '', bid, ask };
    }
  },
});

export const cbr = defineProvider({
  code: 'CBR',
  description: 'Bank of Russia',
  country: 'RUSSIAN FEDERATION',
  countryCode: 'RU',
  // Lists before 1998 are in old roubles, 1000 of which became one new rouble.
  references: [{ from: '1998-01-01', currency: 'RUB' }],
  timeSeries: true,
  bidAsk: false,
  // Rates are set in the afternoon for the next day that is not a holiday, at New Year ten days ahead.
  schedule: { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'Europe/Moscow', leadDaysMax: 14 },
  terms: {
    url: 'https://www.cbr.ru/eng/user_agreement/',
    note: 'Name the Bank of Russia as the source.',
  },
  feeds: [list, histories, metals],
});

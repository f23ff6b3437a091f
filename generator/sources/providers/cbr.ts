/**
 * Bank of Russia: rouble mid rates as published (`Value` for `Nominal` units), dated by the day on which they take
 * effect. The file is longer than most because there are three kinds of document: the list of a day, the history of
 * one currency, and metals.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { xml } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText, parseDay, toDayFirst, toPoint, toTable } from '../feeds/spelling.ts';

const SCRIPTS = 'https://www.cbr.ru/scripts';
const DAILY = `${SCRIPTS}/XML_daily.asp`;
const TABLE = 'list';

const list = defineFeed({
  name: 'list',
  table: TABLE,
  matches: /\/scripts\/XML_daily\.asp/i,
  latest: () => [{ method: 'GET', url: DAILY }],
  // Past days come from the histories: sixty requests instead of 7,500.
  between: () => [],
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

/** The bank's own identifiers of the currencies on its list of 2026, and of those that were on it since 1998. */
const CURRENCIES = toTable(
  'R01010 AUD, R01020A AZN, R01030 DZD, R01035 GBP, R01060 AMD, R01080 BHD, R01090B BYN, R01105 BOB, R01115 BRL, R01135 HUF',
  'R01150 VND, R01200 HKD, R01210 GEL, R01215 DKK, R01230 AED, R01235 USD, R01239 EUR, R01240 EGP, R01270 INR, R01280 IDR',
  'R01300 IRR, R01335 KZT, R01350 CAD, R01355 QAR, R01370 KGS, R01375 CNY, R01395 CUP, R01500 MDL, R01503 MNT, R01520 NGN',
  'R01530 NZD, R01535 NOK, R01540 OMR, R01565 PLN, R01580 SAR, R01585F RON, R01589 XDR, R01625 SGD, R01670 TJS, R01675 THB',
  'R01685 BDT, R01700J TRY, R01710A TMT, R01717 UZS, R01720 UAH, R01760 CZK, R01770 SEK, R01775 CHF, R01800 ETB',
  'R01805F RSD, R01810 ZAR, R01815 KRW, R01820 JPY, R02005 MMK',
  'R01015 ATS, R01090 BYR, R01095 BEF, R01100 BGN, R01205 GRD, R01305 IEP, R01310 ISK, R01315 ESP, R01325 ITL, R01390 KWD',
  'R01405 LVL, R01420 LBP, R01435 LTL, R01510 DEM, R01523 NLG, R01570 PTE, R01585 ROL, R01700 TRL, R01710 TMM, R01740 FIM',
  'R01750 FRF, R01790 XEU, R01795 EEK',
);

const historyOf = (id: string, { from, to }: Span): FeedRequest => ({
  method: 'GET',
  url: `${SCRIPTS}/XML_dynamic.asp?date_req1=${toDayFirst(from, '/')}&date_req2=${toDayFirst(to, '/')}&VAL_NM_RQ=${id}`,
  mayBeAbsent: true,
});

/** The history of one currency repeats the figures of the lists, but states no other currency. */
const histories = defineFeed({
  name: 'histories',
  table: TABLE,
  partial: true,
  matches: /\/scripts\/XML_dynamic\.asp\?/i,
  latest: () => [],
  between: (span) => [...CURRENCIES.keys()].map((id) => historyOf(id, span)),
  read: xml('Record'),
  schema: z.object({
    ValCurs: z.object({
      '@ID': z.string(),
      // A currency that was not on the list has no Record.
      Record: z.array(z.object({ '@Date': z.string(), Nominal: z.string(), Value: z.string() })).default([]),
    }),
  }),
  *observe({ ValCurs }) {
    const base = CURRENCIES.get(ValCurs['@ID']) ?? ValCurs['@ID'];
    for (const { '@Date': date, Nominal: per, Value } of ValCurs.Record) {
      yield midOf({ date: dayOrText(date, 'DMY'), base, quote: 'RUB', per }, toPoint(Value));
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
      const date = dayOrText(day, 'DMY');
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
  schedule: { days: [1, 2, 3, 4, 5], time: '14:00', timeZone: 'Europe/Moscow', leadDaysMax: 14 },
  setBefore: 'Rates are set in the afternoon and dated the next day, Friday’s for Saturday.',
  terms: {
    url: 'https://www.cbr.ru/eng/user_agreement/',
    note: 'Name the Bank of Russia as the source.',
  },
  feeds: [list, histories, metals],
});

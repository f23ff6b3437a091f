/**
 * Central Bank of Armenia: drams for `Amount` units, metals per gram. One address gives two kinds of document: the
 * newest list, and a span of days for currencies that the request names. The file is longer than most because it
 * reads both.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { xml } from '../feeds/readers.ts';
import { soapRequest } from '../feeds/request.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText, withoutZero } from '../feeds/spelling.ts';

const NAMESPACE = 'http://www.cba.am/';
/**
 * The currencies that a span asks for, those of the past last. A currency introduced later appears in the newest list
 * only. Left out is USM, which had the figures of ten Uzbek sum as if they were for one.
 */
const CURRENCIES = [
  'USD,GBP,AUD,EUR,XDR,IRR,PLN,CAD,INR,NOK,JPY,SEK,CHF,CZK,CNY,SGD,BRL,AED,KGS,KZT,RUB,UAH,UZS,BYN,TJS,GEL,HKD',
  'XAU,XAG,NZD,ARP,ARS,ATS,BEF,BGL,BGN,BRC,BYR,DEM,DKK,EEK,EGP,ESP,FIM,FRF,GRD,HUF,IEP,ILS,ISK,ITL,KRW,KWD,LBP',
  'LTL,LVL,MDL,MXN,NLG,PLZ,PTE,SAR,SDR,SKK,SYP,TRY',
].join();
/**
 * The documents do not state this unit. The 60871 drams of 2026-03-18, at 377.39 to the dollar, are 161 dollars, when
 * an ounce was worth 5,000.
 */
const PER_GRAM: ReadonlySet<string> = new Set(['XAU', 'XAG', 'XPT', 'XPD']);

const ask = (operation: string, asked: string): FeedRequest =>
  soapRequest(
    'https://api.cba.am/exchangerates.asmx',
    `<${operation} xmlns="${NAMESPACE}">${asked}</${operation}>`,
    `"${NAMESPACE}${operation}"`,
  );
const rangeOf = ({ from, to }: Span): FeedRequest => {
  const days = `<DateFrom>${from}</DateFrom><DateTo>${to}</DateTo>`;
  return { ...ask('ExchangeRatesByDateRangeByISO', `<ISOCodes>${CURRENCIES}</ISOCodes>${days}`), mayBeAbsent: true };
};

/** Midnight in Yerevan, or without a time zone. Armenia had summer time until 2011. */
const midnight = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT00:00:00(\+0[45]:00)?$/)
  .transform((text) => text.slice(0, 10));
const figures = { ISO: z.string(), Amount: z.string(), Rate: z.string() };
const latest = z
  .object({
    ExchangeRatesLatestResponse: z.object({
      ExchangeRatesLatestResult: z.object({
        CurrentDate: midnight,
        Rates: z.strictObject({ ExchangeRate: z.array(z.object(figures)) }),
      }),
    }),
  })
  .transform(({ ExchangeRatesLatestResponse: { ExchangeRatesLatestResult: list } }) =>
    list.Rates.ExchangeRate.map((row) => ({ ...row, RateDate: list.CurrentDate })),
  );
const row = z.object({ ...figures, RateDate: midnight });
const range = z
  .object({
    ExchangeRatesByDateRangeByISOResponse: z.object({
      ExchangeRatesByDateRangeByISOResult: z.object({
        // A span without a list lacks even the element that would hold the rows.
        diffgram: z.union([
          z.strictObject({ DocumentElement: z.strictObject({ ExchangeRatesByRange: z.array(row) }) }),
          z.literal('').transform(() => ({ DocumentElement: { ExchangeRatesByRange: [] } })),
        ]),
      }),
    }),
  })
  .transform(
    ({ ExchangeRatesByDateRangeByISOResponse: { ExchangeRatesByDateRangeByISOResult: set } }) =>
      set.diffgram.DocumentElement.ExchangeRatesByRange,
  );

/**
 * The first day on which `Amount` is right. Before it, `Amount` was a tenth of the units that the figure was for, as a
 * comparison with other banks' tenge and roubles of those days shows. The Icelandic króna was so in January 2007, 51.54
 * drams beside 364.33 for the dollar, and right on the day here; BGL has the new lev's figures at least since its day.
 */
const UNITS_RIGHT_FROM = new Map([
  ['KZT', '2005-01-04'],
  ['TJS', '2000-11-01'],
  ['ISK', '2015-03-06'],
  ['BGL', '2000-10-30'],
]);

/** Both operations have one address. `Difference` and `Diff` are the change since the day before, not a spread. */
const rates = defineFeed({
  name: 'rates',
  partial: true,
  matches: /\/\/api\.cba\.am\/exchangerates\.asmx$/i,
  latest: (today) => [ask('ExchangeRatesLatest', ''), rangeOf({ from: addDays(today, -10), to: today })],
  between: (span) => toPages(span, 365).map(rangeOf),
  read: xml('ExchangeRate', 'ExchangeRatesByRange'),
  schema: z.object({ Envelope: z.object({ Body: z.union([latest, range]) }) }),
  *observe({ Envelope: { Body: rows } }) {
    for (const { RateDate, ISO: base, Amount: per, Rate } of rows) {
      if (RateDate < (UNITS_RIGHT_FROM.get(base) ?? '')) continue;
      // A currency that has ended stays on the list with 0.00.
      if (withoutZero(Rate) === '') continue;
      const unit = PER_GRAM.has(base) ? 'g' : '';
      const of = {
        date: dayOrText(RateDate, 'YMD'),
        base: base === 'SDR' ? 'XDR' : base,
        quote: 'AMD',
        per,
        unit,
      } as const;
      yield midOf(of, Rate);
    }
  },
});

export const cba = defineProvider({
  code: 'CBA',
  description: 'Central Bank of Armenia',
  country: 'ARMENIA',
  countryCode: 'AM',
  references: [{ from: '1999-01-04', currency: 'AMD' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'Asia/Yerevan' },
  terms: {
    url: 'https://www.cba.am/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [rates],
});

/**
 * National Bank of the Kyrgyz Republic: som mid rates, five currencies in a daily list, the others in a weekly one. The
 * file is longer than most because of the archive, which numbers the currencies.
 */
import { z } from 'zod';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { text, xml } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText, parseDay, toPoint, toTable } from '../feeds/spelling.ts';

/**
 * The ruble that Belarus withdrew in 2016. Each weekly list repeats its last rate under a new date: on 2026-05-23,
 * 10,000 of them cost 34.02 som, while 1 BYN, which is the same amount by law, cost 32.0154.
 */
const FROZEN = 'BYR';
const shared = {
  '@ISOCode': z.string(),
  Nominal: z.string().regex(/^10*$/),
  Value: z.string().regex(/^\d+,\d+$/, 'not a figure with a decimal comma'),
};

/** The lists share no currency and have their own dates, so each is a table. */
const listOf = (name: 'Daily' | 'Weekly', row: z.ZodType<z.infer<z.ZodObject<typeof shared>>>) =>
  defineFeed({
    name: name.toLowerCase(),
    frequency: name === 'Weekly' ? 'week' : 'day',
    matches: new RegExp(`//www\\.nbkr\\.kg/XML/${name.toLowerCase()}\\.xml$`),
    pauseMs: 500,
    latest: () => [{ method: 'GET', url: `https://www.nbkr.kg/XML/${name.toLowerCase()}.xml` }],
    between: () => [],
    read: xml('Currency'),
    schema: z.object({
      CurrencyRates: z.object({
        '@Name': z.literal(`${name} Exchange Rates`),
        '@Date': z.string(),
        Currency: z.array(row),
      }),
    }),
    *observe({ CurrencyRates: list }) {
      const date = parseDay(list['@Date'], 'DMY');
      for (const { '@ISOCode': base, Nominal: per, Value } of list.Currency) {
        if (base !== FROZEN) yield midOf({ date, base, quote: 'KGS', per }, toPoint(Value));
      }
    },
  });

/**
 * The bank's own numbers of currencies, each with the units that a figure of the archive is for. The archive states
 * neither. BYR is not asked for (see above).
 */
const DAILY = toTable('15 1 USD, 20 1 EUR, 44 1 RUB, 40 1 KZT, 24 1 CNY');
const WEEKLY = toTable(
  '56 1 AUD, 16 1 ATS, 82 1 AZN, 37 1000 AZM, 17 1 GBP, 38 10 AMD, 99 1 AFN, 18 10 BEF, 100 1 BGN, 101 1 BRL, 51 10 HUF',
  '25 1 KRW, 102 1 GEL, 19 1 DKK, 103 1 AED, 21 1 INR, 104 10 IRR, 22 100 ITL, 23 1 CAD, 50 1 KWD, 41 1 LVL, 42 1 LTL',
  '105 1 MYR, 43 1 MDL, 106 1 MNT, 26 1 DEM, 27 1 NLG, 57 1 TRY, 53 1 NZD, 107 1 TWD, 108 1 TMT, 28 1 NOK, 55 1 PKR',
  '109 1 PLN, 29 1 PTE, 98 1000 RUR, 30 1 XDR, 86 1 SGD, 45 1 TJS, 49 100 TJR, 31 1000 TRL, 46 1 UZS, 47 1 UAH, 32 1 FIM',
  '33 1 FRF, 52 1 CZK, 34 1 SEK, 35 1 CHF, 48 1 EEK, 36 10 JPY, 139 1 SAR, 160 1 BYN, 180 1 OMR, 182 1 HKD, 184 10 IDR',
);

const archiveOf = (number: string, { from, to }: Span): FeedRequest => {
  const partsOf = (name: string, [year, month, day]: readonly string[]) =>
    `${name}_day=${day}&${name}_month=${month}&${name}_year=${year}`;
  const days = `${partsOf('beg', from.split('-'))}&${partsOf('end', to.split('-'))}`;
  const url = `https://www.nbkr.kg/index1.jsp?item=1562&lang=ENG&valuta_id=${number}&${days}`;
  return { method: 'GET', url, mayBeAbsent: true };
};

/** Comments before and after a cell mark it as a day or as a figure, which stands behind its day. */
function* cellsOf(page: string): Generator<readonly [day: string, figure: string]> {
  const parts = page.split('<!--date-->');
  for (let index = 1; index + 1 < parts.length; index += 2) {
    const [, figure] = parts[index + 1]?.split('<!--value-->') ?? [];
    if (figure !== undefined) yield [parts[index] ?? '', figure];
  }
}

/** The list of currencies in the form of the page, which it has without figures too. */
const FORM = /<select[^<>]*valuta_id/;

/** The archive of one currency, of at most a year. After some twenty requests in a row the source refuses for a while. */
const histories = (name: 'daily' | 'weekly', currencies: ReadonlyMap<string, string>) =>
  defineFeed({
    name: `${name}, archive`,
    table: name,
    partial: true,
    frequency: name === 'weekly' ? 'week' : 'day',
    matches: new RegExp(`//www\\.nbkr\\.kg/index1\\.jsp\\?.*&valuta_id=(${[...currencies.keys()].join('|')})&`),
    latest: () => [],
    between: (span) => toPages(span, 366).flatMap((page) => [...currencies.keys()].map((id) => archiveOf(id, page))),
    read: text,
    schema: z
      .string()
      .regex(FORM, 'the page has no form for the archive')
      .regex(/<\/html>\s*$/, 'the page was truncated'),
    *observe(page, { request }) {
      const number = new URL(request.url).searchParams.get('valuta_id') ?? '';
      const [per, base] = currencies.get(number)?.split(' ') ?? [];
      if (per === undefined || base === undefined) throw new DocumentError(`no currency has the number ${number}`);
      for (const [day, figure] of cellsOf(page)) {
        yield midOf({ date: dayOrText(day, 'DMY'), base, quote: 'KGS', per }, toPoint(figure.trim()));
      }
    },
  });

export const nbkr = defineProvider({
  code: 'NBKR',
  description: 'National Bank of the Kyrgyz Republic',
  country: 'KYRGYZSTAN',
  countryCode: 'KG',
  references: [{ from: '1999-01-01', currency: 'KGS' }],
  timeSeries: true,
  bidAsk: false,
  // Rates are set for the next day; the New Year holidays last a week.
  schedule: { days: [1, 2, 3, 4, 5, 6, 7], time: '16:00', timeZone: 'Asia/Bishkek', leadDaysMax: 10 },
  caveat: 'requests for the archive follow what other programs send; no answer was recorded',
  terms: {
    url: 'https://www.nbkr.kg/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [
    listOf('Daily', z.object(shared)),
    // A list that is valid for another number of days would have to stay in force for as long.
    listOf('Weekly', z.object({ ...shared, ValidFor: z.literal('7') })),
    histories('daily', DAILY),
    histories('weekly', WEEKLY),
  ],
});

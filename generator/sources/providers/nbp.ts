/**
 * Narodowy Bank Polski: zloty mid rates daily (A) and weekly (B), bid and ask (C), and the price of gold per gram.
 * Longer than most because it has four lists, one of them in two forms.
 */
import { z } from 'zod';
import { defineFeed, defineProvider, type Feed, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { json, xml } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText, parseDay, toPoint } from '../feeds/spelling.ts';

const API = 'https://api.nbp.pl/api';
/** The longest span that the API answers at once. */
const PAGE_DAYS_MAX = 93;

/** `046/A/NBP/2026`: Polish law has an invoice name the list by it. */
const number = z
  .string()
  .regex(/^[\w./-]{1,40}$/)
  .optional();

/** The newest lists, several at once, so that the next night makes up for one that failed. */
const newest = (path: string, lists: number): readonly FeedRequest[] => [
  { method: 'GET', url: `${API}/${path}/last/${lists}/?format=json` },
];

/** The API answers a span without a business day with 404. */
const pages = (path: string, span: Span): readonly FeedRequest[] =>
  toPages(span, PAGE_DAYS_MAX).map(({ from, to }) => {
    return { method: 'GET', url: `${API}/${path}/${from}/${to}/?format=json`, mayBeAbsent: true };
  });

function midTable(table: 'A' | 'B', frequency: 'day' | 'week', lists: number): Feed<unknown> {
  const path = `exchangerates/tables/${table}`;
  const rate = z.object({ code: z.string(), mid: z.string() });
  return defineFeed({
    name: table,
    frequency,
    matches: new RegExp(`//api\\.nbp\\.pl/api/exchangerates/tables/${table}/`, 'i'),
    latest: () => newest(path, lists),
    between: (span) => pages(path, span),
    read: json,
    schema: z.array(
      z.object({ table: z.literal(table), no: number, effectiveDate: z.string(), rates: z.array(rate).min(1) }),
    ),
    *observe(tables) {
      for (const { no, effectiveDate, rates } of tables) {
        const date = dayOrText(effectiveDate, 'YMD');
        for (const { code, mid } of rates) yield midOf({ date, base: code, quote: 'PLN', number: no }, mid);
      }
    },
  });
}

/** The rates are quoted a day earlier (tradingDate); the table is dated by its effective date. */
const sides = defineFeed({
  name: 'C',
  matches: /\/\/api\.nbp\.pl\/api\/exchangerates\/tables\/C\//i,
  latest: () => newest('exchangerates/tables/C', 5),
  between: (span) => pages('exchangerates/tables/C', span),
  read: json,
  schema: z.array(
    z.object({
      table: z.literal('C'),
      no: number,
      effectiveDate: z.string(),
      rates: z.array(z.object({ code: z.string(), bid: z.string(), ask: z.string() })).min(1),
    }),
  ),
  *observe(tables) {
    for (const { no, effectiveDate, rates } of tables) {
      const date = dayOrText(effectiveDate, 'YMD');
      for (const { code, bid, ask } of rates) {
        yield { date, base: code, quote: 'PLN', per: '1', unit: '', mid: '', bid, ask, number: no };
      }
    }
  },
});

/** Table C as it was published before the API, with decimal commas and with units other than 1. */
const sidesOld = defineFeed({
  name: 'C as XML',
  table: 'C',
  matches: /\/kursy\/xml\/c\d+z\d{6}\.xml$/,
  latest: () => [],
  between: () => [],
  read: xml('pozycja'),
  schema: z.object({
    tabela_kursow: z.object({
      '@typ': z.literal('C'),
      data_publikacji: z.string(),
      pozycja: z.array(
        z.object({
          przelicznik: z.string(),
          kod_waluty: z.string(),
          kurs_kupna: z.string(),
          kurs_sprzedazy: z.string(),
        }),
      ),
    }),
  }),
  *observe({ tabela_kursow: table }) {
    const date = parseDay(table.data_publikacji, 'YMD');
    for (const { kod_waluty: base, przelicznik: per, kurs_kupna, kurs_sprzedazy } of table.pozycja) {
      const [bid, ask] = [toPoint(kurs_kupna), toPoint(kurs_sprzedazy)];
      yield { date, base, quote: 'PLN', per, unit: '', mid: '', bid, ask };
    }
  },
});

const gold = defineFeed({
  name: 'gold',
  matches: /\/\/api\.nbp\.pl\/api\/cenyzlota\//,
  latest: () => newest('cenyzlota', 5),
  between: (span) => pages('cenyzlota', span),
  read: json,
  schema: z.array(z.object({ data: z.string(), cena: z.string() })),
  *observe(prices) {
    for (const { data, cena } of prices) {
      yield midOf({ date: dayOrText(data, 'YMD'), base: 'XAU', quote: 'PLN', unit: 'g' }, cena);
    }
  },
});

export const nbp = defineProvider({
  code: 'NBP',
  description: 'National Bank of Poland',
  country: 'POLAND',
  countryCode: 'PL',
  references: [{ from: '2002-01-02', currency: 'PLN' }],
  timeSeries: true,
  bidAsk: true,
  // Gold is priced in the evening for the next working day, which can be four days away over a long weekend.
  schedule: { days: [1, 2, 3, 4, 5], time: '12:15', timeZone: 'Europe/Warsaw', leadDaysMax: 5 },
  terms: {
    url: 'https://api.nbp.pl/en.html',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [midTable('A', 'day', 5), midTable('B', 'week', 2), sides, sidesOld, gold],
});

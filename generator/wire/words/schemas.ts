/** The bodies of answers as zod schemas. OpenAPI is made from them, and our own files are read back with them. */
import { z } from 'zod';

export const currencyCode = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .brand<'CurrencyCode'>()
  .describe('ISO 4217 code');
export const providerCode = z
  .string()
  .regex(/^[A-Z]{2,12}$/)
  .brand<'ProviderCode'>()
  .describe('Provider code; GLOBAL is the aggregate');
export const isoDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .brand<'IsoDate'>()
  .describe('YYYY-MM-DD');

export type CurrencyCode = z.infer<typeof currencyCode>;
export type ProviderCode = z.infer<typeof providerCode>;
export type IsoDate = z.infer<typeof isoDate>;

export const GLOBAL = providerCode.parse('GLOBAL');
export const EUR = currencyCode.parse('EUR');
export const USD = currencyCode.parse('USD');

export const currency = z.object({
  code: currencyCode,
  name: z.string().min(1).describe('English name'),
  numericCode: z
    .string()
    .regex(/^\d{3}$/)
    .describe('Three digits, zero-padded'),
  obsolete: z.boolean().describe('True from the date of withdrawal on'),
});

export const provider = z.object({
  code: providerCode,
  description: z.string().min(1).describe('English name of the bank or body'),
  country: z.string().min(1).describe('Country name in uppercase; GLOBAL for the aggregate'),
  referenceCurrency: currencyCode.describe('Currency in which the rates are expressed today'),
  timeSeries: z.boolean().describe('True if the source has past dates, too'),
  monthly: z.boolean().describe('True if it states one rate a month'),
  countryCode: z
    .string()
    .regex(/^([A-Z]{2})?$/)
    .describe('ISO 3166 code; empty for the aggregate'),
  bidAsk: z.boolean().describe('True if type=bid, type=ask and extended=true carry figures'),
  obsolete: z.boolean().describe('True if no new rates will come'),
});

export const rule = z.object({
  code: z
    .string()
    .regex(/^[A-Z]{2}(-[A-Z]{2,8})+$/)
    .describe('The value for the parameter rule'),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .describe('ISO 3166 code; EU for the European Union. The parameter countryCode filters by it'),
  purpose: z.string().min(1).describe('What the law requires the rate for'),
  provider: providerCode,
  side: z
    .enum(['mid', 'bid', 'ask'])
    .describe("From the provider's side: it buys the foreign currency at its bid and sells it at its ask"),
  dateRule: z.string().min(1).describe('How the fixing follows from the day of the taxable event; see docs/rules.md'),
  source: z.string().min(1).describe('The law'),
});

const rate = z
  .number()
  .nonnegative()
  .describe('Up to 10 decimal places, plain notation. A rate that rounds to 0 is written 0: do not divide by it');
const figure = z.number().nonnegative().nullable().describe('In the digits of the list; null for a side that it lacks');
const fixingFacts = { provider: providerCode, date: isoDate, base: currencyCode };

const rates = z.record(currencyCode, rate).describe('Amount of the currency per one unit of base');
const sides = z.array(
  z.object({ currency: currencyCode, mid: rate, bid: rate, ask: rate }).describe('0 where a side is not supplied'),
);

const published = z.array(
  z.object({
    currency: currencyCode,
    figureDate: isoDate.describe('The day of the figure itself: one of a weekly list is older than the fixing'),
    base: currencyCode,
    quote: currencyCode.describe('In which the figure is stated, for `per` units of the base'),
    per: z.number().positive(),
    unit: z.enum(['', 'g']).describe('g for a gram of a metal'),
    mid: figure,
    bid: figure,
    ask: figure,
    table: z.string().describe('The list of the provider; of GLOBAL the method'),
    number: z.string().describe("The bank's own number of the list, such as 046/A/NBP/2026; empty if it has none"),
  }),
);

export const exchangeRates = z.object({ ...fixingFacts, exchangeRates: rates });
export const extendedExchangeRates = z.object({ ...fixingFacts, exchangeRates: sides });
export const publishedExchangeRates = z.object({ ...fixingFacts, exchangeRates: published });

const spanFacts = {
  provider: providerCode,
  base: currencyCode,
  from: z.union([isoDate, z.literal('')]).describe('The date of the first fixing; empty if there is none'),
  to: z.union([isoDate, z.literal('')]).describe('The date of the last fixing; empty if there is none'),
};

const daily = <Rates extends z.ZodType>(exchangeRates: Rates) =>
  z.object({
    ...spanFacts,
    period: z.literal('day'),
    series: z.array(z.object({ date: isoDate, exchangeRates })).describe('Oldest first'),
  });

export const series = daily(rates);
export const extendedSeries = daily(sides);
export const publishedSeries = daily(published);

const periodic = <Rates extends z.ZodType>(exchangeRates: Rates) =>
  z.object({
    ...spanFacts,
    period: z.enum(['month', 'quarter', 'year', 'span']),
    series: z.array(
      z.object({
        period: z.string().describe('2026-02, 2026-Q1, 2026 or 2026-02-15/2026-04-14'),
        from: isoDate.describe('The first fixing that was used'),
        to: isoDate.describe('The last fixing that was used'),
        complete: z.boolean().describe('Whether the period is over and no publication in it is missing'),
        date: isoDate.optional().describe('The date of the fixing, with statistic=end or first'),
        exchangeRates,
        days: z.record(currencyCode, z.int().positive()).describe('How many fixings stated the currency'),
      }),
    ),
  });

export const periods = periodic(rates);
export const extendedPeriods = periodic(sides);

export const conversion = z.object({
  ...fixingFacts,
  amount: z.number().describe('The requested amount, in plain notation'),
  conversions: z.record(currencyCode, z.number()).describe('The amount in each currency'),
  published: published.optional().describe('With published=true, the figures that it was made from'),
});

export const problem = z.object({
  message: z.string().min(1).describe('What is wrong, and what to write instead'),
  errorCode: z.int(),
});

export type Currency = z.infer<typeof currency>;
export type Provider = z.infer<typeof provider>;
export type Rule = z.infer<typeof rule>;

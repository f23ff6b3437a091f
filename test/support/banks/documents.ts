/**
 * Documents of every kind for the encoders: ordinary ones, empty ones, and ones with text that a format must escape.
 */

import type { Document, PublishedRow } from '../../../generator/wire/encode/document.ts';
import { parseIsoDate } from '../../../generator/wire/words/calendar.ts';
import { currency, currencyCode, GLOBAL, provider, providerCode, rule } from '../../../generator/wire/words/schemas.ts';

const code = (text: string) => currencyCode.parse(text);
const HEAD = { provider: GLOBAL, date: parseIsoDate('2026-03-13'), base: code('EUR') };
const TURKISH = { provider: providerCode.parse('TCMB'), date: parseIsoDate('2025-09-08'), base: code('TRY') };

const CURRENCIES = [
  { code: 'ADP', name: 'Andorran Peseta', numericCode: '020', obsolete: true },
  { code: 'EUR', name: 'Euro', numericCode: '978', obsolete: false },
  { code: 'STN', name: 'São Tomé & Príncipe Dobra', numericCode: '930', obsolete: false },
].map((item) => currency.parse(item));

const PROVIDERS = [
  {
    code: 'GLOBAL',
    description: 'Ratetree, "the blend", <all>',
    country: 'GLOBAL',
    referenceCurrency: 'EUR',
    timeSeries: true,
    monthly: false,
    countryCode: '',
    bidAsk: false,
    obsolete: false,
  },
  {
    code: 'TCMB',
    description: 'Türkiye Cumhuriyet Merkez Bankası',
    country: 'TURKEY',
    referenceCurrency: 'TRY',
    timeSeries: true,
    monthly: false,
    countryCode: 'TR',
    bidAsk: true,
    obsolete: false,
  },
].map((item) => provider.parse(item));

const RULES = [
  {
    code: 'DE-VAT',
    country: 'DE',
    purpose: 'VAT: "the month", & <its> mean',
    provider: 'ECB',
    side: 'mid',
    dateRule: 'average-month',
    source: 'Umsatzsteuergesetz, § 16(6)',
  },
].map((item) => rule.parse(item));

const rate = (currencyText: string, text: string) => ({ currency: code(currencyText), rate: text });
const converted = (text: string, convertedAmount: string) => ({ currency: code(text), convertedAmount });
const sides = (text: string, mid: string, bid: string, ask: string) => ({ currency: code(text), mid, bid, ask });
const problem = (message: string): Document => ({ kind: 'problem', message, errorCode: 1002 });

const CZECH = { provider: providerCode.parse('CNB'), date: parseIsoDate('2026-03-13'), base: code('CZK') };
const figure = (base: string, per: string, unit: string, [mid = '', bid = '', ask = '']: readonly string[]) => {
  const pair = { currency: code(base), figureDate: '2026-03-13', base, quote: 'CZK' };
  return { ...pair, per, unit, mid, bid, ask, table: 'daily', number: '53' };
};
const PUBLISHED: readonly PublishedRow[] = [
  figure('DKK', '1', '', ['3.270']),
  figure('HUF', '100', '', ['6.246']),
  figure('XAU', '1', 'g', ['', '3301.5', '3402']),
];

export const DOCUMENTS: readonly (readonly [name: string, document: Document])[] = [
  ['currencies', { kind: 'currencies', items: CURRENCIES }],
  ['no currencies', { kind: 'currencies', items: [] }],
  ['one currency', { kind: 'currencies', items: CURRENCIES.slice(0, 1) }],
  ['providers', { kind: 'providers', items: PROVIDERS }],
  ['no providers', { kind: 'providers', items: [] }],
  ['rules', { kind: 'rules', items: RULES }],
  ['no rules', { kind: 'rules', items: [] }],
  ['rates', { kind: 'rates', ...HEAD, rates: [rate('EUR', '1'), rate('JPY', '172.99'), rate('XAU', '0.0002560382')] }],
  ['no rates', { kind: 'rates', ...HEAD, rates: [] }],
  ['one rate', { kind: 'rates', ...TURKISH, rates: [rate('USD', '0.0242608331')] }],
  [
    'rates of more digits than a float has',
    { kind: 'rates', ...HEAD, rates: [rate('VES', '153622941025.8598617394')] },
  ],
  ['a rate that rounds to 0', { kind: 'rates', ...HEAD, rates: [rate('XAU', '0')] }],
  [
    'extended rates',
    {
      kind: 'extended',
      ...TURKISH,
      rates: [
        sides('TRY', '1', '1', '1'),
        sides('USD', '0.0242608331', '0.0242390161', '0.0242826894'),
        sides('XDR', '0', '0', '0.0177286419'),
      ],
    },
  ],
  ['published figures', { kind: 'published', ...CZECH, rates: PUBLISHED }],
  ['no published figures', { kind: 'published', ...CZECH, rates: [] }],
  ['no extended rates', { kind: 'extended', ...HEAD, rates: [] }],
  ['one extended rate', { kind: 'extended', ...HEAD, rates: [sides('USD', '1.1717', '0', '0')] }],
  ...spanDocuments(),
  [
    'a conversion',
    {
      kind: 'conversion',
      ...TURKISH,
      amount: '1000000000',
      conversions: [converted('TRY', '1000000000'), converted('USD', '24260833.0684859057')],
    },
  ],
  [
    'a conversion with what it was made from',
    {
      kind: 'publishedConversion',
      ...CZECH,
      amount: '100',
      conversions: [converted('CZK', '6.246')],
      published: PUBLISHED,
    },
  ],
  ['a refund', { kind: 'conversion', ...HEAD, amount: '-0.0000001', conversions: [converted('EUR', '-0.0000001')] }],
  ['a conversion into nothing', { kind: 'conversion', ...HEAD, amount: '0', conversions: [] }],
  [
    'a conversion of 40 digits',
    {
      kind: 'conversion',
      ...HEAD,
      amount: '9999999999999999999999999999999999999999',
      conversions: [converted('USD', '11716999999999999999999999999999999999998.8283')],
    },
  ],
  ['an error', problem('Unknown currency EURO in currencies')],
  ['an error with a comma and quotes', problem('Unknown currency "A,B" in currencies; see /v1/currencies')],
  ['an error with markup', problem("Unknown currency <script>&amp;'x' in currencies")],
  ['an error with a backslash', problem('Unknown currency \\n in currencies')],
  ['an error in other letters', problem('Unknown currency ЕВРО 欧元 € 😀 in currencies')],
];

function spanDocuments(): readonly (readonly [name: string, document: Document])[] {
  const { date: _, ...head } = HEAD;
  const day = parseIsoDate;
  const span = { ...head, from: day('2026-02-02'), to: day('2026-03-13') };
  const of = (date: string, rates: readonly ReturnType<typeof rate>[]) =>
    ({ kind: 'rates', ...HEAD, date: day(date), rates }) as const;
  const month = { period: '2026-02', from: day('2026-02-02'), to: day('2026-02-27'), complete: true };
  const usd = sides('USD', '0.0242608331', '0.0242390161', '0.0242826894');
  return [
    [
      'a series',
      {
        kind: 'series',
        ...span,
        fixings: [of('2026-02-02', [rate('EUR', '1'), rate('USD', '1.1717')]), of('2026-03-13', [])],
      },
    ],
    ['no series', { kind: 'series', ...span, from: '', to: '', fixings: [] }],
    ['an extended series', { kind: 'extendedSeries', ...span, fixings: [{ kind: 'extended', ...HEAD, rates: [usd] }] }],
    [
      'a published series',
      { kind: 'publishedSeries', ...span, fixings: [{ kind: 'published', ...HEAD, rates: PUBLISHED }] },
    ],
    ['no extended series', { kind: 'extendedSeries', ...span, from: '', to: '', fixings: [] }],
    [
      'averages',
      {
        kind: 'periods',
        ...span,
        period: 'month',
        items: [
          { ...month, date: null, rates: [{ ...rate('USD', '1.1717'), days: 20 }] },
          { ...month, period: '2026-03', complete: false, date: null, rates: [] },
        ],
      },
    ],
    [
      'last fixings',
      {
        kind: 'periods',
        ...span,
        period: 'quarter',
        items: [
          { ...month, period: '2026-Q1', date: day('2026-03-13'), rates: [{ ...rate('USD', '1.1717'), days: 1 }] },
        ],
      },
    ],
    [
      'extended averages',
      {
        kind: 'extendedPeriods',
        ...span,
        period: 'year',
        items: [{ ...month, period: '2026', date: null, rates: [{ ...usd, days: 20 }] }],
      },
    ],
    ['no averages', { kind: 'periods', ...span, period: 'month', from: '', to: '', items: [] }],
  ];
}

/** The providers of the small tree and what each stated, as rows that small-tree.ts reads; most figures are real. */

import type { ProviderIndex } from '../../../generator/wire/answers/provider-index.ts';
import { parseIsoDate } from '../../../generator/wire/words/calendar.ts';
import { currencyCode, type IsoDate, type Provider, provider } from '../../../generator/wire/words/schemas.ts';

export interface SmallFixing {
  readonly date: IsoDate;
  readonly until?: IsoDate;
  readonly rows: readonly string[];
}

export interface SmallProvider {
  readonly facts: Provider;
  readonly references: ProviderIndex['references'];
  readonly fixings: readonly SmallFixing[];
}

const day = parseIsoDate;

function make(
  code: string,
  facts: Partial<Record<keyof Provider, unknown>>,
  fixings: readonly SmallFixing[],
  references?: readonly (readonly [string, string])[],
): SmallProvider {
  const own = { description: `Bank ${code}`, country: 'NOWHERE', referenceCurrency: 'EUR', countryCode: 'XX' };
  const flags = { timeSeries: true, monthly: false, bidAsk: false, obsolete: false };
  const parsed = provider.parse({ code, ...own, ...flags, ...facts });
  const pairs = references ?? [['1999-01-04', parsed.referenceCurrency]];
  return {
    facts: parsed,
    references: pairs.map(([from, currency]) => ({ from: day(from), currency: currencyCode.parse(currency) })),
    fixings,
  };
}

/** Lira per dollar on 2025-09-08: 41.1816 buying, 41.2558 selling, and their average, because no mid is published. */
const TURKISH_DOLLAR = 'USD 1/41.2187 1/41.2558 1/41.1816';

const global = (dollars: string) =>
  make('GLOBAL', { description: 'Global blend of central bank rates', country: 'GLOBAL', countryCode: '' }, [
    { date: day('2026-03-11'), rows: ['CHF 0.9341', 'GBP 0.8641', 'JPY 172.5', 'TRY 48.31', 'USD 1.1622'] },
    {
      date: day('2026-03-13'),
      rows: [
        'CHF 0.935',
        'GBP 0.8649',
        'JPY 172.99',
        'PLN 4.2513',
        'TRY 48.3321',
        `USD ${dollars}`,
        'XAU 0.00025603824199381527',
        'XDR 0.8561',
      ],
    },
  ]);

const TURKISH = make(
  'TCMB',
  { country: 'TURKEY', countryCode: 'TR', referenceCurrency: 'TRY', bidAsk: true, description: 'Banka, "Merkez"' },
  [
    {
      date: day('2025-09-08'),
      rows: ['EUR 1/48.2857 1/48.3291 1/48.2423', TURKISH_DOLLAR, 'XDR - - 1/56.4059'],
    },
    { date: day('2026-03-13'), rows: ['EUR 1/51.1 1/51.2 1/51', 'USD 1/44.15 1/44.2 1/44.1', 'XDR - - 1/60.1'] },
  ],
);

/** Monthly: each figure counts for its whole month. */
const CUSTOMS = make(
  'HMRC',
  { country: 'UNITED KINGDOM', countryCode: 'GB', referenceCurrency: 'GBP', monthly: true },
  [
    { date: day('2026-01-01'), until: day('2026-01-31'), rows: ['EUR 1.1462', 'USD 1.3411'] },
    { date: day('2026-02-01'), until: day('2026-02-28'), rows: ['EUR 1.1501', 'USD 1.3502'] },
  ],
);

/** Publishes ahead: the fixing of Monday, 16 March, exists on Friday. */
const UKRAINIAN = make('NBU', { country: 'UKRAINE', countryCode: 'UA', referenceCurrency: 'UAH' }, [
  { date: day('2026-03-12'), rows: ['EUR 1/50.83', 'USD 1/43.91'] },
  { date: day('2026-03-13'), rows: ['EUR 1/50.89', 'USD 1/43.95'] },
  { date: day('2026-03-16'), rows: ['EUR 1/50.91', 'USD 1/43.99'] },
]);

/** In kuna, then in euro, and then silent for three years. */
const CROATIAN = make(
  'HNB',
  { country: 'CROATIA', countryCode: 'HR', referenceCurrency: 'EUR', bidAsk: true },
  [
    { date: day('2022-12-31'), rows: ['EUR 1/7.5345 1/7.5571 1/7.5119', 'USD 1/7.064035 1/7.085227 1/7.042843'] },
    { date: day('2023-01-02'), rows: ['GBP 0.88693 0.88427 0.88959', 'USD 1.0666 1.0634 1.0698'] },
  ],
  [
    ['1994-05-30', 'HRK'],
    ['2023-01-01', 'EUR'],
  ],
);

/** Its only fixing is dated ahead. */
const GEORGIAN = make('NBG', { country: 'GEORGIA', countryCode: 'GE', referenceCurrency: 'UAH' }, [
  { date: day('2026-03-14'), rows: ['USD 0.366'] },
]);

export const smallProviders = (dollars: string): readonly SmallProvider[] => [
  global(dollars),
  CUSTOMS,
  CROATIAN,
  GEORGIAN,
  UKRAINIAN,
  TURKISH,
];

/**
 * United States Treasury: reporting rates of a quarter in units per dollar, by the names of countries and currencies.
 * Longer than most because each of the names has to be known.
 */
import { z } from 'zod';
import { defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { parseDay, toCodes } from '../feeds/spelling.ts';
import { addDays } from '../wire/calendar.ts';
import type { IsoDate } from '../wire/schemas.ts';

/** Of countries that share a currency, one is read: that of its central bank, or the first. */
const CODES = toCodes(
  'AED United Arab Emirates-Dirham, AFN Afghanistan-Afghani, ALL Albania-Lek, AMD Armenia-Dram, AOA Angola-Kwanza',
  'ARS Argentina-Peso, AUD Australia-Dollar, AZN Azerbaijan-Manat, BAM Bosnia-Marka, BBD Barbados-Dollar',
  'BDT Bangladesh-Taka, BHD Bahrain-Dinar, BIF Burundi-Franc, BMD Bermuda-Dollar, BND Brunei-Dollar',
  'BOB Bolivia-Boliviano, BRL Brazil-Real, BSD Bahamas-Dollar, BWP Botswana-Pula, BYN Belarus-New Ruble',
  'BZD Belize-Dollar, CAD Canada-Dollar, CDF Democratic Republic Of Congo-Congolese Franc, CHF Switzerland-Franc',
  'CLP Chile-Peso, CNY China-Renminbi, COP Colombia-Peso, CRC Costa Rica-Colon, CUP Cuba-Peso, CVE Cape Verde-Escudo',
  'CZK Czech Republic-Koruna, DJF Djibouti-Franc, DKK Denmark-Krone, DOP Dominican Republic-Peso, DZD Algeria-Dinar',
  'EGP Egypt-Pound, ERN Eritrea-Nakfa, ETB Ethiopia-Birr, EUR Euro Zone-Euro, FJD Fiji-Dollar',
  'GBP United Kingdom-Pound, GEL Georgia-Lari, GHS Ghana-Cedi, GMD Gambia-Dalasi, GNF Guinea-Franc',
  'GTQ Guatemala-Quetzal, GYD Guyana-Dollar, HKD Hong Kong-Dollar, HNL Honduras-Lempira, HTG Haiti-Gourde',
  'HUF Hungary-Forint, IDR Indonesia-Rupiah, ILS Israel-Shekel, INR India-Rupee, IQD Iraq-Dinar, IRR Iran-Rial',
  'ISK Iceland-Krona, JMD Jamaica-Dollar, JOD Jordan-Dinar, JPY Japan-Yen, KES Kenya-Shilling, KGS Kyrgyzstan-Som',
  'KHR Cambodia-Riel, KMF Comoros-Franc, KRW Korea-Won, KWD Kuwait-Dinar, KYD Cayman Islands-Dollar',
  'KZT Kazakhstan-Tenge, LAK Laos-Kip, LBP Lebanon-Pound, LKR Sri Lanka-Rupee, LRD Liberia-Dollar, LSL Lesotho-Maloti',
  'LYD Libya-Dinar, MAD Morocco-Dirham, MDL Moldova-Leu, MGA Madagascar-Ariary, MKD Republic Of North Macedonia-Denar',
  'MMK Myanmar-Kyat, MNT Mongolia-Tugrik, MRU Mauritania-Ouguiya, MUR Mauritius-Rupee, MVR Maldives-Rufiyaa',
  'MWK Malawi-Kwacha, MXN Mexico-Peso, MYR Malaysia-Ringgit, MZN Mozambique-Metical, NAD Namibia-Dollar',
  'NGN Nigeria-Naira, NIO Nicaragua-Cordoba, NOK Norway-Krone, NPR Nepal-Rupee, NZD New Zealand-Dollar, OMR Oman-Rial',
  'PEN Peru-Sol, PGK Papua New Guinea-Kina, PHP Philippines-Peso, PKR Pakistan-Rupee, PLN Poland-Zloty',
  'PYG Paraguay-Guarani, QAR Qatar-Riyal, RON Romania-New Leu, RSD Serbia-Dinar, RUB Russia-Ruble, RWF Rwanda-Franc',
  'SAR Saudi Arabia-Riyal, SBD Solomon Islands-Dollar, SCR Seychelles-Rupee, SDG Sudan-Pound, SEK Sweden-Krona',
  'SGD Singapore-Dollar, SLE Sierra Leone-Leone, SOS Somali-Shilling, SRD Suriname-Dollar',
  'SSP South Sudan-Sudanese Pound, STN Sao Tome & Principe-New Dobras, SYP Syria-Pound, SZL Eswatini-Lilangeni',
  "THB Thailand-Baht, TJS Tajikistan-Somoni, TMT Turkmenistan-New Manat, TND Tunisia-Dinar, TOP Tonga-Pa'Anga",
  'TRY Turkey-New Lira, TTD Trinidad & Tobago-Dollar, TWD Taiwan-Dollar, TZS Tanzania-Shilling, UAH Ukraine-Hryvnia',
  'UGX Uganda-Shilling, UYU Uruguay-Peso, UZS Uzbekistan-Som, VES Venezuela-Bolivar Soberano, VND Vietnam-Dong',
  'VUV Vanuatu-Vatu, WST Western Samoa-Tala, XAF Cameroon-Cfa Franc, XCD Antigua & Barbuda-East Caribbean Dollar',
  'XCG Curacao-Caribbean Guilder, XOF Senegal-Cfa Franc, YER Yemen-Rial, ZAR South Africa-Rand, ZMW Zambia-New Kwacha',
  'ZWG Zimbabwe-Gold',
);
/**
 * Not read: countries that have the dollar or another country's currency, the convertible peso, which ended in 2020,
 * and the lev, which ended with 2025: its 0.87 of June 2026 is the euro's of March.
 */
const OTHERS =
  /-East Caribbean Dollar$|-Cfa Franc$|-U\.S\. Dollar$|-Dolares$|^(Palau|El Salvador)-Dollar$|^Timor-Leste-Dili$|-Chavito$|^Bulgaria-Lev|^(?!Euro Zone).*-Euro$/;

const since = (date: IsoDate, more = ''): FeedRequest => ({
  method: 'GET',
  url:
    'https://api.fiscaldata.treasury.gov/services/api/fiscal_service/v1/accounting/od/rates_of_exchange' +
    '?fields=record_date,effective_date,country_currency_desc,exchange_rate' +
    `&filter=record_date:gte:${date}${more}&page%5Bnumber%5D=1&page%5Bsize%5D=10000&sort=record_date`,
});

const row = z.object({ effective_date: z.string(), country_currency_desc: z.string(), exchange_rate: z.string() });

/** An amendment within the quarter repeats the quarter's record date. It is dated by the day from which it holds. */
const quarterly = defineFeed({
  name: 'quarterly',
  matches: /\/v1\/accounting\/od\/rates_of_exchange\?/,
  latest: (today) => [since(addDays(today, -200))],
  between: ({ from, to }) => [{ ...since(addDays(from, -92), `,record_date:lte:${to}`), mayBeAbsent: true }],
  read: json,
  schema: z
    .object({ data: z.array(row), meta: z.object({ 'total-count': z.string() }) })
    .refine(({ data, meta }) => meta['total-count'] === `${data.length}`, 'not all records are on this page'),
  *observe({ data }) {
    for (const { effective_date: day, country_currency_desc: name, exchange_rate: figure } of data) {
      const code = CODES.get(name);
      if (code === undefined && OTHERS.test(name)) continue;
      yield midOf({ date: parseDay(day, 'YMD'), base: 'USD', quote: code ?? name }, figure);
    }
  },
});

export const ust = defineProvider({
  code: 'UST',
  description: 'United States Department of the Treasury',
  country: 'UNITED STATES',
  countryCode: 'US',
  references: [{ from: '2001-03-31', currency: 'USD' }],
  timeSeries: true,
  bidAsk: false,
  quarterly: true,
  validity: 'quarter',
  schedule: { days: [1, 2, 3, 4, 5], time: '12:00', timeZone: 'America/New_York', lagDaysMax: 10 },
  terms: {
    url: 'https://fiscaldata.treasury.gov/datasets/treasury-reporting-rates-exchange/',
    note: 'In the public domain, as works of the United States government are. We name the source.',
  },
  feeds: [quarterly],
});

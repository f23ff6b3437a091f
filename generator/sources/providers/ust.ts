/**
 * United States Treasury: reporting rates of a quarter in units per dollar, by the names of countries and currencies.
 * Longer than most because each of the names has to be known.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText, toCodes } from '../feeds/spelling.ts';

/** Of countries that share a currency, only one is read: the seat of its central bank, or the first. */
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
/** Past names. data/redenominations.csv says what the codes mean on which day. */
const FORMER = toCodes(
  'ANG Netherlands Antilles-Guilder, AZM Azerbaijan-Second Manat, BGN Bulgaria-Lev New, BYR Belarus-Ruble',
  'CDF Democratic Republic Of Congo-Franc, GHC Ghana-Second Cedi, MMK Burma-Kyat, MOP Macao-Mop',
  'MRO Mauritania-First Ouguiya, ROL Romania-Third Leu, SDG Sudan-Dinar, SDG Sudan-Sudanese Pound, SRD Suriname-Guilder',
  'STD Sao Tome & Principe-Dobras, SVC El Salvador-Colon, SZL Swaziland-Lilangeni, TMM Turkmenistan-Manat',
  'TRL Turkey-Lira, VEF Venezuela-Bolivar, VEF Venezuela-Soberano, ZMK Zambia-Kwacha, ZWL Zimbabwe-Rtgs',
  'ATS Austria-Schilling, BEF Belgium-Francs, CYP Cyprus-Pound, DEM Germany-Mark, EEK Estonia-Kroon, ESP Spain-Peseta',
  'FIM Finland-Markka, FRF France-Franc, GRD Greece-Drachma, HRK Croatia-Kuna, IEP Ireland-Pound, ITL Italy-Lira',
  'LTL Lithuania-Lita, LUF Luxembourg-Franc, LVL Latvia-Lats, MTL Maltese-Lira, NLG Netherlands-Guilder',
  'PTE Portugal-Escudo, SIT Slovenia-Tolars, SKK Slovak-Korun',
);
/** The first day on which a name means its currency. Earlier figures belong to another one. */
const SINCE = toCodes(
  '2003-01-01 Afghanistan-Afghani, 2007-07-01 Sudan-Dinar, 2004-07-01 Suriname-Guilder, 2008-01-01 Venezuela-Soberano',
  '2019-02-22 Zimbabwe-Rtgs',
);
/** The first day without the currency, which the list repeats for years: the lev of June 2026 is the euro of March. */
const UNTIL = toCodes(
  '2002-03-01 Austria-Schilling, 2002-03-01 Belgium-Francs, 2002-03-01 Finland-Markka, 2002-03-01 France-Franc',
  '2002-03-01 Germany-Mark, 2002-03-01 Greece-Drachma, 2002-03-01 Ireland-Pound, 2002-03-01 Italy-Lira',
  '2002-03-01 Luxembourg-Franc, 2002-03-01 Netherlands-Guilder, 2002-03-01 Portugal-Escudo, 2002-03-01 Spain-Peseta',
  '2007-01-01 Slovenia-Tolars, 2008-01-01 Cyprus-Pound, 2008-01-01 Maltese-Lira, 2009-01-01 Slovak-Korun',
  '2011-01-01 Estonia-Kroon, 2014-01-01 Latvia-Lats, 2015-01-01 Lithuania-Lita, 2023-01-01 Croatia-Kuna',
  '2026-01-01 Bulgaria-Lev New, 2005-01-01 Turkey-Lira, 2005-07-01 Romania-Third Leu, 2006-01-01 Azerbaijan-Second Manat',
  '2009-01-01 Turkmenistan-Manat, 2013-01-01 Zambia-Kwacha, 2015-01-01 Ghana-Second Cedi, 2015-01-01 El Salvador-Colon',
  '2016-07-01 Belarus-Ruble, 2018-01-01 Sao Tome & Principe-Dobras',
);
/** Not read: countries that have the dollar or another country's currency, and the convertible peso, which has ended. */
const OTHERS =
  /-East Caribbean Dollar$|-Cfa Franc$|-U\.S\. Dollar$|-Dolares$|^(Palau|El Salvador)-Dollar$|^Timor-Leste-Dili$|-Chavito$|^(?!Euro Zone).*-Euro$/;

const since = (date: IsoDate, more = ''): FeedRequest => ({
  method: 'GET',
  url:
    'https://api.fiscaldata.treasury.gov/services/api/fiscal_service/v1/accounting/od/rates_of_exchange' +
    '?fields=record_date,effective_date,country_currency_desc,exchange_rate' +
    `&filter=record_date:gte:${date}${more}&page%5Bnumber%5D=1&page%5Bsize%5D=10000&sort=record_date`,
});

const row = z.object({ effective_date: z.string(), country_currency_desc: z.string(), exchange_rate: z.string() });

/**
 * An amendment within the quarter repeats the quarter's record date. It is dated by the day from which it holds. A
 * currency with an old and a new name on one list, such as the Sudanese pound, has the figure of the first one.
 */
const quarterly = defineFeed({
  name: 'quarterly',
  repeats: 'first holds',
  matches: /\/v1\/accounting\/od\/rates_of_exchange\?/,
  latest: (today) => [since(addDays(today, -200))],
  // A page holds 10,000 records, which are fourteen years; an amendment comes up to four months after its record date.
  between: (span) =>
    toPages(span, 3_660).map(({ from, to }) => ({
      ...since(addDays(from, -124), `,record_date:lte:${to}`),
      mayBeAbsent: true,
    })),
  read: json,
  schema: z
    .object({ data: z.array(row), meta: z.object({ 'total-count': z.string() }) })
    .refine(({ data, meta }) => meta['total-count'] === `${data.length}`, 'not all records are on this page'),
  *observe({ data }) {
    for (const { effective_date: day, country_currency_desc: name, exchange_rate: figure } of data) {
      const code = CODES.get(name) ?? FORMER.get(name);
      const date = dayOrText(day, 'YMD');
      const isOther = date < (SINCE.get(name) ?? '') || date >= (UNTIL.get(name) ?? '9999-12-31');
      if (isOther || (code === undefined && OTHERS.test(name))) continue;
      yield midOf({ date, base: 'USD', quote: code ?? name }, figure);
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

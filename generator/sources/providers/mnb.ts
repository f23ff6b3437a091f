/**
 * Magyar Nemzeti Bank: forints for `unit` foreign units. The rates are a second XML document, carried as text in the
 * first. Longer than most because of that, and because a request must name every currency that it wants.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { xml } from '../feeds/readers.ts';
import { soapRequest } from '../feeds/request.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText, toPoint } from '../feeds/spelling.ts';

/** The service returns only the currencies named. These were listed in 2025, or had left the list before. */
const CURRENCIES =
  'AUD,BGN,BRL,CAD,CHF,CNY,CZK,DKK,EUR,GBP,HKD,HRK,IDR,ILS,INR,ISK,JPY,KRW,MXN,MYR,NOK,NZD,PHP,PLN,RON,RSD,RUB,SEK,SGD,THB,' +
  'TRY,UAH,USD,ZAR,ATS,BEF,DEM,EEK,ESP,FIM,FRF,GRD,IEP,ITL,LTL,LVL,NLG,PTE,SIT,SKK';

const rangeOf = ({ from, to }: Span): FeedRequest => {
  const days = `<web:startDate>${from}</web:startDate><web:endDate>${to}</web:endDate>`;
  const asked = `${days}<web:currencyNames>${CURRENCIES}</web:currencyNames>`;
  return soapRequest(
    'https://www.mnb.hu/arfolyamok.asmx',
    `<web:GetExchangeRates xmlns:web="http://www.mnb.hu/webservices/">${asked}</web:GetExchangeRates>`,
    'http://www.mnb.hu/webservices/MNBArfolyamServiceSoap/GetExchangeRates',
  );
};

const outer = z.object({
  Envelope: z.object({
    Body: z.object({ GetExchangeRatesResponse: z.object({ GetExchangeRatesResult: z.string().min(1) }) }),
  }),
});
const [readOuter, readInner] = [xml(), xml('Day', 'Rate')];
const rate = z.strictObject({ '@unit': z.string(), '@curr': z.string(), '#text': z.string() });

/** The newest day comes first. A day without rates is refused: it is the answer to a request that names no currency. */
const list = defineFeed({
  name: 'list',
  matches: /\/\/www\.mnb\.hu\/arfolyamok\.asmx$/i,
  latest: (today) => [rangeOf({ from: addDays(today, -10), to: today })],
  between: (span) => toPages(span, 365).map((page) => ({ ...rangeOf(page), mayBeAbsent: true })),
  read(answer) {
    const { GetExchangeRatesResult } = outer.parse(readOuter(answer)).Envelope.Body.GetExchangeRatesResponse;
    return readInner({ ...answer, contentType: '', bytes: Buffer.from(GetExchangeRatesResult) });
  },
  schema: z.strictObject({
    MNBExchangeRates: z.union([
      z.strictObject({ Day: z.array(z.strictObject({ '@date': z.string(), Rate: z.array(rate) })) }),
      z.literal('').transform(() => ({ Day: [] })),
    ]),
  }),
  *observe({ MNBExchangeRates: { Day: days } }) {
    for (const { '@date': day, Rate } of days) {
      const date = dayOrText(day, 'YMD');
      for (const { '@unit': per, '@curr': base, '#text': figure } of Rate) {
        yield midOf({ date, base, quote: 'HUF', per }, toPoint(figure));
      }
    }
  },
});

export const mnb = defineProvider({
  code: 'MNB',
  description: 'Magyar Nemzeti Bank (Central Bank of Hungary)',
  country: 'HUNGARY',
  countryCode: 'HU',
  references: [{ from: '1949-01-03', currency: 'HUF' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '11:00', timeZone: 'Europe/Budapest' },
  terms: {
    url: 'https://www.mnb.hu/en/arfolyamok',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [list],
});

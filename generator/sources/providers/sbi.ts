/**
 * Central Bank of Iceland: króna mid rates in two groups of series, official rates and those of further currencies.
 * Longer than most because of fifty series that have numbers instead of codes.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { xml } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText } from '../feeds/spelling.ts';

/** Series have Icelandic names and no codes. The bolívar (3504) is left out: it may be any of the three. */
const OFFICIAL =
  '4052 ATS 4055 USD 4058 BEF 4061 DKK 4064 EUR 4067 FIM 4070 FRF 4073 GRD 4076 NLG 4079 IEP 4082 ITL 4085 JPY 4088 CAD ' +
  '4091 NOK 4094 PTE 4097 XDR 4100 ESP 4103 GBP 4106 CHF 4109 SEK 4112 DEM';
const FURTHER =
  '29 CNY 30 RUB 31 PLN 32 EEK 33 LVL 34 LTL 35 NGN 36 TWD 37 KRW 38 SRD 39 AUD 40 NZD 41 HKD 42 HUF 43 ILS 44 ZAR 45 SGD ' +
  '46 MXN 47 MTL 48 TRY 49 HRK 50 INR 51 BGN 52 CZK 53 BRL 74 THB 288 JMD 3503 SAR 19254 KWD';
const toCodes = (text: string) =>
  new Map([...text.matchAll(/\b(\d+) ([A-Z]{3})/g)].map(([, id = '', code = '']) => [id, code]));

const entry = z.object({ Date: z.string().regex(/^\d+\/\d+\/\d{4} 12:00:00 AM$/), Value: z.string() });
const series = z.object({
  '@ID': z.string(),
  Name: z.string(),
  Description: z.string().regex(/skráð (kaup|mið|sölu)gengi\.$/, 'not a buying, mid or selling rate'),
  TimeSeriesData: z.union([z.literal(''), z.object({ Entry: z.array(entry) })]),
});

/** Ended series stay in the list. Where one is missing between two others, part of the document is, and one has its days. */
function checkNumbers(numbers: readonly string[], codes: ReadonlyMap<string, string>): void {
  const known = [...codes.keys()];
  const places = numbers.flatMap((number) => (codes.has(number) ? [known.indexOf(number)] : []));
  const gap = places.findIndex((place, index) => index > 0 && place !== (places[index - 1] ?? 0) + 1);
  if (gap > 0) throw new DocumentError(`the series ${known[(places[gap - 1] ?? 0) + 1]} is missing between two others`);
}

const groupOf = (id: '7' | '9', name: string, codes: ReadonlyMap<string, string>) => {
  const daysOf = ({ from, to }: Span): FeedRequest => ({
    method: 'GET',
    url: `https://sedlabanki.is/xmltimeseries/Default.aspx?DagsFra=${from}&DagsTil=${to}&GroupID=${id}&Type=xml`,
  });
  return defineFeed({
    name,
    matches: new RegExp(`//sedlabanki\\.is/xmltimeseries/.*[?&]GroupID=${id}(&|$)`),
    latest: (today) => [daysOf({ from: addDays(today, -10), to: today })],
    between: (span) => toPages(span, 366).map((page) => ({ ...daysOf(page), mayBeAbsent: true })),
    read: xml('TimeSeries', 'Entry'),
    schema: z.object({ Group: z.object({ '@ID': z.literal(id), TimeSeries: z.array(series) }) }),
    *observe({ Group: group }) {
      checkNumbers(
        group.TimeSeries.map((one) => one['@ID']),
        codes,
      );
      for (const { '@ID': number, Name, Description, TimeSeriesData: days } of group.TimeSeries) {
        // The bank calls its mid rates official; its buying and selling series have had no entries for years.
        if (days === '' || !Description.endsWith(' miðgengi.')) continue;
        const base = codes.get(number) ?? `${Name} (${number})`;
        for (const { Date: midnight, Value } of days.Entry) {
          yield midOf({ date: dayOrText(midnight.replace(/ .*/, ''), 'MDY'), base, quote: 'ISK' }, Value);
        }
      }
    },
  });
};

export const sbi = defineProvider({
  code: 'SBI',
  description: 'Central Bank of Iceland',
  country: 'ICELAND',
  countryCode: 'IS',
  references: [{ from: '1981-01-01', currency: 'ISK' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'Atlantic/Reykjavik' },
  terms: {
    url: 'https://sedlabanki.is/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [groupOf('9', 'official rates', toCodes(OFFICIAL)), groupOf('7', 'further rates', toCodes(FURTHER))],
});

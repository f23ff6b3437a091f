/**
 * Bank of Israel: representative rates, shekels per unit. This adapter is longer than most because it has two feeds:
 * the series database, and the XML service that the database replaced.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { isoDate } from '../../wire/words/schemas.ts';
import { defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { csv, wholeLines, xml } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText, parseDay } from '../feeds/spelling.ts';

const TABLE = 'representative';
const ARCHIVE_FROM = isoDate.parse('2000-01-03');
const COLUMNS =
  'SERIES_CODE,FREQ,BASE_CURRENCY,COUNTER_CURRENCY,UNIT_MEASURE,DATA_TYPE,DATA_SOURCE,TIME_COLLECT,CONF_STATUS,PUB_WEBSITE,' +
  'UNIT_MULT,COMMENTS,TIME_PERIOD,OBS_VALUE,RELEASE_STATUS';
/** UNIT_MULT is a power of ten. */
const PER = { 0: '1', 1: '10', 2: '100', 3: '1000' } as const;
/**
 * CBK_L is a basket. The other four series ended in 2001: they are per 10, 10, 100 and 1000 units although UNIT_MULT
 * says 1, and BEL is the code of Belgium's financial franc.
 */
const LEFT_OUT: ReadonlySet<string> = new Set(['CBK_L', 'ATS', 'BEL', 'ESP', 'ITL']);

const seriesOf = ({ from, to }: Span): FeedRequest => ({
  method: 'GET',
  url:
    'https://edge.boi.gov.il/FusionEdgeServer/sdmx/v2/data/dataflow/BOI.STATISTICS/EXR/1.0/' +
    `?c%5BDATA_TYPE%5D=OF00&startperiod=${from}&endperiod=${to}&format=csv`,
});

const text = z.string();
const shekels = z.literal('ILS');
const kind = z.tuple([text, z.literal('D'), text, shekels, shekels, z.literal('OF00'), text, text, text, text]);
const row = z.tuple([...kind.def.items, z.enum(['0', '1', '2', '3']), text, text, text, text]);

const series = defineFeed({
  name: 'series',
  table: TABLE,
  matches: /\/BOI\.STATISTICS\/EXR\//,
  latest: (today) => [seriesOf({ from: addDays(today, -10), to: today })],
  between: (span) =>
    toPages(span, 366, { from: ARCHIVE_FROM }).map((page) => ({ ...seriesOf(page), mayBeAbsent: true })),
  read: wholeLines(csv()),
  schema: z.tuple([z.array(text).refine((names) => `${names}` === COLUMNS, `not ${COLUMNS}`)]).rest(row),
  *observe([, ...rows]) {
    for (const [, , base, quote, , , , , , , mult, , day, rate] of rows) {
      if (LEFT_OUT.has(base)) continue;
      yield midOf({ date: dayOrText(day, 'YMD'), base, quote, per: PER[mult] }, rate);
    }
  },
});

const currency = z.object({ UNIT: z.string(), CURRENCYCODE: z.string(), RATE: z.string() });
/** Has status 200 and means that there are no rates for the requested day. */
const refusal = z.strictObject({ REQUESTED_DATE: text, ERROR1: text, ERROR2: text, ERROR3: text });

const xmlLists = defineFeed({
  name: 'lists as XML',
  table: TABLE,
  matches: /\/currency\.xml\b/,
  latest: () => [],
  between: () => [],
  read: xml('CURRENCY'),
  schema: z.object({
    CURRENCIES: z.union([z.strictObject({ LAST_UPDATE: text, CURRENCY: z.array(currency) }), refusal]),
  }),
  isSilent: ({ CURRENCIES }) => 'ERROR1' in CURRENCIES,
  *observe({ CURRENCIES: list }) {
    if (!('CURRENCY' in list)) return;
    const date = parseDay(list.LAST_UPDATE, 'YMD');
    for (const { CURRENCYCODE: base, UNIT: per, RATE } of list.CURRENCY) {
      yield midOf({ date, base, quote: 'ILS', per }, RATE);
    }
  },
});

export const boi = defineProvider({
  code: 'BOI',
  description: 'Bank of Israel',
  country: 'ISRAEL',
  countryCode: 'IL',
  references: [{ from: ARCHIVE_FROM, currency: 'ILS' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '15:30', timeZone: 'Asia/Jerusalem' },
  terms: {
    url: 'https://www.boi.org.il/en/terms-of-use/',
    note: 'Name the Bank of Israel as the source. Commercial use needs its prior written consent.',
  },
  feeds: [series, xmlLists],
});

/**
 * Bank for International Settlements: units per dollar at the end of each month, collected from national sources for
 * 180 areas. Longer than most because of its columns, and of areas that share a currency.
 */
import { z } from 'zod';
import { addDays, endOfMonth } from '../../wire/words/calendar.ts';
import { defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { csv, wholeLines } from '../feeds/readers.ts';
import { toMonthPages } from '../feeds/spans.ts';
import { parseDay, toTable } from '../feeds/spelling.ts';

const SERIES = 'https://stats.bis.org/api/v2/data/dataflow/BIS/WS_XRU/1.0/M...E';
const monthsOf = ({ from, to }: Span): FeedRequest => ({
  method: 'GET',
  url: `${SERIES}?c%5BTIME_PERIOD%5D=ge:${from.slice(0, 7)}%2Ble:${to.slice(0, 7)}`,
  headers: { accept: 'application/vnd.sdmx.data+csv;version=1.0.0' },
  mayBeAbsent: true,
});

const COLUMNS =
  'DATAFLOW,FREQ,REF_AREA,CURRENCY,COLLECTION,TIME_PERIOD,OBS_VALUE,UNIT_MULT,DECIMALS,AVAILABILITY,TITLE,OBS_STATUS,OBS_PRE_BREAK,OBS_CONF';
const text = z.string();
const header = z.array(text).refine((names) => `${names}` === COLUMNS, `the column names are not ${COLUMNS}`);
/** M is monthly and E the end of the period; A would be its average. */
const row = z.tuple([
  z.literal('BIS:WS_XRU(1.0)'),
  z.literal('M'),
  z.string().regex(/^[A-Z\d]{2}$/),
  z.string().regex(/^[A-Z]{3}$/),
  z.literal('E'),
  z.string().regex(/^\d{4}-\d\d$/),
  text,
  z.literal('0'),
  ...([text, text, text, text, text, text] as const),
]);

/**
 * Areas that share a currency do not always repeat its figure: their histories are converted from different old
 * currencies. For each union we read the area that stands for all of it. data/redenominations.csv says what the labels
 * mean on which day.
 */
const ISSUERS = toTable('EUR XM, AUD AU, XOF WA, XAF CM, XCD AG');

const months = defineFeed({
  name: 'months',
  matches: /\/\/stats\.bis\.org\/api\/v2\/data\/dataflow\/BIS\/WS_XRU\/1\.0\/M\.\.\.E\?/,
  // Many areas are months behind the others.
  latest: (today) => [monthsOf({ from: addDays(today, -366), to: today })],
  between: (span) => toMonthPages(span, 12).map(monthsOf),
  read: wholeLines(csv()),
  schema: z.tuple([header]).rest(row),
  *observe([, ...rows]) {
    for (const [, , area, quote, , month, figure] of rows) {
      const date = endOfMonth(parseDay(`${month}-01`, 'YMD'));
      if (quote === 'USD' || (ISSUERS.get(quote) ?? area) !== area) continue;
      yield midOf({ date, base: 'USD', quote }, figure);
    }
  },
});

export const bis = defineProvider({
  code: 'BIS',
  description: 'Bank for International Settlements',
  country: 'INTERNATIONAL',
  countryCode: '',
  references: [{ from: '1900-01-01', currency: 'USD' }],
  timeSeries: true,
  bidAsk: false,
  monthly: true,
  schedule: { days: [1, 2, 3, 4, 5], time: '12:00', timeZone: 'Europe/Zurich', lagDaysMax: 45 },
  terms: {
    url: 'https://www.bis.org/terms_conditions.htm',
    note: 'The terms of the bank apply, which are at this address; we name the bank as the source.',
  },
  feeds: [months],
});

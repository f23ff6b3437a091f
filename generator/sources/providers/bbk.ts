/**
 * Deutsche Bundesbank: fixings of the Frankfurt exchange in marks, from the currency reform to the euro; none are new.
 * This adapter is longer than most because it checks nineteen columns and reads the unit from a title.
 */
import { z } from 'zod';
import { isoDate } from '../../wire/words/schemas.ts';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { csv, wholeSeries } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText } from '../feeds/spelling.ts';

const MARK_ERA: Span = { from: isoDate.parse('1948-06-21'), to: isoDate.parse('1998-12-30') };
const SERIES = 'https://api.statistiken.bundesbank.de/rest/data/BBEX3/D..DEM.AA.AC.000';
const COLUMNS =
  'DATAFLOW,BBK_STD_FREQ,BBK_STD_CURRENCY,BBK_ERX_PARTNER_CURRENCY,BBK_ERX_SERIES_TYPE,BBK_ERX_RATE_TYPE,BBK_ERX_SUFFIX,' +
  'TIME_PERIOD,OBS_VALUE,TIME_FORMAT,BBK_DECIMALS,BBK_ID,BBK_UNIT,BBK_UNIT_MULT,BBK_TITLE,WEB_CATEGORY,BBK_COMM_GEN,BBK_DIFF,OBS_STATUS';

const fixingsOf = ({ from, to }: Span): FeedRequest => ({
  method: 'GET',
  url: `${SERIES}?startPeriod=${from}&endPeriod=${to}&format=sdmx_csv`,
  mayBeAbsent: true,
});

const text = z.string();
/** AA is the Frankfurt exchange and AC its mid rate. The other columns are not used. */
const [daily, mark, frankfurt, mid] = [z.literal('D'), z.literal('DEM'), z.literal('AA'), z.literal('AC')];
const series = [text, daily, text, mark, frankfurt, mid, z.literal('000')] as const;
const figure = [text, text, text, text, text, mark, z.literal('0'), text, text, text, text, text] as const;
const row = z.tuple([...series, ...figure]);

/** BBK_UNIT_MULT is always 0. Only the title says that lire are per thousand: `/ 1 000 ITL = ... DEM /`. */
function perOf(title: string, currency: string): string {
  const [, per, code] = /\/ (\d{1,3}(?: \d{3})*) ([A-Z]{3}) = \.\.\. DEM \//.exec(title) ?? [];
  if (per === undefined || code !== currency)
    throw new DocumentError(`the title does not state the unit of ${currency}: ${JSON.stringify(title)}`);
  return per.replaceAll(' ', '');
}

const fixings = defineFeed({
  name: 'fixings',
  matches: /\/rest\/data\/BBEX3\/D\.\.DEM\.AA\.AC\.000\?/,
  latest: () => [],
  between: (span) => toPages(span, 366, MARK_ERA).map(fixingsOf),
  read: wholeSeries(csv(';', 'dropped')),
  schema: z.tuple([z.array(text).refine((names) => `${names}` === COLUMNS, `not ${COLUMNS}`)]).rest(row),
  *observe([, ...rows]) {
    for (const [, , base, , , , , day, rate, , , , , , title] of rows) {
      const per = perOf(title, base);
      if (rate !== '' && rate !== '.') yield midOf({ date: dayOrText(day, 'YMD'), base, quote: 'DEM', per }, rate);
    }
  },
});

export const bbk = defineProvider({
  code: 'BBK',
  description: 'Deutsche Bundesbank',
  country: 'GERMANY',
  countryCode: 'DE',
  references: [{ from: MARK_ERA.from, currency: 'DEM' }],
  timeSeries: true,
  bidAsk: false,
  obsolete: true,
  schedule: { days: [1, 2, 3, 4, 5], time: '13:00', timeZone: 'Europe/Berlin' },
  terms: {
    url: 'https://www.bundesbank.de/de/startseite/benutzerhinweise/nutzungsbedingungen-fuer-den-allgemeinen-gebrauch-der-website-763554',
    note: 'Name the source: Deutsche Bundesbank.',
  },
  feeds: [fixings],
});

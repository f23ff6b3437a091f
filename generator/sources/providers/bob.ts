/**
 * Bank of Botswana: foreign units per pula since 2001, in one file. Longer than most because some rows of that file
 * cannot be used.
 */
import { z } from 'zod';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { csv } from '../feeds/readers.ts';
import { dayOrText, withoutZero } from '../feeds/spelling.ts';

const FILE: FeedRequest = {
  method: 'GET',
  url: 'https://www.bankofbotswana.bw/export/exchange-rates.csv?_format=csv&page',
};
const COLUMNS = 'Date,CHN,EUR,GBP,USD,SDR,YEN,ZAR';
const QUOTES = ['CNY', 'EUR', 'GBP', 'USD', 'XDR', 'JPY', 'ZAR'];
/**
 * Rows that are left out. Three days are stated twice with different figures; the row of 9 February 2019, a Saturday,
 * stands between 30 August and 3 September; and on 3 January 2001 the figures stand in the wrong columns, since a
 * euro was not 1.4117 to the pula.
 */
const SPOILT: ReadonlySet<string> = new Set('2018-01-17 2018-10-23 2019-08-13 2019-02-09 2001-01-03'.split(' '));

/** The last line has no end, so a figure is recognised as whole by its four decimals. */
const figure = z
  .string()
  .regex(/^\d+\.\d{4}$/)
  .transform(withoutZero);
const header = z.array(z.string()).refine((names) => `${names}` === COLUMNS, `the column names are not ${COLUMNS}`);
const row = z.tuple([z.string(), figure, figure, figure, figure, figure, figure, figure]);

/** The first day with a renminbi. An earlier figure belongs to another column. */
const FIRST_CNY = '2016-10-03';

/** The archive begins with it, in the middle of the rows. */
const FIRST_DAY = '04 Jan 2001';

/** Rows are in no particular order, and 0.0000 where there was no rate: before October 2016 for the renminbi. */
const whole = defineFeed({
  name: 'whole',
  matches: /\/\/www\.bankofbotswana\.bw\/export\/exchange-rates\.csv\?_format=csv&page$/,
  wholeArchive: true,
  latest: () => [FILE],
  between: () => [FILE],
  read: csv(),
  schema: z
    .tuple([header])
    .rest(row)
    .refine((rows) => rows.some(([day]) => day === FIRST_DAY), `${FIRST_DAY} is missing: the document was truncated`),
  *observe([, ...rows]) {
    for (const [day, ...figures] of rows) {
      const date = dayOrText(day, 'DMY');
      if (SPOILT.has(date)) continue;
      const [cny, eur, gbp] = figures;
      // A pula has always bought more euros than pounds; both have four decimals behind a single digit.
      if ((cny !== '' && date < FIRST_CNY) || eur < gbp) throw new DocumentError(`${day}: the columns changed places`);
      for (const [index, quote] of QUOTES.entries()) {
        const mid = figures[index] ?? '';
        if (mid !== '') yield midOf({ date, base: 'BWP', quote }, mid);
      }
    }
  },
});

export const bob = defineProvider({
  code: 'BOB',
  description: 'Bank of Botswana',
  country: 'BOTSWANA',
  countryCode: 'BW',
  references: [{ from: '2001-01-03', currency: 'BWP' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '12:00', timeZone: 'Africa/Gaborone' },
  terms: {
    url: 'https://www.bankofbotswana.bw/exchange-rates',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [whole],
});

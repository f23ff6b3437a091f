/**
 * Federal Reserve Board: G.5 monthly averages of the noon rates, each column in the direction in which New York
 * quotes it. The file is longer than most because six header rows describe the columns, and each of them is checked.
 */
import { z } from 'zod';
import { endOfMonth } from '../../wire/words/calendar.ts';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, type Keys, midOf } from '../feeds/provider.ts';
import { csv } from '../feeds/readers.ts';
import { parseDay, toMonthFirst } from '../feeds/spelling.ts';

/** The download service's identifier of a selection of series. It is not secret, but must be created there first. */
const SELECTION = 'FED_G5_SERIES';

const monthsOf = (query: string, keys: Keys): FeedRequest => ({
  method: 'GET',
  url:
    `https://www.federalreserve.gov/datadownload/Output.aspx?rel=H10&series=${keys[SELECTION] ?? ''}&${query}` +
    '&filetype=csv&label=include&layout=seriescolumn',
});

/** Some row names end in a blank. */
const rowOf = (name: string, cell: z.ZodType<string>) => z.tuple([z.string().trim().pipe(z.literal(name))]).rest(cell);
const header = [
  rowOf('Series Description', z.string()),
  rowOf('Unit:', z.string().regex(/^Currency:_Per_[A-Z]{3}$/)),
  // The header gives the pound a multiplier of a hundredth, although its figures are dollars: 1.6404 in January 2000.
  rowOf('Multiplier:', z.enum(['1', '0.00999999978'])),
  rowOf('Currency:', z.string().regex(/^[A-Z]{3}$/)),
  rowOf('Unique Identifier:', z.string()),
  // M is the monthly average, B would be the daily rate.
  rowOf('Time Period', z.string().regex(/_N\.M\.[A-Z]{2}$/)),
] as const;
/** The last line has no line feed, so only the number of its decimals says that the last figure is whole. */
const month = z
  .tuple([z.string().regex(/^\d{4}-\d\d$/)])
  .rest(z.string().regex(/^(\d+\.\d{4}|ND)?$/, 'not a figure with four decimals'));

/** `Currency:` is the currency of the figures, US dollars in four columns, per one of the currency in `Unit:`. */
const averages = defineFeed({
  name: 'monthly averages',
  matches: /\/datadownload\/Output\.aspx\?rel=H10\b/i,
  keys: [SELECTION],
  latest: (_, keys) => [monthsOf('lastobs=3&from=&to=', keys)],
  between: ({ from, to }, keys) => {
    const days = `from=${toMonthFirst(from)}&to=${toMonthFirst(to)}`;
    return [{ ...monthsOf(`lastobs=&${days}`, keys), mayBeAbsent: true }];
  },
  read: csv(),
  schema: z.tuple([...header]).rest(month),
  *observe([, [, ...units], , [, ...quotes], , [, ...names], ...months]) {
    for (const [day, ...figures] of months) {
      const date = endOfMonth(parseDay(`${day}-01`, 'YMD'));
      if (figures.length !== names.length) throw new DocumentError(`${day}: not one figure for each column`);
      for (const [index, figure] of figures.entries()) {
        const [base = '', quote = ''] = [units[index]?.replace('Currency:_Per_', ''), quotes[index]];
        if (figure !== '' && figure !== 'ND') yield midOf({ date, base, quote }, figure);
      }
    }
  },
});

export const fed = defineProvider({
  code: 'FED',
  description: 'Board of Governors of the Federal Reserve System',
  country: 'UNITED STATES',
  countryCode: 'US',
  references: [{ from: '1971-01-31', currency: 'USD' }],
  timeSeries: true,
  bidAsk: false,
  monthly: true,
  caveat: 'known from a saved copy of 2020; no answer to a request for a selection of series was recorded',
  schedule: { days: [1, 2, 3, 4, 5], time: '16:15', timeZone: 'America/New_York', lagDaysMax: 5 },
  terms: {
    url: 'https://www.federalreserve.gov/disclaimer.htm',
    note: 'In the public domain; the Board asks to be named as the source.',
  },
  feeds: [averages],
});

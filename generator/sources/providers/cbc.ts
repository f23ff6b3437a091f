/**
 * Central Bank of the Republic of China (Taiwan): dollar rates since 1993, each column titled with its direction. The file
 * is a few lines longer than most because the titles are a list of their own.
 */
import { z } from 'zod';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { dayOrText } from '../feeds/spelling.ts';

const TABLE: FeedRequest = { method: 'GET', url: 'https://cpx.cbc.gov.tw/API/DataAPI/Get?FileName=BP01D01' };

/** `新台幣NTD/USD` is Taiwan dollars per US dollar, `英鎊USD/GBP` US dollars per pound. */
const title = z.object({ data: z.string() }).transform(({ data }, context) => {
  const [, quote, base] = /([A-Z]{3})\/([A-Z]{3})$/.exec(data) ?? [];
  if (quote !== undefined && base !== undefined) return { base, quote: quote === 'NTD' ? 'TWD' : quote };
  context.addIssue({ code: 'custom', message: `the title names no pair of currencies: ${data.slice(0, 40)}` });
  return z.NEVER;
});

/**
 * The titles are a separate list, without one for the date, which is the first cell of a row. Errors of the source are
 * relayed: its Canadian dollar of 2010-09-03 is 1.2782, between 1.0522 and 1.0376 on the days around it.
 */
const table = defineFeed({
  name: 'table',
  wholeArchive: true,
  matches: /\/\/cpx\.cbc\.gov\.tw\/API\/DataAPI\/Get\?FileName=BP01D01$/i,
  latest: () => [TABLE],
  between: () => [TABLE],
  read: json,
  schema: z.object({
    data: z.object({
      dataSets: z.array(z.array(z.string())),
      structure: z.object({ Table1: z.array(title) }),
    }),
  }),
  *observe({ data: { dataSets, structure } }) {
    for (const [day = '', ...figures] of dataSets) {
      const date = dayOrText(day.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'), 'YMD');
      if (figures.length !== structure.Table1.length) throw new DocumentError(`${date}: not one figure for each title`);
      for (const [index, pair] of structure.Table1.entries()) {
        const mid = figures[index] ?? '-';
        if (mid !== '-') yield midOf({ date, ...pair }, mid);
      }
    }
  },
});

export const cbc = defineProvider({
  code: 'CBC',
  description: 'Central Bank of the Republic of China (Taiwan)',
  country: 'TAIWAN',
  countryCode: 'TW',
  references: [{ from: '1993-01-05', currency: 'USD' }],
  timeSeries: true,
  bidAsk: false,
  // A month's rates appear together at the start of the next month, or later around the lunar new year.
  schedule: { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'Asia/Taipei', lagDaysMax: 45 },
  terms: {
    url: 'https://cpx.cbc.gov.tw/',
    note: 'For study and reference, says the table itself; no terms of reuse are known to us. We name the source.',
  },
  feeds: [table],
});

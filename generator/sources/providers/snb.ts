/** Swiss National Bank: francs per unit at the end of each month, from the cube of monthly rates. */
import { z } from 'zod';
import { addDays, endOfMonth } from '../../wire/words/calendar.ts';
import { defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { checkEvenDays, csv, wholeLines } from '../feeds/readers.ts';
import { parseDay } from '../feeds/spelling.ts';

/** A series joins code and unit: JPY100 is francs per hundred yen. M1 is the end of a month, and M0 its average. */
const SERIES = ['EUR1', 'GBP1', 'USD1', 'BRL100', 'ZAR1', 'JPY100', 'HKD100'];
const UNIT = /^([A-Z]{3})(1|10|100|1000)$/;

const monthsOf = ({ from, to }: Span): FeedRequest => {
  const query = `fromDate=${from.slice(0, 7)}&toDate=${to.slice(0, 7)}&dimSel=D0(M1),D1(${SERIES})`;
  return { method: 'GET', url: `https://data.snb.ch/api/cube/devkum/data/csv/en?${query}` };
};

const text = z.string();
const row = z.tuple([text.regex(/^\d{4}-\d\d$/), z.literal('M1'), text.regex(UNIT), text]);

const months = defineFeed({
  name: 'end of month',
  matches: /\/api\/cube\/devkum\/data\/csv\/en\?/,
  latest: (today) => [monthsOf({ from: addDays(today, -100), to: today })],
  between: (span) => [{ ...monthsOf(span), mayBeAbsent: true }],
  read: wholeLines(csv(';', 'dropped')),
  schema: z
    .tuple([
      z.tuple([z.literal('CubeId'), z.literal('devkum')]),
      z.tuple([z.literal('PublishingDate'), text]),
      z.tuple([z.literal('Date'), z.literal('D0'), z.literal('D1'), z.literal('Value')]),
    ])
    .rest(row),
  *observe([, , , ...rows]) {
    checkEvenDays(rows.map(([month]) => month));
    for (const [month, , series, figure] of rows) {
      const [, base = '', per = ''] = UNIT.exec(series) ?? [];
      const date = endOfMonth(parseDay(`${month}-01`, 'YMD'));
      if (figure !== '') yield midOf({ date, base, quote: 'CHF', per }, figure);
    }
  },
});

export const snb = defineProvider({
  code: 'SNB',
  description: 'Swiss National Bank',
  country: 'SWITZERLAND',
  countryCode: 'CH',
  references: [{ from: '1914-01-31', currency: 'CHF' }],
  timeSeries: true,
  bidAsk: false,
  monthly: true,
  schedule: { days: [1, 2, 3, 4, 5], time: '14:30', timeZone: 'Europe/Zurich', lagDaysMax: 5 },
  terms: {
    url: 'https://data.snb.ch/en/terms-of-use',
    note: 'No terms of reuse are known to us beyond the terms at the address. We name the source.',
  },
  feeds: [months],
});

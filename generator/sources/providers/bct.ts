/**
 * Central Bank of Tunisia: interbank mean rates, in dinars for the units of a column, one page for each day. Longer than
 * most because two tables look alike and only the heading tells the day.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { parseTable } from '../feeds/faulty-rows.ts';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { htmlTables, text } from '../feeds/readers.ts';
import { toDays } from '../feeds/spans.ts';
import { parseDay, toPoint } from '../feeds/spelling.ts';

const WORKDAYS = [1, 2, 3, 4, 5];
const HEADER = 'Monnaie,Sigle,Unité,Valeur';
const names = z.array(z.string()).refine((cells) => `${cells}` === HEADER, `the column names are not ${HEADER}`);
const price = z.string().transform(toPoint);
const row = z.tuple([z.string(), z.string().regex(/^[A-Z]{3}$/), z.string().regex(/^10{0,3}$/), price]);

const pageOf = (day: IsoDate): FeedRequest => ({
  method: 'POST',
  url: 'https://www.bct.gov.tn/bct/siteprod/cours_archiv.jsp',
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    referer: 'https://www.bct.gov.tn/bct/siteprod/cours_archiv.jsp',
  },
  body: `input=${day}&langue=_AN`,
});

/**
 * The second table has rates for banknotes in the same columns. On a day without rates the page is that of another day,
 * which its heading names, or the text of an error of the database.
 */
const daily = defineFeed({
  name: 'daily',
  matches: /\/\/www\.bct\.gov\.tn\/bct\/siteprod\/cours_archiv\.jsp$/,
  latest: (today) => toDays({ from: addDays(today, -6), to: today }, WORKDAYS).map(pageOf),
  between: (span) => toDays(span, WORKDAYS).map(pageOf),
  read: (answer) => ({ page: text(answer), tables: htmlTables(answer) }),
  schema: z.object({ page: z.string(), tables: z.array(z.unknown()) }),
  isSilent: ({ page, tables }) => tables.length === 0 && page.includes('Exhausted Resultset'),
  *observe({ page, tables }) {
    const heading = page.indexOf('Marché des Changes interbancaire<');
    const [, day] = />Journée du (\d\d\/\d\d\/\d{4})&nbsp;/.exec(page.slice(heading + 1)) ?? [];
    if (heading < 0 || day === undefined || tables.length !== 2)
      throw new DocumentError('not a day with its two tables');
    const [, ...rows] = parseTable(z.tuple([names]).rest(row), tables[0]);
    for (const [, base, per, figure] of rows)
      yield midOf({ date: parseDay(day, 'DMY'), base, quote: 'TND', per }, figure);
  },
});

export const bct = defineProvider({
  code: 'BCT',
  description: 'Central Bank of Tunisia',
  country: 'TUNISIA',
  countryCode: 'TN',
  references: [{ from: '2004-12-23', currency: 'TND' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: WORKDAYS, time: '18:00', timeZone: 'Africa/Tunis' },
  terms: {
    url: 'https://www.bct.gov.tn/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [daily],
});

/**
 * Da Afghanistan Bank: buying and selling rates by transfer, in afghanis per unit, one page for each day. Below the
 * rates of the day, the page has the averages of a month in the same columns. The file is longer than most because of
 * that table and of the bank's own names of currencies.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { parseTable } from '../feeds/faulty-rows.ts';
import { DocumentError, defineFeed, defineProvider, type FeedRequest } from '../feeds/provider.ts';
import { htmlTables, text } from '../feeds/readers.ts';
import { toDays } from '../feeds/spans.ts';
import { parseDay, withoutZero } from '../feeds/spelling.ts';

/** Saturday to Thursday: Friday is the day of rest. */
const WORKDAYS = [1, 2, 3, 4, 6, 7];
const HEADER = 'Currency,Cash (Sell),Cash (Buy),Transfer (Sell),Transfer (Buy)';
/** A toman is ten rials. */
const TOMAN = 'IRAN Toman';
const CODES = new Map([
  ['USD$', 'USD'],
  ['EURO€', 'EUR'],
  ['POUND£', 'GBP'],
  ['SWISS₣', 'CHF'],
  ['INDIAN Rs.', 'INR'],
  ['PAKISTAN Rs.', 'PKR'],
  [TOMAN, 'IRR'],
  ['CNY¥', 'CNY'],
  ['UAE DIRHAM', 'AED'],
  ['SAUDI RIYAL', 'SAR'],
]);
const price = z.string().transform(withoutZero);
const rates = z
  .tuple([z.array(z.string()).refine((names) => `${names}` === HEADER, `the column names are not ${HEADER}`)])
  .rest(z.tuple([z.string(), price, price, price, price]));

const pageOf = (date: IsoDate): FeedRequest => ({
  method: 'GET',
  url: `https://www.dab.gov.af/exchange-rates?field_date_value=${date}`,
  mayBeAbsent: true,
});

/** The page has two tables with the same columns: the rates of the day, then the averages of a past month. */
const daily = defineFeed({
  name: 'daily',
  matches: /\/\/www\.dab\.gov\.af\/exchange-rates\?field_date_value=/,
  latest: (today) => toDays({ from: addDays(today, -6), to: today }, WORKDAYS).map(pageOf),
  between: (span) => toDays(span, WORKDAYS).map(pageOf),
  read: (answer) => ({ page: text(answer), tables: htmlTables(answer) }),
  schema: z.object({ page: z.string(), tables: z.array(z.unknown()) }),
  *observe({ page, tables }) {
    const [day = '', ...averages] = page.split('Average Rates');
    const isListed = day.includes('<table');
    if (!isListed && day.includes('There were no results.')) return;
    if (!isListed || averages.length === 0) throw new DocumentError('there is no table of a day before the averages');
    const [, ...rows] = parseTable(rates, tables[0]);
    const date = parseDay(/Last updated: (\d{1,2} \w+ \d{4})</.exec(day)?.[1] ?? '', 'DMY');
    for (const [label, , , ask, bid] of rows) {
      const per = label === TOMAN ? '10' : '1';
      if (`${bid}${ask}` !== '')
        yield { date, base: CODES.get(label) ?? label, quote: 'AFN', per, unit: '', mid: '', bid, ask };
    }
  },
});

export const dab = defineProvider({
  code: 'DAB',
  description: 'Da Afghanistan Bank',
  country: 'AFGHANISTAN',
  countryCode: 'AF',
  references: [{ from: '2019-03-31', currency: 'AFN' }],
  timeSeries: true,
  bidAsk: true,
  schedule: { days: WORKDAYS, time: '10:00', timeZone: 'Asia/Kabul' },
  terms: {
    url: 'https://www.dab.gov.af/exchange-rates',
    note: 'The page claims all rights; no terms of reuse are known to us. We name the source.',
  },
  feeds: [daily],
});

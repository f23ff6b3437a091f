/**
 * National Bank of Cambodia: riels per dollar, set officially, and cross rates with bid, ask and average. The form
 * wants a token from its own page, and the dollar stands outside the table. That makes the file longer than most.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { parseTable } from '../feeds/faulty-rows.ts';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, type Keys, midOf } from '../feeds/provider.ts';
import { captured, htmlTables, text } from '../feeds/readers.ts';
import { toDays } from '../feeds/spans.ts';
import { parseDay } from '../feeds/spelling.ts';

const FORM = 'https://www.nbc.gov.kh/english/economic_research/exchange_rate.php';
const WORKDAYS = [1, 2, 3, 4, 5];
/** The bank works on Saturdays now and then; on the others the page says in words that there is nothing. */
const ASKED_DAYS = [...WORKDAYS, 6];

/** Without a date, the page shows the next working day: on Friday 2026-05-22 it shows Monday the 25th. */
const NEWEST: FeedRequest = { method: 'GET', url: FORM };

const pageOf = (date: IsoDate, keys: Keys): FeedRequest => ({
  method: 'POST',
  url: FORM,
  headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: keys.cookie ?? '', referer: FORM },
  body: `${new URLSearchParams({ exdate: date, tk: keys.token ?? '', view: 'View' })}`,
  mayBeAbsent: true,
});

const HEADER = 'Currency,Symbol,Unit,Bid,Ask,Average';
const figure = z.string();
const titles = z
  .tuple([z.tuple([z.string()]), z.tuple([z.string()])])
  .rest(z.unknown())
  .transform(([[day], [dollar]]) => ({
    date: parseDay(/^Exchange Rate on : (\d{4}-\d\d-\d\d)$/.exec(day)?.[1] ?? day, 'YMD'),
    dollar: /^Official Exchange Rate : (\d+(\.\d+)?) KHR \/ USD$/.exec(dollar)?.[1] ?? '',
  }))
  .refine(({ dollar }) => dollar !== '', 'no official rate of the dollar');
const rates = z
  .tuple([z.array(z.string()).refine((names) => `${names}` === HEADER, `the column names are not ${HEADER}`)])
  .rest(z.tuple([z.string(), z.string().regex(/^[A-Z]{3}\/KHR$/), figure, figure, figure, figure]));

const daily = defineFeed({
  name: 'daily',
  matches: /\/english\/economic_research\/exchange_rate\.php$/,
  // The site's firewall sometimes answers 403, and lets the next attempt pass.
  passing: [403],
  pauseMs: 500,
  session: {
    request: NEWEST,
    // A token is good for one day's list.
    renewAfter: 1,
    toKeys: (page) => ({
      token: captured(page, /name="tk" value="([^"]+)"/),
      cookie: (page.cookies ?? []).join('; '),
    }),
  },
  latest: (today, keys) => {
    const past = toDays({ from: addDays(today, -6), to: today }, ASKED_DAYS).toReversed();
    return [NEWEST, ...past.map((day) => pageOf(day, keys))];
  },
  between: (span, keys) => toDays(span, ASKED_DAYS).map((day) => pageOf(day, keys)),
  read: (answer) => ({ page: text(answer), tables: htmlTables(answer) }),
  schema: z.object({ page: z.string(), tables: z.array(z.unknown()) }),
  isSilent: ({ page }) => page.includes('There is no data available'),
  *observe({ tables }) {
    // The first table holds the page together; the second has the titles, and the third the rates.
    const { date, dollar } = parseTable(titles, tables[1]);
    const [, ...rows] = parseTable(rates, tables[2]);
    if (rows.length === 0) throw new DocumentError('the table of cross rates is empty');
    yield midOf({ date, base: 'USD', quote: 'KHR' }, dollar);
    for (const [, symbol, per, bid, ask, mid] of rows) {
      const label = symbol.slice(0, 3);
      // CNH, the yuan traded abroad, has no code of ISO 4217.
      if (label === 'CNH') continue;
      yield { date, base: label === 'SDR' ? 'XDR' : label, quote: 'KHR', per, unit: '', mid, bid, ask };
    }
  },
});

export const nbc = defineProvider({
  code: 'NBC',
  description: 'National Bank of Cambodia',
  country: 'CAMBODIA',
  countryCode: 'KH',
  references: [{ from: '2008-01-14', currency: 'KHR' }],
  timeSeries: true,
  bidAsk: true,
  // Holidays at the Khmer New Year and Pchum Ben put the next business day a week ahead.
  schedule: { days: WORKDAYS, time: '16:30', timeZone: 'Asia/Phnom_Penh', leadDaysMax: 7 },
  setBefore: 'Rates are published at about 16:30 for the next working day.',
  terms: {
    url: FORM,
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [daily],
});

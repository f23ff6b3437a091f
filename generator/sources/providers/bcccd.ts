/**
 * Central Bank of the Congo: francs per unit. The page of its rates has the histories of all currencies, buying, average
 * and selling; a page for each day since October 2020 has the average of ten of them. Longer than most because of these
 * two.
 */
import { z } from 'zod';
import { laterOf, parseIsoDate } from '../../wire/words/calendar.ts';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { json, text } from '../feeds/readers.ts';
import { toDays } from '../feeds/spans.ts';
import { dayOrText, parseDay, toPoint, withoutZero } from '../feeds/spelling.ts';

const SITE = 'https://www.bcc.cd/marche-des-changes/cours-de-change';
/** Asked like this, the page answers with its data: lines of JSON, each after its number. */
const PAGE: FeedRequest = { method: 'GET', url: SITE, headers: { rsc: '1' } };

/** The histories are objects of flat lists, for the table and again for the chart. */
const HISTORY = /"history":(\{(?:"[A-Z]{3}":\[[^\][]*\],?)+\})/g;

const figure = z.string().nullable().default(null);
const rate = z
  .object({ date: z.string(), buy: figure, average: figure, sell: figure, unit: z.string().default('1') })
  .refine(({ buy, sell }) => (buy === null) === (sell === null), 'buying without selling, or the other way round');
const histories = z.array(z.record(z.string().regex(/^[A-Z]{3}$/), z.array(rate))).min(1, 'there is no history');

/** Until August 2025 it has one day a week. If a day is stated twice, the later entry holds. */
const history = defineFeed({
  name: 'history',
  matches: /\/\/www\.bcc\.cd\/marche-des-changes\/cours-de-change$/,
  wholeArchive: true,
  latest: () => [PAGE],
  between: () => [PAGE],
  read: (answer) =>
    [...z.string().parse(text(answer)).matchAll(HISTORY)].map(([, found = '']) =>
      json({ ...answer, bytes: Buffer.from(found), contentType: 'application/json; charset=utf-8' }),
    ),
  schema: histories,
  *observe(documents) {
    const codes = new Map(documents.flatMap((one) => Object.entries(one)));
    for (const [base, entries] of codes) {
      const days = new Map(entries.map((entry) => [entry.date, entry]));
      for (const { date: day, buy, average, sell, unit: per } of days.values()) {
        if (average === null) continue;
        const sides = { mid: average, bid: buy ?? '', ask: sell ?? '' };
        yield { date: dayOrText(day, 'YMD'), base, quote: 'CDF', per, unit: '', ...sides };
      }
    }
  },
});

/** The oldest page of a day. */
const FIRST_PAGE = parseIsoDate('2020-10-12');
const WORKDAYS = [1, 2, 3, 4, 5];
const MEAN = '(cours moyen)';
const ROW = /<dt[^<>]*>\s*([A-Z]{3}) \(cours moyen\)\s*<\/dt>\s*<dd[^<>]*>([^<]*)<\/dd>/g;

/** `2265.71`, and on older pages `2 630,6300`. `collect` leaves out a row with another text. */
function toFigure(written: string): string {
  const plain = written.replaceAll('&nbsp;', ' ').trim();
  if (/^\d{1,3}([ \u00a0\u202f]\d{3})*,\d+$/.test(plain)) return toPoint(plain.replaceAll(/\s/g, ''));
  return plain;
}

/** Only the address states the day. A page without rows, or a 404, means that the day has no list. */
const pages = defineFeed({
  name: 'pages of days',
  matches: /\/marche-des-changes\/cours-de-change\/\d{4}-\d\d-\d\d$/,
  pauseMs: 500,
  latest: () => [],
  between: ({ from, to }) =>
    toDays({ from: laterOf(from, FIRST_PAGE), to }, WORKDAYS).map((day) => {
      return { method: 'GET', url: `${SITE}/${day}`, mayBeAbsent: true };
    }),
  read: text,
  schema: z
    .string()
    .regex(/<article[\s>]/, 'not a page of the bank')
    .regex(/<\/html>\s*$/, 'the page was truncated'),
  isSilent: (page) => !page.includes(MEAN),
  *observe(page, { request }) {
    const date = parseDay(request.url.slice(-10), 'YMD');
    const rows = [...page.matchAll(ROW)];
    if (rows.length !== page.split(MEAN).length - 1) throw new DocumentError(`${date}: a row in another form`);
    for (const [, base = '', written = ''] of rows) {
      const mid = withoutZero(toFigure(written));
      if (mid !== '') yield midOf({ date, base, quote: 'CDF' }, mid);
    }
  },
});

export const bcccd = defineProvider({
  code: 'BCCCD',
  description: 'Central Bank of the Congo',
  country: 'CONGO (THE DEMOCRATIC REPUBLIC OF THE)',
  countryCode: 'CD',
  references: [{ from: '1998-07-01', currency: 'CDF' }],
  timeSeries: true,
  bidAsk: true,
  schedule: { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'Africa/Kinshasa' },
  terms: {
    url: SITE,
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [history, pages],
});

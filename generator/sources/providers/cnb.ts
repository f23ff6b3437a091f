/**
 * Czech National Bank: mid rates in koruny per 1, 100 or 1000 units, as a field states. The file is longer than most
 * because one list has two forms.
 */
import { z } from 'zod';
import { addDays, laterOf } from '../../wire/words/calendar.ts';
import { isoDate } from '../../wire/words/schemas.ts';
import { defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { csv, json, wholeLines } from '../feeds/readers.ts';
import { toYears } from '../feeds/spans.ts';
import { dayOrText, parseDay, toPoint } from '../feeds/spelling.ts';

const TABLE = 'daily';
/** The lists of 1991 and 1992 are in Czechoslovak koruny, which the bank's archive labels CZK as well. */
const CZECH_FROM = isoDate.parse('1993-01-01');
const text = z.string();

/** In the first days of January the list of the year may still be empty. */
const ofYear = (year: string, today: string): FeedRequest => ({
  method: 'GET',
  url: `https://api.cnb.cz/cnbapi/exrates/daily-year?lang=EN&year=${year}`,
  ...(today < `${year}-01-08` ? { mayBeAbsent: true } : {}),
});

const fixed = z.object({ currencyCode: text, amount: text, validFor: text, rate: text });

const years = defineFeed({
  name: 'years',
  table: TABLE,
  matches: /\/\/api\.cnb\.cz\/cnbapi\/exrates\/daily-year\?/,
  latest: (today) => toYears({ from: addDays(today, -7), to: today }).map((year) => ofYear(year, today)),
  between: ({ from, to }) => toYears({ from: laterOf(from, CZECH_FROM), to }).map((year) => ofYear(year, to)),
  read: json,
  schema: z.object({ rates: z.array(fixed) }),
  *observe({ rates }) {
    for (const { currencyCode: base, amount: per, validFor, rate } of rates) {
      yield midOf({ date: dayOrText(validFor, 'YMD'), base, quote: 'CZK', per }, rate);
    }
  },
});

/**
 * A title such as `05.04.2016 #65`, column names, then country|currency|amount|code|rate with decimal commas. Countries
 * are in the order of their Czech names, and Velká Británie is the last.
 */
const daily = defineFeed({
  name: 'daily text',
  table: TABLE,
  matches: /\/kurzy_devizoveho_trhu\/denni_kurz\.txt/,
  latest: () => [],
  between: () => [],
  read: wholeLines(csv('|')),
  schema: z
    .tuple([z.tuple([text.regex(/^\d\d\.\d\d\.\d{4} #\d+$/)]), z.array(text)])
    .rest(z.tuple([text, text, text, text, text]))
    .refine((rows) => rows.at(-1)?.[3] === 'GBP', 'the last row is not the pound: the document was truncated'),
  *observe([[title], , ...rows]) {
    const date = parseDay(title.slice(0, 10), 'DMY');
    for (const [, , per, base, rate] of rows) yield midOf({ date, base, quote: 'CZK', per }, toPoint(rate));
  },
});

export const cnb = defineProvider({
  code: 'CNB',
  description: 'Czech National Bank',
  country: 'CZECH REPUBLIC',
  countryCode: 'CZ',
  references: [{ from: CZECH_FROM, currency: 'CZK' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '14:30', timeZone: 'Europe/Prague' },
  terms: {
    url: 'https://www.cnb.cz/en/footer/general-terms-and-conditions/',
    note: 'Name the Czech National Bank as the source.',
  },
  feeds: [years, daily],
});

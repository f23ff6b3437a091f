/**
 * Palestine Monetary Authority: 25 pairs with two sides and a mean, four of them in shekels and the others against
 * the dollar. Longer than most because the form wants a field whose very name is new each time.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import {
  DocumentError,
  defineFeed,
  defineProvider,
  type FeedRequest,
  type Keys,
  type Span,
} from '../feeds/provider.ts';
import { captured } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText, plainOrText } from '../feeds/spelling.ts';
import { sheetOf, workbook } from '../feeds/workbook.ts';

const FORM = 'https://wcur.pma.ps/ar/webtools/currency/export';

const daysOf = ({ from, to }: Span, keys: Keys): FeedRequest => ({
  method: 'POST',
  url: FORM,
  headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: keys.cookie ?? '' },
  body: `${new URLSearchParams({ from, to, ...(keys.field ? { [keys.field]: keys.value ?? '' } : {}) })}`,
});

/** Date, currency, buying, selling, mean. All cells are texts. */
const HEADER = 'التاريخ,العملة,الشراء,البيع,الوسطي';
const text = z.string();
const price = text.transform((figure) => plainOrText(figure.replaceAll(' ', '')));
const row = z.tuple([text.regex(/^\d{4}\/\d\d\/\d\d$/), text, price, price, price]);

/** The first code of a pair is always the one unit: `USD/JPY` is yen per dollar, `GBP/USD` dollars per pound. */
const daily = defineFeed({
  name: 'daily',
  matches: /\/webtools\/currency\/export$/,
  session: {
    request: { method: 'GET', url: FORM },
    toKeys: (page) => ({
      field: captured(page, /<input\s+type="hidden"\s+name="([^"]+)"/),
      value: captured(page, /<input\s+type="hidden"\s+name="[^"]+"\s+value="([^"]+)"/),
      cookie: (page.cookies ?? []).join('; '),
    }),
  },
  latest: (today, keys) => [daysOf({ from: addDays(today, -10), to: today }, keys)],
  between: (span, keys) => toPages(span, 366).map((page) => ({ ...daysOf(page, keys), mayBeAbsent: true })),
  read: workbook,
  schema: sheetOf(/^Worksheet/).pipe(
    z.tuple([z.array(text).refine((names) => `${names}` === HEADER, 'not the five columns that we know')]).rest(row),
  ),
  *observe([, ...rows]) {
    for (const [day, pair, bid, ask, mid] of rows) {
      const [, base, quote] = /^([A-Z]{3})\/([A-Z]{3})$/.exec(pair) ?? [];
      if (base === undefined || quote === undefined) throw new DocumentError(`not a pair: ${JSON.stringify(pair)}`);
      yield { date: dayOrText(day, 'YMD'), base, quote, per: '1', unit: '', mid, bid, ask };
    }
  },
});

export const pma = defineProvider({
  code: 'PMA',
  description: 'Palestine Monetary Authority',
  country: 'STATE OF PALESTINE',
  countryCode: 'PS',
  references: [{ from: '2020-09-01', currency: 'ILS' }],
  bridge: 'USD',
  timeSeries: true,
  bidAsk: true,
  schedule: { days: [1, 2, 3, 4, 7], time: '12:00', timeZone: 'Asia/Hebron' },
  terms: {
    url: 'https://www.pma.ps/terms-of-use',
    note: 'The content may be used for purposes that are not commercial if the source is named.',
  },
  feeds: [daily],
});

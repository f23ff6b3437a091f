/**
 * Bank of Mauritius: averages of what banks ask of customers, in rupees per unit, from pages of up to a month. Longer
 * than most because the page states more figures than these, and some of them twice.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import {
  DocumentError,
  defineFeed,
  defineProvider,
  type FeedAnswer,
  type FeedRequest,
  type Span,
} from '../feeds/provider.ts';
import { htmlRows, text } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText, plainOrText, toDayFirst } from '../feeds/spelling.ts';

const PAGE = 'https://www.bom.mu/markets/foreign-exchange/consolidated-indicative-exchange-rates';
const KINDS = ',Buying,Selling,';
const HEADER = 'Country,Code,T.T,D.D,Notes,T.T/D.D,Notes,Date';

/** Without its end, a span is answered with all that the archive has from its beginning on. */
const daysOf = ({ from, to }: Span): FeedRequest => {
  const bound = (name: string, day: Span['from']) => `${name}%5Bvalue%5D%5Bdate%5D=${toDayFirst(day, '-')}`;
  const name = 'field_transaction_date_value';
  return { method: 'GET', url: `${PAGE}?${bound(name, from)}&${bound(`${name}_1`, to)}` };
};

const is = (names: string) =>
  z.array(z.string()).refine((cells) => `${cells}` === names, `the column names are not ${names}`);
const figure = z.string().transform(plainOrText);
const code = z.string().regex(/^[A-Z]{3} 10*$/);
const row = z.tuple([z.string(), code, figure, figure, figure, figure, figure, z.string()]);

/**
 * The rows of the view, which is the first table after its beginning. Some rows appear again below and beside it. A
 * page closes its table. The recorded part of a page begins with the view and ends after a row: its rows are read, and
 * because the feed is partial, the missing ones are not withdrawn.
 */
function rowsOfView(answer: FeedAnswer): unknown {
  const page = z.string().parse(text(answer));
  const [before = '', view] = page.split(' view-display-id-page ');
  const [, content] = (view ?? '').split('<div class="view-content">');
  const isPart = before.startsWith('<div ');
  if (content !== undefined && !isPart && !content.includes('</table>'))
    throw new DocumentError('the page does not close its table: it was truncated');
  const [table = ''] = content?.split('</table>', 1) ?? [];
  // A row that is cut off is not read.
  const [start, end] = [table.indexOf('<tr'), table.lastIndexOf('</tr>')];
  const rows = start < 0 || end < start ? '' : table.slice(start, end);
  const bytes = Buffer.from(`<table>${rows}</table>`);
  const isWhole = isPart || page.includes('</html>');
  const read = htmlRows({ ...answer, bytes, contentType: 'text/html; charset=utf-8' });
  return { isView: view !== undefined && isWhole, rows: read };
}

/** The view of a span without days has no content. Of five figures, those for transfers are read. */
const daily = defineFeed({
  name: 'daily',
  partial: true,
  matches: /\/consolidated-indicative-exchange-rates\?field_transaction_date_value/,
  latest: (today) => [daysOf({ from: addDays(today, -10), to: today })],
  between: (span) => toPages(span, 31).map((page) => ({ ...daysOf(page), mayBeAbsent: true })),
  read: rowsOfView,
  schema: z.object({
    isView: z.literal(true),
    rows: z.union([z.tuple([]), z.tuple([is(KINDS), is(HEADER)]).rest(row)]),
  }),
  *observe({ rows: [, , ...rows] }) {
    for (const [, label, bid, , , ask, , day] of rows) {
      if (`${bid}${ask}` === '') continue;
      if (bid === '' || ask === '') throw new DocumentError(`${day}: ${label} has one side, and each row has both`);
      const [base = '', per = ''] = label.split(' ');
      yield { date: dayOrText(day, 'DMY'), base, quote: 'MUR', per, unit: '', mid: '', bid, ask };
    }
  },
});

export const bomu = defineProvider({
  code: 'BOMU',
  description: 'Bank of Mauritius',
  country: 'MAURITIUS',
  countryCode: 'MU',
  references: [{ from: '2001-07-03', currency: 'MUR' }],
  timeSeries: true,
  bidAsk: true,
  schedule: { days: [1, 2, 3, 4, 5], time: '17:00', timeZone: 'Indian/Mauritius' },
  terms: {
    url: 'https://www.bom.mu/disclaimer',
    note: 'Nothing may be copied, published or distributed without the prior written consent of the bank.',
  },
  feeds: [daily],
});

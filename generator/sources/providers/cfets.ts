/**
 * China Foreign Exchange Trade System: the central parity of the yuan, in the direction that each label states. Longer
 * than most because a refused form gets the same status as an accepted one.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText } from '../feeds/spelling.ts';

/** `USD/CNY` is yuan per dollar, `CNY/KRW` won per yuan, `100JPY/CNY` yuan per hundred yen. */
const PAIR = /^(\d*)([A-Z]{3})\/([A-Z]{3})$/;
/** Stands in place of a figure where a pair was not quoted yet. */
const MISSING = '---';

/** The form is a POST with everything in the address. An answer has at most fifty records, more than two months. */
const daysOf = ({ from, to }: Span): FeedRequest => {
  const query = `currency=&endDate=${to}&pageNum=1&pageSize=50&startDate=${from}`;
  return { method: 'POST', url: `https://www.chinamoney.com.cn/ags/ms/cm-u-bk-ccpr/CcprHisNew?${query}` };
};

const list = z
  .object({
    head: z.object({ rep_code: z.literal('200') }),
    data: z.object({ head: z.array(z.string()), total: z.string() }),
    records: z.array(z.object({ date: z.string(), values: z.array(z.string()) })),
  })
  .refine(({ data, records }) => data.total === `${records.length}`, 'not all records are on this page');
/** A form that asks for too much is answered with status 200, without records, and with the reason in words. */
const refusal = z.object({ data: z.object({ flagMessage: z.string().min(1) }), records: z.null().default(null) });

const parity = defineFeed({
  name: 'parity',
  matches: /\/ags\/ms\/cm-u-bk-ccpr\/CcprHisNew\?/,
  latest: (today) => [daysOf({ from: addDays(today, -10), to: today })],
  between: (span) => toPages(span, 60).map((page) => ({ ...daysOf(page), mayBeAbsent: true })),
  read: json,
  schema: z.union([refusal, list]),
  *observe(document) {
    if (document.records === null) throw new DocumentError(`the form is refused: ${document.data.flagMessage}`);
    const { data, records } = document;
    for (const { date: day, values } of records) {
      if (values.length !== data.head.length) throw new DocumentError(`${day}: not one figure for each label`);
      for (const [index, figure] of values.entries()) {
        const label = data.head[index] ?? '';
        const [, per, base, quote] = PAIR.exec(label) ?? [];
        if (base === undefined || quote === undefined) throw new DocumentError(`not a pair: ${JSON.stringify(label)}`);
        if (figure === MISSING) continue;
        yield midOf({ date: dayOrText(day, 'YMD'), base, quote, per: per || '1' }, figure);
      }
    }
  },
});

export const cfets = defineProvider({
  code: 'CFETS',
  description: 'China Foreign Exchange Trade System',
  country: 'CHINA',
  countryCode: 'CN',
  references: [{ from: '1994-01-01', currency: 'CNY' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '09:15', timeZone: 'Asia/Shanghai' },
  terms: {
    url: 'https://www.chinamoney.com.cn/english/bmkcpr/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [parity],
});

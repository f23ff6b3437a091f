/** National Bank of Tajikistan: somoni for Nominal units, one list per calendar day. */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { xml } from '../feeds/readers.ts';
import { toDays } from '../feeds/spans.ts';
import { parseDay } from '../feeds/spelling.ts';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

const listOf = (date: IsoDate): FeedRequest => ({
  method: 'GET',
  url: `https://www.nbt.tj/en/kurs/export_xml.php?date=${date}&export=xmlout`,
  mayBeAbsent: true,
});

/** CharCode is the code. ID is not always the ISO number: the rouble's is 810, which ended in 1998. */
const list = defineFeed({
  name: 'list',
  matches: /\/kurs\/export_xml\.php\?/i,
  latest: (today) => toDays({ from: addDays(today, -6), to: today }, EVERY_DAY).map(listOf),
  between: (span) => toDays(span, EVERY_DAY).map(listOf),
  read: xml('Valute'),
  schema: z.object({
    ValCurs: z.strictObject({
      '@Date': z.string(),
      '@name': z.literal('Foreign Currency Market'),
      Valute: z.array(z.object({ CharCode: z.string(), Nominal: z.string(), Value: z.string() })),
    }),
  }),
  *observe({ ValCurs }, { request }) {
    const date = parseDay(ValCurs['@Date'], 'YMD');
    // When asked for a day outside its archive, the bank returns today's list, which says nothing about that day.
    if (!request.url.includes(`date=${date}`)) return;
    for (const { CharCode: base, Nominal: per, Value } of ValCurs.Valute) {
      yield midOf({ date, base, quote: 'TJS', per }, Value);
    }
  },
});

export const nbt = defineProvider({
  code: 'NBT',
  description: 'National Bank of Tajikistan',
  country: 'TAJIKISTAN',
  countryCode: 'TJ',
  references: [{ from: '2001-01-01', currency: 'TJS' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: EVERY_DAY, time: '10:00', timeZone: 'Asia/Dushanbe' },
  terms: { url: 'https://www.nbt.tj/en/', note: 'Name the National Bank of Tajikistan (nbt.tj) as the source.' },
  feeds: [list],
});

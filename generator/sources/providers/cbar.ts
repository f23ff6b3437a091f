/**
 * Central Bank of Azerbaijan: manats for `Nominal` units, metals per troy ounce, one list for each day. The whole
 * archive has the codes of today over the figures of its own days: data/redenominations.csv says what they mean. Longer
 * than most because of the units that one of them does not state.
 */
import { z } from 'zod';
import { addDays, laterOf, parseIsoDate } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { xml } from '../feeds/readers.ts';
import { toDays } from '../feeds/spans.ts';
import { parseDay, toDayFirst } from '../feeds/spelling.ts';

const WORKDAYS = [1, 2, 3, 4, 5];
/** The first address, which answers with the list of the day before. Earlier ones lead to the home page. */
const FIRST_ASKED = parseIsoDate('1993-11-26');
/** Until this day, the lira's figure is for 1000 units, whatever `Nominal` says: 3.61 manats on 2004-12-30. */
const NEW_LIRA_FROM = '2005-01-01';

const listOf = (day: IsoDate): FeedRequest => ({
  method: 'GET',
  url: `https://www.cbar.az/currencies/${toDayFirst(day, '.')}.xml`,
  mayBeAbsent: true,
});

/** Units change: roubles and tenge were per 1 in 2023 and are per 100 in 2026. `1 t.u.` is one troy ounce. */
const nominal = z.union([z.string().regex(/^10{0,3}$/), z.literal('1 t.u.').transform(() => '1')]);
const row = z.object({ '@Code': z.string().regex(/^[A-Z]{3}$/), Nominal: nominal, Value: z.string() });
const group = z.object({ '@Type': z.enum(['Bank metalları', 'Xarici valyutalar']), Valute: z.array(row) });

/** For a day without a list of its own the bank answers with the last one, whose date the root tells. */
const daily = defineFeed({
  name: 'daily',
  matches: /\/\/www\.cbar\.az\/currencies\/\d\d\.\d\d\.\d{4}\.xml$/,
  latest: (today) => toDays({ from: addDays(today, -6), to: today }, WORKDAYS).map(listOf),
  between: ({ from, to }) => toDays({ from: laterOf(from, FIRST_ASKED), to }, WORKDAYS).map(listOf),
  read: xml('ValType', 'Valute'),
  schema: z.object({ ValCurs: z.object({ '@Date': z.string(), ValType: z.array(group).length(2) }) }),
  *observe({ ValCurs }) {
    const date = parseDay(ValCurs['@Date'], 'DMY');
    for (const { Valute } of ValCurs.ValType) {
      for (const { '@Code': code, Nominal, Value } of Valute) {
        const per = code === 'TRY' && date < NEW_LIRA_FROM ? '1000' : Nominal;
        yield midOf({ date, base: code === 'SDR' ? 'XDR' : code, quote: 'AZN', per }, Value);
      }
    }
  },
});

export const cbar = defineProvider({
  code: 'CBAR',
  description: 'Central Bank of Azerbaijan',
  country: 'AZERBAIJAN',
  countryCode: 'AZ',
  references: [
    { from: '1993-11-25', currency: 'AZM' },
    { from: '2006-01-01', currency: 'AZN' },
  ],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: WORKDAYS, time: '10:00', timeZone: 'Asia/Baku' },
  terms: {
    url: 'https://www.cbar.az/currency/rates',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [daily],
});

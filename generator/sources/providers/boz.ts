/**
 * Bank of Zambia: averages of what banks quote, kwachas per unit, all days since 2006 in one workbook. Longer than most
 * because an index has to be asked for its address, and the kwacha lost three zeros in 2013.
 */
import { z } from 'zod';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, type Keys } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { serialOrText, sheetOf, shownWorkbook } from '../feeds/workbook.ts';

const SITE = 'https://www.boz.zm';
const INDEX = `${SITE}/jsonapi/node/historical_average_exchange_rate?include=field_average_historical_file&page%5Blimit%5D=1&sort=-created`;
/** The address until mid-2026. Since then each day's workbook has its own, which the index names. */
const file = ({ path = '/AVERAGE_FXRATES.xlsx' }: Keys): FeedRequest => ({ method: 'GET', url: `${SITE}${path}` });
const NEW_KWACHA_FROM = '2013-01-01';

const id = z.object({ id: z.string() });
const index = z.object({
  data: z.tuple([z.object({ relationships: z.object({ field_average_historical_file: z.object({ data: id }) }) })]),
  included: z.array(id.extend({ attributes: z.object({ uri: z.object({ url: z.string().startsWith('/') }) }) })),
});

const CODES = ['USD', 'GBP', 'EUR', 'ZAR'];
const NAMES = ',,Dollar,,Pound,,Euro,,Rand';
const SIDES = ',Date,Buy,Sale,Buy,Sale,Buy,Sale,Buy,Sale';
const row = z.array(z.string());
const header = (names: string) => row.refine((cells) => `${cells}` === names, `the column names are not ${names}`);

/** Hidden rows hold other figures. In three places buying is above selling, and `collect` leaves these out by name. */
const averages = defineFeed({
  name: 'averages',
  matches: /\/AVERAGE_FXRATES[^/]*\.xlsx$/,
  session: {
    request: { method: 'GET', url: INDEX },
    toKeys: (answer) => {
      const { data, included } = index.parse(json(answer));
      const [{ relationships }] = data;
      const own = included.find((one) => one.id === relationships.field_average_historical_file.data.id);
      if (own === undefined) throw new DocumentError('the index does not include the file that it names');
      return { path: own.attributes.uri.url };
    },
  },
  wholeArchive: true,
  latest: (_, keys) => [file(keys)],
  between: (_, keys) => [file(keys)],
  read: shownWorkbook,
  schema: sheetOf(/Media Rates Series/).pipe(z.tuple([header(NAMES), header(SIDES)]).rest(row)),
  *observe([, , ...days]) {
    for (const [, serial = '', ...figures] of days) {
      const date = serialOrText(serial);
      for (const [at, base] of CODES.entries()) {
        const [bid = '', ask = ''] = figures.slice(at * 2);
        if (`${bid}${ask}` === '') continue;
        const quote = date < NEW_KWACHA_FROM ? 'ZMK' : 'ZMW';
        yield { date, base, quote, per: '1', unit: '', mid: '', bid, ask };
      }
    }
  },
});

export const boz = defineProvider({
  code: 'BOZ',
  description: 'Bank of Zambia',
  country: 'ZAMBIA',
  countryCode: 'ZM',
  references: [
    { from: '2006-01-12', currency: 'ZMK' },
    { from: NEW_KWACHA_FROM, currency: 'ZMW' },
  ],
  timeSeries: true,
  bidAsk: true,
  schedule: { days: [1, 2, 3, 4, 5], time: '17:00', timeZone: 'Africa/Lusaka' },
  terms: {
    url: 'https://www.boz.zm/',
    note: 'Name the source. Use that is commercial, or beyond short extracts, needs the written permission of the bank.',
  },
  feeds: [averages],
});

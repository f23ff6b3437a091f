/**
 * Bank of Algeria: mean rates in dinars per unit, and per hundred yen, in a workbook with a sheet for each currency,
 * which is published about once a month. Longer than most because a page has to be asked for its address.
 */
import { z } from 'zod';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, type Keys, midOf } from '../feeds/provider.ts';
import { captured } from '../feeds/readers.ts';
import { FIGURE, serialOrText, workbook } from '../feeds/workbook.ts';

const PAGE = 'https://www.bank-of-algeria.dz/donnees-historiques/';
/** The address of May 2026. Each upload has a new one, which the page links; since October it has a prefix. */
const UPLOAD = 'https://www.bank-of-algeria.dz/stoodroa/2026/05/Cotation-DZD-2000-2026-journalier.xlsx';
const file = ({ workbook: url = UPLOAD }: Keys): FeedRequest => ({ method: 'GET', url });

/** `CHF / DZD`, `EURO / DZD`, and `100 JPY / DZD`, the only place that states the unit. */
const TITLE = /^(100 )?([A-Z]{3})O? \/ DZD$/;

const row = z.array(z.string());
const sheet = z.object({
  name: z.string(),
  rows: z.tuple([z.tuple([z.string()]), z.tuple([z.literal(''), z.string()])]).rest(row),
});

const means = defineFeed({
  name: 'means',
  matches: /\/stoodroa\/\d{4}\/\d{2}\/[^/]*Cotation-DZD-[^/]*\.xlsx$/,
  session: {
    request: { method: 'GET', url: PAGE },
    toKeys: (page) => ({
      workbook: captured(
        page,
        /href="(https:\/\/[\w.-]+\/stoodroa\/\d{4}\/\d{2}\/[^"/]*Cotation-DZD-[\da-z-]*\.xlsx)"/,
      ),
    }),
  },
  wholeArchive: true,
  latest: (_, keys) => [file(keys)],
  between: (_, keys) => [file(keys)],
  read: workbook,
  schema: z.array(sheet).min(1),
  *observe(sheets) {
    for (const { name, rows } of sheets) {
      const [[title], , ...days] = rows;
      const [, unit, base] = TITLE.exec(title) ?? [];
      if (base === undefined || !name.startsWith(base) || (base === 'JPY') !== (unit !== undefined)) {
        throw new DocumentError(`the sheet ${name} has the title ${JSON.stringify(title)}`);
      }
      for (const [serial = '', figure = ''] of days) {
        const per = unit === undefined ? '1' : '100';
        if (FIGURE.test(figure)) yield midOf({ date: serialOrText(serial), base, quote: 'DZD', per }, figure);
      }
    }
  },
});

export const boa = defineProvider({
  code: 'BOA',
  description: 'Bank of Algeria',
  country: 'ALGERIA',
  countryCode: 'DZ',
  references: [{ from: '2000-01-03', currency: 'DZD' }],
  timeSeries: true,
  bidAsk: false,
  // A month's days come within about three weeks of its end.
  schedule: { days: [1, 2, 3, 4, 5, 7], time: '16:00', timeZone: 'Africa/Algiers', lagDaysMax: 55 },
  terms: {
    url: PAGE,
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [means],
});

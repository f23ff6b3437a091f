/**
 * Reserve Bank of Australia: foreign units per Australian dollar at 4 pm in Sydney, daily in table F11.1 and monthly in
 * F11. Longer than most because rbam.ts uses this reader of tables too.
 */
import { z } from 'zod';
import { daysBetween, laterOf } from '../../wire/words/calendar.ts';
import {
  DocumentError,
  defineFeed,
  defineProvider,
  type Feed,
  midOf,
  type ProviderDefinition,
} from '../feeds/provider.ts';
import { csv, wholeLines } from '../feeds/readers.ts';
import { dayOrText, parseDay } from '../feeds/spelling.ts';

const rowOf = (name: string) => z.tuple([z.literal(name)]).rest(z.string());
const row = z.tuple([z.string()]).rest(z.string());
/** The header has eleven lines, two of them blank. The title of a column states its direction: A$1=USD. */
const table = z
  .tuple([
    z.tuple([z.string().regex(/^F11(\.1)?\s+EXCHANGE RATES$/)]).rest(z.literal('')),
    rowOf('Title'),
    rowOf('Description'),
    rowOf('Frequency'),
    rowOf('Type'),
    rowOf('Units'),
    rowOf('Source'),
    rowOf('Publication date'),
    rowOf('Series ID'),
  ])
  .rest(row);

/** The monthly table may be published again, with its notes, before its next month. */
const BEHIND_DAYS_MAX = 62;

/** A column is published on the day of its newest figure, so a table that ends long before was cut off. */
function checkEnd(published: readonly string[], days: readonly string[]): void {
  const [publication, newest] = [
    published.map((day) => parseDay(day, 'DMY')).reduce(laterOf),
    days.map((day) => dayOrText(day, 'DMY')).reduce(laterOf),
  ];
  if (daysBetween(newest, publication) > BEHIND_DAYS_MAX)
    throw new DocumentError(`it ends with ${newest}, though it is of ${publication}: it was truncated`);
}

/** A table's only file, with the newest day last. Older years of F11.1 are published as spreadsheets. */
export function tableFeed(name: string, file: string): Feed<z.infer<typeof table>> {
  const requests = [{ method: 'GET', url: `https://www.rba.gov.au/statistics/tables/csv/${file}` }] as const;
  return defineFeed({
    name,
    wholeArchive: true,
    matches: new RegExp(`/statistics/tables/csv/${file.replaceAll('.', '\\.')}$`),
    latest: () => requests,
    between: () => requests,
    read: wholeLines(csv(',', 'dropped')),
    schema: table,
    *observe([, [, ...titles], , , , [, ...units], , [, ...published], , ...days]) {
      checkEnd(
        published,
        days.map(([day]) => day),
      );
      for (const [day, ...figures] of days) {
        if (figures.length !== units.length)
          throw new DocumentError(`${day} has ${figures.length} cells, not ${units.length}`);
        for (const [index, unit] of units.entries()) {
          const [title, figure] = [titles[index], figures[index] ?? ''];
          if (figure === '' || unit === 'Index') continue; // the trade-weighted index is not a currency
          if (title !== `A$1=${unit}`) throw new DocumentError(`the title ${title} does not fit the unit ${unit}`);
          const quote = unit === 'SDR' ? 'XDR' : unit;
          yield midOf({ date: dayOrText(day, 'DMY'), base: 'AUD', quote }, figure);
        }
      }
    },
  });
}

/** What the bank's daily and monthly tables have in common. */
export const RESERVE_BANK = {
  description: 'Reserve Bank of Australia',
  country: 'AUSTRALIA',
  countryCode: 'AU',
  timeSeries: true,
  bidAsk: false,
  terms: {
    url: 'https://www.rba.gov.au/copyright/',
    note: 'Creative Commons Attribution 4.0, but for what others own (the US dollar is by WM/Reuters): name the bank as the source.',
  },
} as const satisfies Partial<ProviderDefinition>;

export const rba = defineProvider({
  ...RESERVE_BANK,
  code: 'RBA',
  references: [{ from: '2023-01-03', currency: 'AUD' }],
  schedule: { days: [1, 2, 3, 4, 5], time: '16:30', timeZone: 'Australia/Sydney' },
  feeds: [tableFeed('F11.1', 'f11.1-data.csv')],
});

/**
 * European Central Bank: euro reference rates in foreign units per euro, one list on each TARGET day since 1999. The
 * file is longer than most because the lists are XML and their history is a table in a zip.
 */
import { z } from 'zod';
import { DocumentError, defineFeed, defineProvider, midOf } from '../feeds/provider.ts';
import { csv, unzipped, wholeLines, xml } from '../feeds/readers.ts';
import { dayOrText } from '../feeds/spelling.ts';

const FOLDER = 'https://www.ecb.europa.eu/stats/eurofxref';
const TABLE = 'reference';

/** The list of one day and the lists of 90 days have the same elements. */
const lists = defineFeed({
  name: 'lists',
  table: TABLE,
  matches: /\/stats\/eurofxref\/eurofxref-(daily|hist-90d)\.xml$/,
  // The second document makes good for nights that failed.
  latest: () => ['daily', 'hist-90d'].map((name) => ({ method: 'GET', url: `${FOLDER}/eurofxref-${name}.xml` })),
  between: () => [],
  read: xml('Cube'),
  schema: z.object({
    Envelope: z.object({
      Cube: z.tuple([
        z.object({
          Cube: z.array(
            z.object({
              '@time': z.string(),
              Cube: z.array(z.object({ '@currency': z.string(), '@rate': z.string() })),
            }),
          ),
        }),
      ]),
    }),
  }),
  *observe({ Envelope }) {
    for (const day of Envelope.Cube[0].Cube) {
      const date = dayOrText(day['@time'], 'YMD');
      for (const rate of day.Cube) yield midOf({ date, base: 'EUR', quote: rate['@currency'] }, rate['@rate']);
    }
  },
});

/** One column for each currency ever quoted, N/A where it was not quoted, and a comma at the end of each line. */
const history = defineFeed({
  name: 'history',
  table: TABLE,
  matches: /\/stats\/eurofxref\/eurofxref(-hist)?\.zip$/,
  latest: () => [],
  between: () => [{ method: 'GET', url: `${FOLDER}/eurofxref-hist.zip` }],
  read: unzipped(wholeLines(csv())),
  schema: z.tuple([z.tuple([z.literal('Date')]).rest(z.string())]).rest(z.tuple([z.string()]).rest(z.string())),
  *observe([[, ...labels], ...days]) {
    for (const [day, ...figures] of days) {
      if (figures.length !== labels.length) throw new DocumentError(`${day}: not one figure for each label`);
      const date = dayOrText(day, /[a-z]/i.test(day) ? 'DMY' : 'YMD');
      for (const [column, quote] of labels.entries()) {
        const figure = figures[column] ?? '';
        if (quote !== '' && figure !== 'N/A') yield midOf({ date, base: 'EUR', quote }, figure);
      }
    }
  },
});

export const ecb = defineProvider({
  code: 'ECB',
  description: 'European Central Bank',
  country: 'EUROPEAN UNION',
  countryCode: 'EU',
  references: [{ from: '1999-01-01', currency: 'EUR' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'Europe/Berlin' },
  terms: {
    url: 'https://www.ecb.europa.eu/services/using-our-site/disclaimer/html/index.en.html',
    note: 'Name the European Central Bank as the source. Published for information only; transactions at these rates are discouraged.',
  },
  feeds: [lists, history],
});

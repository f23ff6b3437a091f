/**
 * Banco de Portugal: escudo mid rates, 1987 to 1998. In its JSON-stat, a list of series explains an array of values.
 * This adapter is longer than most because the list and the array are cut into pages at different places.
 */
import { z } from 'zod';
import { isoDate } from '../../wire/words/schemas.ts';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toCommon, toPages } from '../feeds/spans.ts';
import { dayOrText, withoutZero } from '../feeds/spelling.ts';

const ERA: Span = { from: isoDate.parse('1987-01-02'), to: isoDate.parse('1998-12-31') };
const DATASET = 'https://bpstat.bportugal.pt/data/v1/domains/29/datasets/23e0cdd56bddb4ad3016a9c3ad63a539/';
/** Against the escudo, by the bank itself, daily. The link to the next page drops filters, so it is not followed. */
const FILTERS = 'dim_cats=13:794&dim_cats=18:35&dim_cats=40:4263';
/** A page has ten series, and the bank has 24. */
const PAGES = ['1', '2', '3'];
const YEAR_DAYS = 366;
const COUNTERPARTY = '12';
/** In the order in which they span the array. All but the first and the last have length 1. */
const DIMENSIONS = '12,13,18,19,29,40,70,reference_date';

const pagesOf = ({ from, to }: Span): readonly FeedRequest[] =>
  PAGES.map((page) => {
    const url = `${DATASET}?${FILTERS}&lang=EN&obs_since=${from}&obs_to=${to}&page=${page}`;
    return { method: 'GET', url, mayBeAbsent: true };
  });

const only = (category: string) => z.object({ category: z.object({ index: z.tuple([z.literal(category)]) }) });
const several = z.object({ category: z.object({ index: z.array(z.string()) }) });
const series = z.object({
  label: z.string(),
  dimension_category: z.array(z.object({ dimension_id: z.string(), category_id: z.string() })),
});

const dataset = defineFeed({
  name: 'escudo',
  partial: true,
  matches: /\/\/bpstat\.bportugal\.pt\/data\/v1\/domains\/29\/datasets\/23e0cdd56bddb4ad3016a9c3ad63a539\/\?/,
  latest: () => [],
  between(span) {
    const common = toCommon(span, ERA);
    return common === null ? [] : toPages(common, YEAR_DAYS).flatMap(pagesOf);
  },
  read: json,
  schema: z.object({
    id: z
      .array(z.string())
      .refine((names) => names.join() === DIMENSIONS, `not the dimensions expected: ${DIMENSIONS}`),
    extension: z.object({ series: z.array(series), next_page: z.string().nullish() }),
    value: z.array(z.string().nullable()),
    dimension: z.object({
      '12': several,
      '13': only('794'),
      '18': only('35'),
      '40': only('4263'),
      '70': only('3337'),
      reference_date: several,
    }),
  }),
  *observe({ extension, value, dimension }, { request }) {
    const isLast = !extension.next_page;
    if (!isLast && request.url.endsWith('page=3'))
      throw new DocumentError('the answer announces a fourth page, which is not requested');
    const codes = new Map(extension.series.map((one) => [categoryOf(one), codeOf(one.label)]));
    const figures = value.values();
    for (const category of dimension[COUNTERPARTY].category.index) {
      const base = codes.get(category);
      // A page may end with the values of a currency whose series is on the next page, which repeats the values.
      if (base === undefined && isLast)
        throw new DocumentError(`no series says which currency category ${category} is`);
      for (const text of dimension.reference_date.category.index) {
        const { value: mid, done } = figures.next();
        if (done) throw new DocumentError('there are fewer values than currencies and dates');
        // The markka of 1989-03-17 is 0.0.
        if (base !== undefined && mid !== null && withoutZero(mid) !== '')
          yield midOf({ date: dayOrText(text, 'YMD'), base, quote: 'PTE' }, mid);
      }
    }
    if (!figures.next().done) throw new DocumentError('there are more values than currencies and dates');
  },
});

function categoryOf({ label, dimension_category }: z.infer<typeof series>): string {
  const found = dimension_category.find(({ dimension_id }) => dimension_id === COUNTERPARTY);
  if (found === undefined) throw new DocumentError(`the series ${label} has no counterparty currency`);
  return found.category_id;
}

/** Reads `Japan, Yen (JPY) against Escudo - daily`. The label of the European Currency Unit is ECU. */
function codeOf(label: string): string {
  const code = /\(([A-Z]{3})\) against Escudo - daily$/.exec(label)?.[1];
  if (code === undefined) throw new DocumentError(`not a daily series of a currency against the escudo: ${label}`);
  return code === 'ECU' ? 'XEU' : code;
}

export const bdp = defineProvider({
  code: 'BDP',
  description: 'Bank of Portugal (escudo rates)',
  country: 'PORTUGAL',
  countryCode: 'PT',
  references: [{ from: ERA.from, currency: 'PTE' }],
  timeSeries: true,
  bidAsk: false,
  obsolete: true,
  schedule: { days: [1, 2, 3, 4, 5], time: '14:00', timeZone: 'Europe/Lisbon' },
  terms: {
    url: 'https://bpstat.bportugal.pt/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [dataset],
});

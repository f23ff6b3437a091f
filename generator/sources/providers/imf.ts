/**
 * International Monetary Fund: the representative rates that member countries report, most of them per US dollar and
 * some in dollars per unit, and the dollar in SDR. The file is longer than most because the documents name
 * currencies and have no codes.
 */
import { z } from 'zod';
import { addDays, endOfMonth } from '../../wire/words/calendar.ts';
import { isoDate } from '../../wire/words/schemas.ts';
import {
  DocumentError,
  defineFeed,
  defineProvider,
  type FeedRequest,
  midOf,
  type Observation,
  type Span,
} from '../feeds/provider.ts';
import { csv } from '../feeds/readers.ts';
import { toCommon, toMonths } from '../feeds/spans.ts';
import { dayOrText, parseDay, plainOrText, toTable } from '../feeds/spelling.ts';

/** Includes the names of past years. `collect` reports a missing name, and a person must decide what it means. */
const NAMES = toTable(
  'AED U.A.E. dirham, AUD Australian dollar, BHD Bahrain dinar, BND Brunei dollar, BRL Brazilian real, BWP Botswana pula',
  'CAD Canadian dollar, CHF Swiss franc, CLP Chilean peso, CNY Chinese yuan, COP Colombian peso, CZK Czech koruna',
  'DKK Danish krone, DZD Algerian dinar, EUR Euro, GBP U.K. pound, HUF Hungarian forint, IDR Indonesian rupiah',
  'ILS Israeli New Shekel, INR Indian rupee, IRR Iranian rial, ISK Icelandic krona, JPY Japanese yen, KRW Korean won',
  'KWD Kuwaiti dinar, KZT Kazakhstani tenge, LKR Sri Lankan rupee, LYD Libyan dinar, MUR Mauritian rupee, MXN Mexican peso',
  'MYR Malaysian ringgit, NOK Norwegian krone, NPR Nepalese rupee, NZD New Zealand dollar, OMR Omani rial, PEN Peruvian sol',
  'PHP Philippine peso, PKR Pakistani rupee, PLN Polish zloty, QAR Qatari riyal, RUB Russian ruble, SAR Saudi Arabian riyal',
  'SEK Swedish krona, SGD Singapore dollar, THB Thai baht, TND Tunisian dinar, TTD Trinidadian dollar, USD U.S. dollar',
  'UYU Uruguayan peso, ZAR South African rand',
);
/** By name in small letters: the titles of 2016 were `Japanese Yen` and `U.K. Pound Sterling`. */
const CODES = new Map([
  ...[...NAMES].map(([code, name]) => [name.toLowerCase(), code] as const),
  ['u.k. pound sterling', 'GBP'] as const,
]);
const codeOf = (name: string) => CODES.get(name.trim().toLowerCase());
/** Reports before this month name currencies that the euro replaced, by names that we have not seen. */
const FIRST = isoDate.parse('2003-04-01');

/** A month is two blocks of days, each with its own header row and all currencies. Footnotes end the document. */
const sheet = (title: RegExp) =>
  z
    .tuple([z.tuple([z.string().regex(title)])])
    .rest(z.tuple([z.string()]).rest(z.string()))
    .refine((rows) => rows.some(([first]) => first === 'Notes:'), 'the notes at the end are missing');

interface Cell {
  readonly date: Observation['date'];
  readonly name: string;
  readonly figure: string;
}

function* cellsOf(rows: readonly (readonly [string, ...string[]])[]): Iterable<Cell> {
  let days: readonly string[] = [];
  for (const [name, ...cells] of rows) {
    if (name === 'Notes:') return;
    if (name === 'Currency' || cells.length === 0) {
      days = cells; // a header row, or the title of the second block, which ends the days of the first
      continue;
    }
    if (cells.length !== days.length) throw new DocumentError(`${name}: ${cells.length} cells for ${days.length} days`);
    for (const [index, day] of days.entries()) {
      const figure = plainOrText(cells[index] ?? '');
      if (figure !== '' && figure !== 'NA') yield { date: dayOrText(day.replace(',', ''), 'MDY'), name, figure };
    }
  }
}

const monthsOf = (report: string, months: readonly string[]): readonly FeedRequest[] =>
  months.map((month) => {
    const query = `SelectDate=${endOfMonth(parseDay(`${month}-01`, 'YMD'))}&reportType=${report}&tsvflag=Y`;
    return { method: 'GET', url: `https://www.imf.org/external/np/fin/data/rms_mth.aspx?${query}`, mayBeAbsent: true };
  });

function monthsSince(span: Span): readonly string[] {
  const common = toCommon(span, { from: FIRST, to: span.to });
  return common === null ? [] : toMonths(common);
}

/** The mark (1) means dollars per unit. Any other mark is refused, because we have never seen its footnote. */
const representative = defineFeed({
  name: 'representative rates',
  matches: /\/rms_mth\.aspx\?.*\breportType=REP\b/,
  latest: (today) => monthsOf('REP', toMonths({ from: addDays(today, -10), to: today })),
  between: (span) => monthsOf('REP', monthsSince(span)),
  read: csv('\t', 'dropped'),
  schema: sheet(/^Representative Exchange Rates for Selected Currencies for \w+ \d{4}$/),
  *observe([, ...rows]) {
    for (const { date, name, figure } of cellsOf(rows)) {
      const [plain = '', mark = ''] = name.split(/(?=\()/);
      const code = codeOf(plain) ?? plain.trim();
      if (mark !== '' && mark !== '(1)') throw new DocumentError(`unknown footnote mark: ${name}`);
      if (code === 'USD') continue; // dollars per dollar
      yield midOf({ date, ...(mark === '' ? { base: 'USD', quote: code } : { base: code, quote: 'USD' }) }, figure);
    }
  },
});

/** Only the row of the dollar is read: the other rows are the representative rates, crossed with it. */
const special = defineFeed({
  name: 'SDR per currency unit',
  matches: /\/rms_mth\.aspx\?.*\breportType=SDRCV\b/,
  latest: (today) => monthsOf('SDRCV', toMonths({ from: addDays(today, -10), to: today })),
  between: (span) => monthsOf('SDRCV', monthsSince(span)),
  read: csv('\t', 'dropped'),
  schema: sheet(/^SDRs per Currency unit for \w+ \d{4}$/),
  *observe([, ...rows]) {
    for (const { date, name, figure } of cellsOf(rows)) {
      if (codeOf(name) === 'USD') yield midOf({ date, base: 'USD', quote: 'XDR' }, figure);
    }
  },
});

export const imf = defineProvider({
  code: 'IMF',
  description: 'International Monetary Fund',
  country: 'INTERNATIONAL',
  countryCode: '',
  references: [{ from: FIRST, currency: 'USD' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '18:00', timeZone: 'America/New_York' },
  terms: {
    url: 'https://www.imf.org/external/terms.htm',
    note: 'Name the International Monetary Fund as the source and leave the figures as they are; commercial use is subject to its terms.',
  },
  feeds: [representative, special],
});

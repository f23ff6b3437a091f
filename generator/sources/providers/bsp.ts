/**
 * Bangko Sentral ng Pilipinas: pesos per unit, in a bulletin of one page for each day that a list names. Longer than
 * most because the bulletin is a PDF, whose table has to prove the order of its columns, and has two dollars.
 */
import { z } from 'zod';
import { pdfPieces } from '../feeds/pdf.ts';
import {
  DocumentError,
  defineFeed,
  defineProvider,
  type FeedRequest,
  type Keys,
  midOf,
  type Session,
} from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { parseDay, plainOrText, withoutZero } from '../feeds/spelling.ts';

const SITE = 'https://www.bsp.gov.ph';
const LIST: FeedRequest = {
  method: 'GET',
  url: `${SITE}/_api/web/lists/getByTitle('RERB')/items?$expand=AttachmentFiles&$orderby=Id%20desc&$select=Id,Title,AttachmentFiles&$top=100`,
  headers: { accept: 'application/json;odata=verbose' },
};
/** An address of May 2026. Only the list states the number of each bulletin. */
const BULLETIN = { '2026-05-29': '/Lists/RERB/Attachments/2282/29May2026.pdf' };

const list = z.object({
  d: z.object({
    results: z.array(
      z.object({
        Title: z.string(),
        AttachmentFiles: z.object({ results: z.array(z.object({ ServerRelativeUrl: z.string() })) }),
      }),
    ),
  }),
});

const HEADINGS = ['EURO', 'U.S.DOLLAR', 'PHIL.PESO', 'EQUIVALENT', 'EQUIVALENT', 'EQUIVALENT'];
const FIGURE = /^\d{1,3}(,\d{3})*\.\d+$/;
/** A row: its number, country, unit, code, and the unit in euros, in dollars and in pesos. */
const ROW = 7;

const session: Session = {
  request: LIST,
  toKeys: (answer) => {
    const { results } = list.parse(json(answer)).d;
    const addresses = results.flatMap(({ Title, AttachmentFiles }) => {
      const [, day, month, year] = /^\s*(\d{1,2})([A-Z][a-z]{2,8})(\d{4})\s*$/.exec(Title) ?? [];
      const path = AttachmentFiles.results[0]?.ServerRelativeUrl ?? '';
      return year === undefined ? [] : [[parseDay(`${day} ${month} ${year}`, 'DMY'), path]];
    });
    if (addresses.length === 0) throw new DocumentError('the list names no bulletin of a day');
    return Object.fromEntries(addresses);
  },
};

function newestOf(keys: Keys): readonly FeedRequest[] {
  const paths = Object.values({ ...(Object.keys(keys).length === 0 ? BULLETIN : keys) });
  return paths.slice(0, 6).map((path) => ({ method: 'GET', url: `${SITE}${path}` }));
}

function dayOf(pieces: readonly string[]) {
  const title = pieces.indexOf('REFERENCE EXCHANGE RATE BULLETIN');
  return parseDay(pieces[title + 1] ?? '', 'DMY');
}

/**
 * Each piece of text is a cell. The dollar must be worth one dollar and the euro one euro, which shows that no column
 * has moved. The table is made from an agency's closing rates in New York. What the bank pays for gold and silver,
 * which stands below it, is not read.
 */
const bulletin = defineFeed({
  name: 'bulletin',
  matches: /\/Lists\/RERB\/Attachments\/\d+\/[^/]+\.pdf$/,
  session,
  latest: (_, keys) => newestOf(keys),
  read: pdfPieces,
  schema: z.array(z.string()).refine((pieces) => `${pieces}`.includes(`${HEADINGS}`), 'the headings have changed'),
  *observe(pieces) {
    const date = dayOf(pieces);
    const start = pieces.findIndex((_, index) => `${pieces.slice(index, index + 6)}` === `${HEADINGS}`) + 6;
    let number = 1;
    for (let at = start; pieces[at] === `${number}`; at = start + (number - 1) * ROW) {
      const [, , , base = '', inEuros = '', inDollars = '', inPesos = ''] = pieces.slice(at, at + ROW);
      number++;
      const isOne = base === 'USD' ? inDollars : base === 'EUR' ? inEuros : '1.000000';
      if (isOne !== '1.000000') throw new DocumentError(`${date}: the columns of ${base} are not in their order`);
      if (`${inEuros}${inDollars}${inPesos}` === 'N/AN/AN/A') continue;
      yield midOf({ date, base, quote: 'PHP' }, plainOrText(inPesos));
    }
    // `YEN` and `WON` are units; a code is followed by a figure.
    const rows = pieces.filter(
      (piece, at) => /^[A-Z]{3}$/.test(piece) && /^\d|^N\/A$/.test(pieces[at + 1] ?? ''),
    ).length;
    if (rows !== number - 1) throw new DocumentError(`${date}: ${rows} codes in ${number - 1} rows`);
  },
});

/** `BSP Reference Rate:  PHP  61.550`, in pieces, below the table. A rate of 0.00 holds the place of one. */
const REFERENCE = /BSP Reference Rate:\s*PHP\s+(\S+)/g;

/**
 * The one figure of the bulletin that the bank makes itself: its own rate of the dollar, not the agency's. It is a
 * separate list, so the bulletin is asked for again, at an address whose fragment differs (fragments are not sent).
 */
const reference = defineFeed({
  name: 'reference rate',
  matches: /\/Lists\/RERB\/Attachments\/\d+\/[^/]+\.pdf#reference-rate$/,
  session,
  latest: (_, keys) =>
    newestOf(keys).map((request) => ({ ...request, url: `${request.url}#reference-rate`, mayBeAbsent: true })),
  read: pdfPieces,
  schema: z.array(z.string()),
  *observe(pieces) {
    const date = dayOf(pieces);
    const [[, figure] = [], ...others] = pieces.join(' ').matchAll(REFERENCE);
    if (figure === undefined || others.length > 0 || !FIGURE.test(figure))
      throw new DocumentError(`${date}: not one reference rate: ${JSON.stringify(figure ?? '')}`);
    const mid = withoutZero(figure.replaceAll(',', ''));
    if (mid !== '') yield midOf({ date, base: 'USD', quote: 'PHP' }, mid);
  },
});

export const bsp = defineProvider({
  code: 'BSP',
  description: 'Bangko Sentral ng Pilipinas',
  country: 'PHILIPPINES',
  countryCode: 'PH',
  references: [{ from: '2017-11-06', currency: 'PHP' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '09:30', timeZone: 'Asia/Manila' },
  terms: {
    url: 'https://www.bsp.gov.ph/SitePages/Statistics/ExchangeRate.aspx',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [bulletin, reference],
});

/**
 * Central Bank of Iraq: buying and selling rates in dinars per unit, in a workbook with a sheet for each year and the
 * months one below the other. Longer than most because the columns come in groups whose headings stand where they may.
 */
import { z } from 'zod';
import {
  DocumentError,
  defineFeed,
  defineProvider,
  type FeedRequest,
  isCrossed,
  type Keys,
} from '../feeds/provider.ts';
import { captured } from '../feeds/readers.ts';
import { dayOrText, toTable } from '../feeds/spelling.ts';
import { FIGURE, parseSerial, type Sheet, workbook } from '../feeds/workbook.ts';

const PAGE = 'https://cbi.iq/page/144';
/** The address of May 2026. The page links each newer one, with the word for gold in its text, beside two others. */
const UPLOAD = 'https://cbi.iq/static/uploads/up/file-177909880482668.xlsx';
const file = ({ workbook: url = UPLOAD }: Keys): FeedRequest => ({ method: 'GET', url });

const CODES = toTable('S.FR CHF, UAE AED, SDR XDR, Gold XAU');
/** Dinars per troy ounce, in one column or, years ago, in two: 5628857 on 2026-01-04 are 4297 dollars. */
const GOLD = 'Gold';
/** The years whose headings we have seen: another heading there refuses the workbook, and an older sheet alone. */
const HEADINGS_SEEN_FROM = '2024';

interface Group {
  readonly code: string;
  readonly buy: number;
}

interface Heading {
  readonly groups: readonly Group[];
  /** The column of gold, or -1 if it is a group. */
  readonly gold: number;
  readonly days: Sheet['rows'];
}

/**
 * Two rows of names, of which either has the code (`اليورو الأوربي EUR`, or `EUR` below), above a row of `Buy`, `Sell`
 * and, since 2025, a dearer `Sell ID 2`, which is not read. A name stands above any column of its group.
 */
function toGroups(names: readonly string[], codes: readonly string[], sides: readonly string[]) {
  const starts = sides.flatMap((side, index) => (/^Buy +ID$/.test(side) ? [index] : []));
  const nameOf = (index: number) => `${names[index] ?? ''} ${codes[index] ?? ''}`.trim();
  const groups = starts.map((buy, place) => {
    const next = starts[place + 1] ?? sides.length;
    const found = Array.from({ length: next - buy }, (_, step) => nameOf(buy + step)).filter((name) => name !== '');
    const [, code = ''] = /(?:^|\s)([A-Z]\.?[A-Z]{2}|Gold)$/.exec(found[0] ?? '') ?? [];
    const isOne = found.length === 1 && code !== '' && /^Sell +ID$/.test(sides[buy + 1] ?? '');
    return isOne ? { code: CODES.get(code) ?? code, buy } : `the columns from ${buy} on are not one currency: ${found}`;
  });
  const fault = groups.find((group) => typeof group === 'string');
  if (fault !== undefined) return fault;
  const known = groups.filter((group) => typeof group !== 'string');
  const isEach = starts.length > 0 && new Set(known.map(({ code }) => code)).size === starts.length;
  return isEach ? known : 'the sheet does not have a group of columns for each currency';
}

/** The row of sides tells where the days begin, because the row `Date` is missing in 2010. Or what is wrong. */
function toHeading({ name: year, rows }: Sheet): Heading | string {
  const at = rows.findIndex((cells) => cells.some((cell) => /^Buy +ID$/.test(cell)));
  const [names = [], codes = [], sides = []] = [rows[at - 2], rows[at - 1], rows[at]];
  if (at < 1 || sides[0] !== year || (names[0] !== 'Date' && year >= HEADINGS_SEEN_FROM))
    return `the sheet ${year} does not begin with Date and its year`;
  const groups = toGroups(names[0] === 'Date' ? names : [], codes, sides);
  if (typeof groups === 'string') return groups;
  const gold = groups.some(({ code }) => code === 'XAU') ? -1 : codes.indexOf(GOLD);
  return { groups, gold, days: rows.slice(at + 1) };
}

/** As the bank has written them: `Feb.2026`, `June 2013`, `Dec, 2009`, `*Mar. 2020`, and `Spet.2016` for nine years. */
const MONTH = /^\*?\s*(?:(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*|Spet)[.,\s]*(?:\d{4})?$/i;
/** A month that the workbook holds as a day: 45323 is 2024-02-01. */
const SERIAL = /^[3-9]\d{4}$/;

/** The month that the heading names, in letters or digits; '' if it names none. */
function toMonth(heading: string): string {
  if (SERIAL.test(heading)) return parseSerial(heading).slice(5, 7);
  const found = MONTH.exec(heading);
  return found === null ? '' : (found[1] ?? 'Sep');
}

/** `6,006 ,624.000` is a figure; what has two points, `7,019.077.000`, may be two figures and is left out. */
function toFigure(cell: string): string {
  const text = /^\d{1,3}( ?,\d{3})+(\.\d+)?$/.test(cell) ? cell.replaceAll(/[ ,]/g, '') : cell;
  return FIGURE.test(text) ? text : '';
}

function* observeSheet(year: string, { groups, gold, days }: Heading) {
  let [heading, month] = ['', ''];
  for (const [first = '', ...cells] of days) {
    const isDay = /^\d{1,2}$/.test(first);
    // In place of the name of January 2026 stands the year alone.
    const named = first === year && heading === '' ? 'Jan' : toMonth(first);
    // `Average` closes each month: days below it belong to the next one, even if its name is missing. Any other text is
    // a remark, as is a holiday's name in the middle of July 2024.
    if (!isDay && (named !== '' || first === 'Average')) {
      month = named;
      heading = first;
    }
    if (isDay && month === '')
      throw new DocumentError(`the sheet ${year} has days below ${JSON.stringify(heading)}, which is not a month`);
    const figureAt = (column: number) => toFigure(cells[column - 1] ?? '');
    // A day off has words, or a figure that means nothing; every other day has a dollar.
    if (!isDay || figureAt(groups[0]?.buy ?? 0) === '') continue;
    const date = dayOrText(`${first} ${month} ${year}`, 'DMY');
    const of = { date, quote: 'IQD', per: '1', unit: '', mid: '' } as const;
    for (const { code: base, buy } of groups) {
      const [bid, ask] = [figureAt(buy), figureAt(buy + 1)];
      if (`${bid}${ask}` !== '' && !isCrossed(bid, ask)) yield { ...of, base, bid, ask };
    }
    if (gold > 0 && figureAt(gold) !== '') yield { ...of, base: 'XAU', bid: figureAt(gold), ask: '' };
  }
}

const daily = defineFeed({
  name: 'daily',
  matches: /\/static\/uploads\/up\/file-\d+\.xlsx$/,
  session: {
    request: { method: 'GET', url: PAGE },
    toKeys: (page) => ({
      workbook: captured(page, /href="(https:\/\/cbi\.iq\/static\/uploads\/up\/file-\d+\.xlsx)">[^<>]{0,99}الذهب/),
    }),
  },
  wholeArchive: true,
  latest: (_, keys) => [file(keys)],
  between: (_, keys) => [file(keys)],
  read: workbook,
  schema: z.array(z.object({ name: z.string().regex(/^20\d\d$/), rows: z.array(z.array(z.string())) })).min(1),
  *observe(sheets) {
    const newest =
      sheets
        .map(({ name }) => name)
        .sort()
        .at(-1) ?? '';
    for (const sheet of sheets.filter(({ rows }) => rows.length > 0)) {
      const heading = toHeading(sheet);
      const isSeen = sheet.name >= HEADINGS_SEEN_FROM;
      if (typeof heading === 'string' && isSeen) throw new DocumentError(heading);
      const stated = typeof heading === 'string' ? [] : [...observeSheet(sheet.name, heading)];
      // Only a year that has just begun is without figures.
      if (stated.length === 0 && isSeen && sheet.name < newest)
        throw new DocumentError(`the sheet ${sheet.name} has a heading and no figure`);
      yield* stated;
    }
  },
});

export const cbi = defineProvider({
  code: 'CBI',
  description: 'Central Bank of Iraq',
  country: 'IRAQ',
  countryCode: 'IQ',
  references: [{ from: '2009-01-01', currency: 'IQD' }],
  timeSeries: true,
  bidAsk: true,
  schedule: { days: [1, 2, 3, 4, 7], time: '14:00', timeZone: 'Asia/Baghdad', lagDaysMax: 4 },
  terms: {
    url: PAGE,
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [daily],
});

/**
 * Japan Customs: the weekly rates by which the value of imports is made yen, in a PDF of three pages. The column tells
 * the unit: yen per one on the left, per a hundred on the right. Longer than most because texts have to be paired.
 */
import { z } from 'zod';
import { addDays, daysBetween, laterOf } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { pdfTexts, placedText } from '../feeds/pdf-texts.ts';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { toDays } from '../feeds/spans.ts';
import { parseDay, plainOrText } from '../feeds/spelling.ts';

const FIRST = parseDay('2002-01-06', 'YMD');
const SUNDAY = [7];

/** The folder is named by the year of the first day. */
const weekOf = (sunday: IsoDate): FeedRequest => {
  const [from, to] = [sunday, addDays(sunday, 6)].map((day) => day.replaceAll('-', ''));
  const folder = `https://www.customs.go.jp/tetsuzuki/kawase/kawase${sunday.slice(0, 4)}`;
  return { method: 'GET', url: `${folder}/kouji-rate${from}-${to}.pdf` };
};
const maybe = (request: FeedRequest): FeedRequest => ({ ...request, mayBeAbsent: true });

const NAMED = /\/kouji-rate(\d{4})(\d\d)(\d\d)-(\d{4})(\d\d)(\d\d)\.pdf$/;

/** The days of the text are in a font that does not say which letters it means, so they are taken from the address. */
function daysOf(url: string) {
  const [, ...parts] = NAMED.exec(url) ?? [];
  const [from, to] = [parts.slice(0, 3), parts.slice(3)].map((part) => parseDay(part.join('-'), 'YMD'));
  // One file of 2012 is named by a Friday; the week is to Saturday all the same.
  if (from === undefined || to === undefined || ![5, 6].includes(daysBetween(from, to)))
    throw new DocumentError('the address names no week');
  return { date: from, until: addDays(from, 6) };
}

/** Where the figures of the two columns begin, by their length: 420 to 447, and 506 to 530 points from the left. */
const COLUMNS = [
  { per: '1', from: 410, to: 460 },
  { per: '100', from: 495, to: 545 },
] as const;
/** How many points the texts of a row are apart at most; rows are 16 apart. */
const ROW_POINTS = 3;
const FIGURE = /^\d[\d,]*\.\d\d$/;
/** Brunei's dollar, which is that of Singapore, and in 2002 Luxembourg's franc and a second dollar. */
const WITHOUT_FIGURE_MAX = 3;

/** A row is a label and a figure. */
const weekly = defineFeed({
  name: 'weekly',
  matches: NAMED,
  latest: (today) => {
    const sunday = toDays({ from: addDays(today, -6), to: today }, SUNDAY)[0] ?? today;
    // The next week's list comes on its Monday or Tuesday, before long holidays a week earlier.
    return [weekOf(sunday), maybe(weekOf(addDays(sunday, 7)))];
  },
  between: ({ from, to }) =>
    toDays({ from: laterOf(addDays(from, -6), FIRST), to }, SUNDAY)
      .map(weekOf)
      .map(maybe),
  read: pdfTexts,
  schema: z.array(placedText),
  *observe(texts, { request }) {
    const days = daysOf(request.url);
    const labels = texts.filter(({ x, text }) => /^[A-Z]{3}$/.test(text) && text !== 'ISO' && x < COLUMNS[0].from);
    // A zero is a row without a figure.
    const isNumber = (text: string) => /^[\d.,]+$/.test(text) && text !== '0';
    const figures = texts.filter(({ x, text }) => isNumber(text) && x >= COLUMNS[0].from);
    if (figures.length === 0 || labels.length > figures.length + WITHOUT_FIGURE_MAX)
      throw new DocumentError(`the list is not whole: ${labels.length} labels, ${figures.length} figures`);
    for (const { page, x, y, text } of figures) {
      const own = labels.filter((label) => label.page === page && label.y - y < ROW_POINTS && y - label.y < ROW_POINTS);
      const column = COLUMNS.find(({ from, to }) => x >= from && x <= to);
      const [label] = own;
      // A part of a figure is none: `1` and `56.33` may be 156.33.
      if (label === undefined || own.length > 1 || column === undefined || !FIGURE.test(text))
        throw new DocumentError(`no one label and column for the figure ${text} at ${x}, ${y}`);
      yield midOf({ ...days, base: label.text, quote: 'JPY', per: column.per }, plainOrText(text));
    }
  },
});

export const jpc = defineProvider({
  code: 'JPC',
  description: 'Japan Customs (customs authority)',
  country: 'JAPAN',
  countryCode: 'JP',
  references: [{ from: FIRST, currency: 'JPY' }],
  timeSeries: true,
  bidAsk: false,
  kind: 'customs authority',
  schedule: { days: [2], time: '17:00', timeZone: 'Asia/Tokyo', leadDaysMax: 9 },
  caveat: 'The newest list that we have seen as it was sent is of September 2020.',
  terms: {
    url: 'https://www.customs.go.jp/tetsuzuki/kawase/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [weekly],
});

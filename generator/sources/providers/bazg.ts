/**
 * Federal Office for Customs and Border Security: the rates for Swiss customs and value added tax. It publishes one
 * figure for each currency, a bank's selling rate; it is relayed as mid, the only side that this provider declares.
 * Longer than most because it says what the figures are and for which days they hold.
 */
import { z } from 'zod';
import { addDays, daysBetween } from '../../wire/words/calendar.ts';
import { DocumentError, defineFeed, defineProvider, midOf } from '../feeds/provider.ts';
import { xml } from '../feeds/readers.ts';
import { toDays } from '../feeds/spans.ts';
import { parseDay } from '../feeds/spelling.ts';

const LISTS = 'https://www.backend-rates.bazg.admin.ch/api/xmldaily';
/** Lists are made on working days. Friday's list holds from Saturday to Monday. */
const WORKDAYS = [1, 2, 3, 4, 5];

/** `100 JPY`: the unit, and the code that the attribute has in small letters. */
const unit = z.string().regex(/^10* [A-Z]{3}$/);
const row = z.object({ '@code': z.string().regex(/^[a-z]{3}$/), waehrung: unit, kurs: z.string() });

/**
 * `datum` is the day on which the rates were determined, `gueltigkeit` the days on which they hold, in order and
 * without a gap: 25.07.2026,26.07.2026,27.07.2026 in the list of Friday, 24.07.2026. A list is dated by the first.
 */
const daily = defineFeed({
  name: 'daily',
  matches: /\/\/www\.backend-rates\.bazg\.admin\.ch\/api\/xmldaily(\?|$)/,
  latest: () => [{ method: 'GET', url: LISTS }],
  between: ({ from, to }) =>
    // The list of Maundy Thursday holds to the Tuesday after Easter.
    toDays({ from: addDays(from, -5), to }, WORKDAYS).map((day) => {
      return { method: 'GET', url: `${LISTS}?d=${day.replaceAll('-', '')}&locale=en`, mayBeAbsent: true };
    }),
  read: xml('devise'),
  schema: z.object({
    wechselkurse: z.object({ datum: z.string(), gueltigkeit: z.string(), devise: z.array(row) }),
  }),
  *observe({ wechselkurse: list }) {
    const days = list.gueltigkeit.split(',').map((day) => parseDay(day, 'DMY'));
    const [date, until] = [days[0], days.at(-1)];
    if (date === undefined || until === undefined || date <= parseDay(list.datum, 'DMY')) {
      throw new DocumentError(`the list of ${list.datum} holds on ${list.gueltigkeit}, not on the days that follow it`);
    }
    if (days.some((day, index) => daysBetween(date, day) !== index)) {
      throw new DocumentError(`there is a gap in the days of validity: ${list.gueltigkeit}`);
    }
    for (const { '@code': code, waehrung, kurs } of list.devise) {
      const [per = '', base = ''] = waehrung.split(' ');
      if (base !== code.toUpperCase()) throw new DocumentError(`the unit of ${code} is ${waehrung}`);
      yield midOf({ date, base, quote: 'CHF', per, until }, kurs);
    }
  },
});

export const bazg = defineProvider({
  code: 'BAZG',
  description: 'Federal Office for Customs and Border Security (customs authority)',
  country: 'SWITZERLAND',
  countryCode: 'CH',
  references: [{ from: '2000-01-01', currency: 'CHF' }],
  timeSeries: true,
  bidAsk: false,
  kind: 'customs authority',
  schedule: { days: WORKDAYS, time: '07:00', timeZone: 'Europe/Zurich', leadDaysMax: 1 },
  terms: {
    url: 'https://www.backend-rates.bazg.admin.ch/',
    note: 'The Swiss tax administration says of these rates that SIX forbids their reuse; ask before you pass them on.',
  },
  feeds: [daily],
});

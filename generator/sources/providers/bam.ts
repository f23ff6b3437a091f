/**
 * Bank Al-Maghrib: dirham rates for transfers, mid since 2016, buying and selling before. Its API needs a free key. The
 * file is longer than most because of a wrong unit of 2018.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { defineFeed, defineProvider, type FeedRequest, type Keys } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toDays } from '../feeds/spans.ts';
import { dayOrText } from '../feeds/spelling.ts';

const WORKDAYS = [1, 2, 3, 4, 5];
const KEY = 'BAM_KEY';

/** The API requires the hour in the request. The list of a holiday is empty. */
const listOf = (date: IsoDate, keys: Keys): FeedRequest => ({
  method: 'GET',
  url: `https://api.centralbankofmorocco.ma/cours/Version1/api/CoursVirement?date=${date}T12:30:00`,
  headers: { 'Ocp-Apim-Subscription-Key': keys[KEY] ?? '' },
  mayBeAbsent: true,
});

const row = z.object({ date: z.string().regex(/^\S{10}T12:30:00$/), libDevise: z.string(), uniteDevise: z.string() });
const side = z.string().nullish();
/** A row has a mid rate or both sides; a row without any figure is refused. */
const mid = row.extend({ moyen: z.string(), achat: side, vente: side });
const sides = row.extend({ moyen: z.null().optional(), achat: z.string(), vente: z.string() });

/**
 * On 53 days of 2018, the unit beside the ouguiya is 1 where the figure is for 100: 25.857 on 2018-04-17. A dirham has
 * cost between three and five new ouguiyas ever since, and none of them ever cost ten dirhams.
 */
const TENS = /^\d{2,}(\.|$)/;

/** Rows may be repeated, as for 28 of the 30 currencies of 2026-03-26. MRO means MRU (data/redenominations.csv). */
const transfers = defineFeed({
  name: 'transfers',
  matches: /\/\/api\.centralbankofmorocco\.ma\/cours\/Version1\/api\/CoursVirement\?/,
  keys: [KEY],
  // A free key allows some five calls a minute, and the answer 429 says how long to wait for the next ones.
  pauseMs: 2_000,
  // One week back is enough to pass over holidays; each day costs a request.
  latest: (today, keys) => toDays({ from: addDays(today, -6), to: today }, WORKDAYS).map((day) => listOf(day, keys)),
  between: (span, keys) => toDays(span, WORKDAYS).map((day) => listOf(day, keys)),
  read: json,
  schema: z.array(z.union([mid, sides])),
  *observe(rows) {
    for (const { date, libDevise: base, uniteDevise: per, moyen, achat, vente } of rows) {
      const sides = { mid: moyen ?? '', bid: achat ?? '', ask: vente ?? '' };
      const day = dayOrText(date.replace('T12:30:00', ''), 'YMD');
      const isPerHundred = base === 'MRO' && per === '1' && Object.values(sides).some((figure) => TENS.test(figure));
      yield { date: day, base, quote: 'MAD', per: isPerHundred ? '100' : per, unit: '', ...sides };
    }
  },
});

export const bam = defineProvider({
  code: 'BAM',
  description: 'Bank Al-Maghrib',
  country: 'MOROCCO',
  countryCode: 'MA',
  references: [{ from: '1999-01-04', currency: 'MAD' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: WORKDAYS, time: '15:00', timeZone: 'Africa/Casablanca' },
  terms: {
    url: 'https://apihelpdesk.centralbankofmorocco.ma/',
    note: 'No terms of reuse are known to us; the address is where the bank gives out its keys. We name the source.',
  },
  feeds: [transfers],
});

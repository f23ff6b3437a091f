/** National Bank of Ukraine: official hryvnia rates for every calendar day, set a day ahead; metals per troy ounce. */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { defineFeed, defineProvider, type FeedRequest, midOf, type Span } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText, toTable } from '../feeds/spelling.ts';

const rangeOf = ({ from, to }: Span): FeedRequest => {
  const days = `start=${from.replaceAll('-', '')}&end=${to.replaceAll('-', '')}`;
  const url = `https://bank.gov.ua/NBU_Exchange/exchange_site?${days}&sort=exchangedate&order=asc&json`;
  return { method: 'GET', url };
};

/**
 * Under these labels of old money the archive has figures for 100 units of the new one, whatever `units` says: 372.9741
 * hryvnias on 2005-06-27 are for 100 new liras, not for 10,000 old ones. From 2014-04-04 on, `units` is right.
 */
const PER_HUNDRED = toTable('BGL 2000-01-01, TRL 2005-01-06, ROL 2005-07-01, AZM 2006-01-06, TMM 2009-01-06');
const UNITS_RIGHT_FROM = '2014-04-04';

/** `rate` is for `units`, as in the bank's own list. `exchangedate` dates a fixing, not the day on which it was set. */
const site = defineFeed({
  name: 'official',
  matches: /\/\/bank\.gov\.ua\/NBU_Exchange\/exchange_site\?/,
  latest: (today) => [rangeOf({ from: addDays(today, -7), to: addDays(today, 7) })],
  between: (span) => toPages(span, 92).map(rangeOf),
  read: json,
  schema: z.array(z.object({ exchangedate: z.string(), cc: z.string(), rate: z.string(), units: z.string() })),
  *observe(rows) {
    for (const { exchangedate, cc: base, rate, units } of rows) {
      const date = dayOrText(exchangedate, 'DMY');
      const from = PER_HUNDRED.get(base);
      const per = from !== undefined && date >= from && date < UNITS_RIGHT_FROM ? '100' : units;
      yield midOf({ date, base, quote: 'UAH', per }, rate);
    }
  },
});

export const nbu = defineProvider({
  code: 'NBU',
  description: 'National Bank of Ukraine',
  country: 'UKRAINE',
  countryCode: 'UA',
  references: [{ from: '1996-09-02', currency: 'UAH' }],
  timeSeries: true,
  bidAsk: false,
  schedule: { days: [1, 2, 3, 4, 5], time: '15:30', timeZone: 'Europe/Kyiv', leadDaysMax: 7 },
  setBefore: 'Rates are set in the afternoon for the next working day.',
  terms: {
    url: 'https://bank.gov.ua/en/useterms',
    note: 'Name the National Bank of Ukraine as the source.',
  },
  feeds: [site],
});

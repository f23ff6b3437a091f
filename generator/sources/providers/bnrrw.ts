/** National Bank of Rwanda: francs per unit, with buying, average and selling rates, one currency per request. */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, type Span } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toPages } from '../feeds/spans.ts';
import { dayOrText, plainOrText } from '../feeds/spelling.ts';

const CURRENCIES = 'USD EUR GBP JPY CHF CAD AUD CNY INR ZAR AED SAR KES UGX TZS BIF'.split(' ');

const historiesOf = ({ from, to }: Span): readonly FeedRequest[] =>
  CURRENCIES.map((code) => ({
    method: 'GET',
    url: `https://fxrates.bnr.rw/currency_history/?currency_name=${code}&start_date=${from}&end_date=${to}`,
  }));

/** Records of some years ago write `1,253.60`. */
const figure = z.string().transform(plainOrText);
const rates = { buying_rate: figure, average_rate: figure, selling_rate: figure };
const day = z.string().regex(/^\d{2}-[A-Z][a-z]{2}-\d{2}$/);
const record = z.object({ currency_name: z.string(), ...rates, post_date: day });

/** Days come in no particular order. The century is not written; the service begins in 2012. */
const history = defineFeed({
  name: 'history',
  matches: /\/\/fxrates\.bnr\.rw\/currency_history\/\?/,
  partial: true,
  latest: (today) => historiesOf({ from: addDays(today, -10), to: today }),
  between: (span) =>
    toPages(span, 366).flatMap((page) => historiesOf(page).map((one) => ({ ...one, mayBeAbsent: true }))),
  read: json,
  schema: z.array(record),
  *observe(rows, { request }) {
    const asked = new URL(request.url).searchParams.get('currency_name');
    for (const { currency_name: base, buying_rate: bid, average_rate: mid, selling_rate: ask, post_date } of rows) {
      if (base !== asked) throw new DocumentError(`${base} where ${asked} was asked for`);
      const date = dayOrText(post_date.replace(/(\d{2})$/, '20$1'), 'DMY');
      yield { date, base, quote: 'RWF', per: '1', unit: '', mid, bid, ask };
    }
  },
});

export const bnrrw = defineProvider({
  code: 'BNRRW',
  description: 'National Bank of Rwanda',
  country: 'RWANDA',
  countryCode: 'RW',
  references: [{ from: '2012-01-02', currency: 'RWF' }],
  timeSeries: true,
  bidAsk: true,
  schedule: { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'Africa/Kigali' },
  terms: {
    url: 'https://www.bnr.rw/exchangeRate',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [history],
});

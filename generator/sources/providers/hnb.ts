/**
 * Croatian National Bank: buying, mid and selling rates, in kuna per foreign unit until 2022, and in foreign units
 * per euro since Croatia adopted the euro. The file is longer than most because each era has a format and a direction
 * of its own.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { isoDate } from '../../wire/words/schemas.ts';
import { defineFeed, defineProvider, type FeedRequest, type Span } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toCommon, toPages } from '../feeds/spans.ts';
import { dayOrText, toPoint } from '../feeds/spelling.ts';

const EURO_ERA: Span = { from: isoDate.parse('2023-01-01'), to: isoDate.parse('9999-12-31') };
const KUNA_ERA: Span = { from: isoDate.parse('1994-05-30'), to: isoDate.parse('2022-12-31') };
/** A missing price is written 0,000000: XDR has a mid rate only. */
const figure = z.string().transform((text) => (/^0,0+$/.test(text) ? '' : toPoint(text)));
/** The number of the list within its year. */
const list = z
  .string()
  .regex(/^\d{1,3}$/)
  .optional();
const sides = { kupovni_tecaj: figure, srednji_tecaj: figure, prodajni_tecaj: figure };

function pagesOf(span: Span, era: Span, toUrl: (page: Span) => string): readonly FeedRequest[] {
  const common = toCommon(span, era);
  const pages = common === null ? [] : toPages(common, 366);
  return pages.map((page) => ({ method: 'GET', url: toUrl(page), mayBeAbsent: true }));
}

const euroUrl = ({ from, to }: Span) =>
  `https://api.hnb.hr/tecajn-eur/v3?datum-primjene-od=${from}&datum-primjene-do=${to}`;

/**
 * Foreign units per euro: on 2023-01-02 the bank bought Australian dollars at 1.5717 per euro and sold them at 1.5669.
 * The selling figure is the smaller one, so it is the bid of EUR/AUD.
 */
const euroLists = defineFeed({
  name: 'euro lists',
  matches: /\/\/api\.hnb\.hr\/tecajn-eur\/v3\b/,
  latest: (today) => [{ method: 'GET', url: euroUrl({ from: addDays(today, -10), to: addDays(today, 7) }) }],
  between: (span) => pagesOf(span, EURO_ERA, euroUrl),
  read: json,
  schema: z.array(z.object({ datum_primjene: z.string(), broj_tecajnice: list, valuta: z.string(), ...sides })),
  *observe(rows) {
    for (const { datum_primjene, broj_tecajnice: number, valuta: quote, ...row } of rows) {
      const { srednji_tecaj: mid, prodajni_tecaj: bid, kupovni_tecaj: ask } = row;
      yield { date: dayOrText(datum_primjene, 'YMD'), base: 'EUR', quote, per: '1', unit: '', mid, bid, ask, number };
    }
  },
});

const kunaUrl = ({ from, to }: Span) => `https://api.hnb.hr/tecajn/v2?datum-od=${from}&datum-do=${to}`;

/** Kuna for `jedinica` foreign units: here the buying figure is the bid. The lists ended with 2022. */
const kunaLists = defineFeed({
  name: 'kuna lists',
  matches: /\/\/api\.hnb\.hr\/tecajn\/v2\b/,
  latest: () => [],
  between: (span) => pagesOf(span, KUNA_ERA, kunaUrl),
  read: json,
  schema: z.array(z.object({ datum: z.string(), valuta: z.string(), jedinica: z.string(), ...sides })),
  *observe(rows) {
    for (const {
      datum,
      valuta: base,
      jedinica: per,
      srednji_tecaj: mid,
      kupovni_tecaj: bid,
      prodajni_tecaj: ask,
    } of rows) {
      yield { date: dayOrText(datum, 'YMD'), base, quote: 'HRK', per, unit: '', mid, bid, ask };
    }
  },
});

export const hnb = defineProvider({
  code: 'HNB',
  description: 'Croatian National Bank',
  country: 'CROATIA',
  countryCode: 'HR',
  references: [
    { from: KUNA_ERA.from, currency: 'HRK' },
    { from: EURO_ERA.from, currency: 'EUR' },
  ],
  timeSeries: true,
  bidAsk: true,
  // Rates are set in the afternoon for the next working day.
  schedule: { days: [1, 2, 3, 4, 5], time: '14:00', timeZone: 'Europe/Zagreb', leadDaysMax: 7 },
  setBefore: 'Rates are set in the afternoon for the next working day.',
  terms: {
    url: 'https://api.hnb.hr/',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [euroLists, kunaLists],
});

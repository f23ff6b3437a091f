/**
 * National Bank of Belarus: official rouble rates for every calendar day, for 1 to 100,000 units. Long because a
 * currency's history names neither the currency nor the unit, only a number of the bank's own; thirty of these numbers
 * are listed here.
 */
import { z } from 'zod';
import { addDays } from '../../wire/words/calendar.ts';
import { type IsoDate, isoDate } from '../../wire/words/schemas.ts';
import { DocumentError, defineFeed, defineProvider, type FeedRequest, midOf } from '../feeds/provider.ts';
import { json } from '../feeds/readers.ts';
import { toDays } from '../feeds/spans.ts';
import { dayOrText, toTable } from '../feeds/spelling.ts';

const TABLE = 'official';
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
/** 10,000 BYR became 1 BYN on this day; earlier lists are in the old rouble. */
const NEW_ROUBLE_FROM = isoDate.parse('2016-07-01');

const midnight = z.string().regex(/^\d{4}-\d\d-\d\dT00:00:00$/);

const listOf = (date: IsoDate): FeedRequest => ({
  method: 'GET',
  url: `https://api.nbrb.by/exrates/rates?ondate=${date}&periodicity=0`,
  mayBeAbsent: true,
});

const lists = defineFeed({
  name: 'lists',
  table: TABLE,
  matches: /\/\/api\.nbrb\.by\/exrates\/rates\?(ondate=[\d-]+&)?periodicity=0$/,
  latest: (today) => toDays({ from: addDays(today, -6), to: addDays(today, 1) }, EVERY_DAY).map(listOf),
  between: (span) => toDays(span, EVERY_DAY).map(listOf),
  read: json,
  schema: z.array(
    z.object({ Date: midnight, Cur_Abbreviation: z.string(), Cur_Scale: z.string(), Cur_OfficialRate: z.string() }),
  ),
  *observe(rows) {
    for (const { Date: day, Cur_Abbreviation: base, Cur_Scale: per, Cur_OfficialRate: rate } of rows) {
      const date = dayOrText(day.slice(0, 10), 'YMD');
      yield midOf({ date, base, quote: roubleOf(date), per }, rate);
    }
  },
});

/** The bank's numbers in 2026, with unit and currency. A new unit or name gives a currency a new number. */
const SERIES = toTable(
  '371 1 CAD, 394 1 KWD, 421 1 SGD, 426 1 CHF, 429 1 GBP, 431 1 USD, 440 1 AUD, 448 1 NZD, 449 100 UAH, 450 10 DKK',
  '451 1 EUR, 452 10 PLN, 453 100 ISK, 454 10 MDL, 455 10 NOK, 456 100 RUB, 457 1 XDR, 458 100 KGS, 459 1000 KZT',
  '460 10 TRY, 461 100000 IRR, 462 10 CNY, 463 100 CZK, 464 10 SEK, 508 100 JPY, 510 1000 AMD, 511 100 INR',
  '512 100000 VND, 513 10 AED, 514 10 BRL',
);

/** The same figures, one currency per document. Only the lists are requested: they state code and unit. */
const histories = defineFeed({
  name: 'histories',
  table: TABLE,
  partial: true,
  matches: /\/\/api\.nbrb\.by\/exrates\/rates\/dynamics\/\d+\?/,
  latest: () => [],
  between: () => [],
  read: json,
  schema: z.array(z.object({ Cur_ID: z.string(), Date: midnight, Cur_OfficialRate: z.string() })),
  *observe(rows) {
    for (const { Cur_ID, Date: day, Cur_OfficialRate: rate } of rows) {
      const [per, base] = SERIES.get(Cur_ID)?.split(' ') ?? [];
      if (per === undefined || base === undefined) throw new DocumentError(`no currency has the number ${Cur_ID}`);
      const date = dayOrText(day.slice(0, 10), 'YMD');
      yield midOf({ date, base, quote: roubleOf(date), per }, rate);
    }
  },
});

function roubleOf(date: IsoDate): string {
  return date < NEW_ROUBLE_FROM ? 'BYR' : 'BYN';
}

export const nbrb = defineProvider({
  code: 'NBRB',
  description: 'National Bank of the Republic of Belarus',
  country: 'BELARUS',
  countryCode: 'BY',
  // Lists before 2000 are in the first rouble, 1000 of which became one.
  references: [
    { from: '2000-01-01', currency: 'BYR' },
    { from: NEW_ROUBLE_FROM, currency: 'BYN' },
  ],
  timeSeries: true,
  bidAsk: false,
  // Rates are set in the afternoon for the next day, and on Friday for Monday as well.
  schedule: { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'Europe/Minsk', leadDaysMax: 7 },
  setBefore: 'Rates are set in the afternoon for the next day, and on Friday for Monday.',
  terms: {
    url: 'https://www.nbrb.by/apihelp/exrates',
    note: 'No terms of reuse are known to us; the address is where the figures are published. We name the source.',
  },
  feeds: [lists, histories],
});

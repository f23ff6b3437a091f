/**
 * Central Bank of the Republic of Türkiye: foreign exchange buying and selling rates; no mid is published. Longer than
 * most because it has two forms of document: the bulletin of a day, and series that were recorded once.
 */
import { z } from 'zod';
import { type IsoDate, isoDate } from '../../wire/words/schemas.ts';
import { DocumentError, defineFeed, defineProvider, type FeedRequest } from '../feeds/provider.ts';
import { json, xml } from '../feeds/readers.ts';
import { toDays } from '../feeds/spans.ts';
import { parseDay, toDayFirst } from '../feeds/spelling.ts';

const WORKDAYS = [1, 2, 3, 4, 5];
/** 1,000,000 TRL became 1 TRY on this day; earlier bulletins are in the old lira. */
const NEW_LIRA_FROM = isoDate.parse('2005-01-01');

/** The bank answers a holiday with 404. */
const bulletinOf = (date: IsoDate): FeedRequest => ({
  method: 'GET',
  url: `https://www.tcmb.gov.tr/kurlar/${date.slice(0, 7).replace('-', '')}/${toDayFirst(date, '')}.xml`,
  mayBeAbsent: true,
});

const row = z.object({
  '@CurrencyCode': z.string(),
  Unit: z.string(),
  ForexBuying: z.string(),
  ForexSelling: z.string(),
});

/** It has a buying rate only. */
const ONE_SIDED = 'XDR';

/** Banknote rates are listed beside the foreign exchange rates and are wider. Every currency has both sides or none. */
const bulletin = defineFeed({
  name: 'bulletin',
  matches: /\/\/www\.tcmb\.gov\.tr\/kurlar\/(today|\d{6}\/\d{8})\.xml$/,
  latest: () => [{ method: 'GET', url: 'https://www.tcmb.gov.tr/kurlar/today.xml' }],
  between: (span) => toDays(span, WORKDAYS).map(bulletinOf),
  read: xml('Currency'),
  schema: z.object({ Tarih_Date: z.object({ '@Tarih': z.string(), Currency: z.array(row) }) }),
  *observe({ Tarih_Date: list }) {
    const date = parseDay(list['@Tarih'], 'DMY');
    for (const { '@CurrencyCode': base, Unit: per, ForexBuying: bid, ForexSelling: ask } of list.Currency) {
      if ((bid === '') !== (ask === '') && base !== ONE_SIDED) throw new DocumentError(`${date}: ${base} has one side`);
      yield { date, base, quote: liraOf(date), per, unit: '', mid: '', bid, ask };
    }
  },
});

/** The column of a currency's buying rates. */
const BUYING = /^TP_DK_([A-Z]{3})_A_YTL$/;
/** The series have no field for the unit; these currencies are quoted per 100, as in the bulletin. */
const PER_HUNDRED: ReadonlySet<string> = new Set(['JPY', 'IRR']);

/**
 * The series repeat a bulletin under the date of the next working day: on 10 March 2026 they give 0.86558 euros per
 * dollar, where the ECB had 0.86543 on the 9th and 0.85903 on the 10th. So each row is read as the bulletin of the row
 * before it that has figures, and the first is left out, because its bulletin's day is not in the document. Recordings
 * of them are read, but they are never requested: they list fewer currencies than the bulletin and are a table of their
 * own.
 */
const series = defineFeed({
  name: 'series',
  matches: /\/\/evds\d?\.tcmb\.gov\.tr\/.*series=TP\.DK\./,
  latest: () => [],
  read: json,
  schema: z.object({
    items: z.array(z.object({ Tarih: z.string() }).catchall(z.union([z.string(), z.null(), z.looseObject({})]))),
  }),
  *observe({ items }) {
    // On a day without trading every column is null.
    const trading = items.filter((day) => Object.keys(day).some((name) => BUYING.test(name) && day[name] !== null));
    for (const [place, day] of trading.entries()) {
      const before = trading[place - 1];
      if (before === undefined) continue;
      const date = parseDay(before.Tarih, 'DMY');
      if (parseDay(day.Tarih, 'DMY') <= date) throw new DocumentError(`${day.Tarih} comes after ${before.Tarih}`);
      for (const column of Object.keys(day)) {
        const base = BUYING.exec(column)?.[1];
        const [bid, ask] = [day[column], day[column.replace('_A_', '_S_')]];
        if (base === undefined || (bid === null && ask === null)) continue;
        if ((toFigure(bid) === '') !== (toFigure(ask) === '')) throw new DocumentError(`${date}: ${base} has one side`);
        const per = PER_HUNDRED.has(base) ? '100' : '1';
        yield { date, base, quote: 'TRY', per, unit: '', mid: '', bid: toFigure(bid), ask: toFigure(ask) };
      }
    }
  },
});

function liraOf(date: IsoDate): string {
  return date < NEW_LIRA_FROM ? 'TRL' : 'TRY';
}

function toFigure(cell: unknown): string {
  return typeof cell === 'string' ? cell : '';
}

export const tcmb = defineProvider({
  code: 'TCMB',
  description: 'Central Bank of the Republic of Türkiye',
  country: 'TURKEY',
  countryCode: 'TR',
  references: [
    { from: '1996-04-16', currency: 'TRL' },
    { from: NEW_LIRA_FROM, currency: 'TRY' },
  ],
  timeSeries: true,
  bidAsk: true,
  schedule: { days: WORKDAYS, time: '15:30', timeZone: 'Europe/Istanbul' },
  terms: {
    url: 'https://www.tcmb.gov.tr/wps/wcm/connect/EN/TCMB+EN/Bottom+Menu/Other/Disclaimer',
    note: 'Name the bank as the source. Commercial use of the information on its site needs its prior written permission.',
  },
  feeds: [bulletin, series],
});

/**
 * Which files of reference rates the ECB has, and of which days each of them is. Those of other providers with the euro
 * have the same form and another sender. The tree has some of them, and the gateway makes the others.
 */

import { storedZip } from '../encode/stored-zip.ts';
import { escapeXml } from '../encode/xml.ts';
import { addDays } from '../words/calendar.ts';
import { compareTexts, PLACES_MAX } from '../words/order.ts';
import { type CurrencyCode, currencyCode, EUR, GLOBAL, type IsoDate, type Provider } from '../words/schemas.ts';
import type { Table } from './table.ts';

const ECB = 'ECB';
/** The newest fixing of the 90 days is the first of them. */
const DAYS = 89;
/** So many fixings show with how many decimals a currency is quoted: in none will all of them end in a zero. */
export const SHOWN = 64;
const [XML_TYPE, CSV_TYPE, ZIP_TYPE] = ['application/xml; charset=utf-8', 'text/csv; charset=utf-8', 'application/zip'];

type Facts = Pick<Provider, 'code' | 'description'>;

export interface ReferenceFile {
  readonly contentType: string;
  /** Of all that there are up to the newest. */
  readonly choose: (dates: readonly IsoDate[], newest: IsoDate) => readonly IsoDate[];
  /** @param days newest first */
  readonly write: (days: readonly Day[], provider: Facts) => string | Buffer;
}

function senderOf({ code, description }: Facts): string {
  return code === ECB ? 'European Central Bank' : `Ratetree, from the rates of ${code}: ${description}`;
}

const DAILY: ReferenceFile = {
  contentType: XML_TYPE,
  choose: (dates) => dates.slice(-SHOWN),
  write: (days, provider) => toDailyXml(days, senderOf(provider)),
};
const HISTORY: ReferenceFile = {
  contentType: XML_TYPE,
  choose: (dates) => dates,
  write: (days, provider) => toHistoryXml(days, senderOf(provider)),
};
const csv: ReferenceFile['write'] = (days, { code }) => toCsv(days, code === ECB);

/** The short ones, which the tree has of GLOBAL as well: its whole history has a million figures. */
const SHORT: Readonly<Record<string, ReferenceFile>> = {
  'eurofxref-daily.xml': DAILY,
  'eurofxref.zip': {
    ...DAILY,
    contentType: ZIP_TYPE,
    write: (days) => storedZip('eurofxref.csv', Buffer.from(toDailyCsv(days))),
  },
  'eurofxref-hist-90d.xml': {
    ...HISTORY,
    choose: (dates, newest) => dates.filter((date) => date >= addDays(newest, -DAYS)),
  },
};
const LONG: Readonly<Record<string, ReferenceFile>> = {
  'eurofxref-hist.xml': HISTORY,
  'eurofxref-hist.csv': { ...HISTORY, contentType: CSV_TYPE, write: csv },
  'eurofxref-hist.zip': {
    ...HISTORY,
    contentType: ZIP_TYPE,
    write: (...said) => storedZip('eurofxref-hist.csv', Buffer.from(csv(...said))),
  },
};

/** By name. */
export const REFERENCE_FILES: ReadonlyMap<string, ReferenceFile> = new Map(Object.entries({ ...SHORT, ...LONG }));

/** By provider, those that the tree has. */
export const FILES_IN_TREE: ReadonlyMap<string, ReadonlyMap<string, ReferenceFile>> = new Map([
  [ECB, REFERENCE_FILES],
  [GLOBAL, new Map(Object.entries(SHORT))],
]);

export function dayOf({ date, figures }: Table): Day {
  const stated = [...figures].flatMap(([code, { mid }]) =>
    code === EUR || mid === null ? [] : [[code, mid.round(PLACES_MAX)] as const],
  );
  return { date, rates: new Map(stated) };
}

// How the ECB writes its files of reference rates.

export interface Day {
  readonly date: IsoDate;
  /** Per euro. */
  readonly rates: ReadonlyMap<CurrencyCode, string>;
}

/** The order of the ECB, which has gone by the countries that joined. Others follow by code. */
const ORDER: readonly CurrencyCode[] = [
  'USD JPY BGN CYP CZK DKK EEK GBP HUF LTL LVL MTL PLN ROL RON SEK',
  'SIT SKK CHF ISK NOK HRK RUB TRL TRY AUD BRL CAD CNY HKD IDR ILS',
  'INR KRW MXN MYR NZD PHP SGD THB ZAR',
].flatMap((codes) => codes.split(' ').map((code) => currencyCode.parse(code)));
const PLACES: ReadonlyMap<string, number> = new Map(ORDER.map((code, place) => [code, place]));

function inOrder(codes: Iterable<CurrencyCode>): readonly CurrencyCode[] {
  const placeOf = (code: string) => PLACES.get(code) ?? ORDER.length;
  return [...codes].sort((left, right) => placeOf(left) - placeOf(right) || compareTexts(left, right));
}

const ENVELOPE =
  '<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
const SUBJECT = '<gesmes:subject>Reference rates</gesmes:subject>';

/**
 * The first of the days, in which each currency has as many decimals as ever, unlike in the files of many days.
 * @param days newest first; the later ones show how many decimals a currency has
 */
function paddedRates(days: readonly Day[]): readonly (readonly [code: CurrencyCode, rate: string])[] {
  const decimals = new Map<CurrencyCode, number>();
  for (const { rates } of days) {
    for (const [code, rate] of rates) {
      const places = decimalsOf(rate);
      if (places > (decimals.get(code) ?? -1)) decimals.set(code, places);
    }
  }
  const newest = days[0]?.rates ?? new Map<CurrencyCode, string>();
  return inOrder(newest.keys()).map((code) => [code, padded(newest.get(code) ?? '', decimals.get(code) ?? 0)]);
}

/** @param days see `paddedRates` */
function toDailyXml(days: readonly Day[], sender: string): string {
  const rows = paddedRates(days).map(([code, rate]) => `\t\t\t<Cube currency='${code}' rate='${rate}'/>`);
  return [
    DECLARATION,
    ENVELOPE,
    `\t${SUBJECT}`,
    '\t<gesmes:Sender>',
    `\t\t<gesmes:name>${escapeXml(sender)}</gesmes:name>`,
    '\t</gesmes:Sender>',
    '\t<Cube>',
    `\t\t<Cube time='${days[0]?.date ?? ''}'>`,
    ...rows,
    '\t\t</Cube>',
    '\t</Cube>',
    '</gesmes:Envelope>',
  ].join('\n');
}

/** @param days see `paddedRates` */
function toDailyCsv(days: readonly Day[]): string {
  const rates = paddedRates(days);
  const lines = [
    ['Date', ...rates.map(([code]) => code)],
    [toWords(days[0]?.date ?? ''), ...rates.map(([, rate]) => rate)],
  ];
  return lines.map((cells) => `${cells.join(', ')}, \n`).join('');
}

/** Such as `13 April 2026`. */
function toWords(date: string): string {
  const [year, , day] = date.split('-');
  const month = new Date(date).toLocaleDateString('en', { month: 'long', timeZone: 'UTC' });
  return `${day} ${month} ${year}`;
}

function decimalsOf(rate: string): number {
  return rate.split('.')[1]?.length ?? 0;
}

function padded(rate: string, decimals: number): string {
  const missing = decimals - decimalsOf(rate);
  return missing === 0 ? rate : `${rate}${rate.includes('.') ? '' : '.'}${'0'.repeat(missing)}`;
}

/** @param days newest first */
function toHistoryXml(days: readonly Day[], sender: string): string {
  const cubes = days.map(({ date, rates }) => {
    const rows = inOrder(rates.keys()).map((code) => `<Cube currency="${code}" rate="${rates.get(code)}"/>`);
    return `<Cube time="${date}">${rows.join('')}</Cube>`;
  });
  const head = `<gesmes:Sender><gesmes:name>${escapeXml(sender)}</gesmes:name></gesmes:Sender>`;
  return `${DECLARATION}${ENVELOPE}${SUBJECT}${head}<Cube>${cubes.join('\n')}</Cube></gesmes:Envelope>`;
}

/** @param days newest first @param hasAll whether there is a column for each currency that the ECB has ever quoted */
export function toCsv(days: readonly Day[], hasAll: boolean): string {
  const codes = new Set<CurrencyCode>(hasAll ? ORDER : []);
  for (const { rates } of days) for (const code of rates.keys()) codes.add(code);
  const columns = inOrder(codes);
  const rows = days.map(({ date, rates }) => [date, ...columns.map((code) => rates.get(code) ?? 'N/A')]);
  return [['Date', ...columns], ...rows].map((cells) => `${cells.join(',')},\n`).join('');
}

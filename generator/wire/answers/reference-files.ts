/**
 * Which files of reference rates the ECB has, and of which days each of them is. Those of other providers with the euro
 * have the same form and another sender. The tree has some of them, and the gateway makes the others.
 */
import { storedZip } from '../encode/stored-zip.ts';
import { addDays } from '../words/calendar.ts';
import { PLACES_MAX } from '../words/places.ts';
import { EUR, GLOBAL, type IsoDate, type Provider } from '../words/schemas.ts';
import { type Day, toCsv, toDailyCsv, toDailyXml, toHistoryXml } from './ecb-files.ts';
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

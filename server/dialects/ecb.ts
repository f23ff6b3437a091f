/**
 * The files of the ECB's reference rates: a day, 90 days and all of them as XML, and all as CSV. Those of the ECB are
 * what the ECB publishes, byte for byte. Those of other providers with the euro have the same form and another sender.
 */
import type { Table } from '../../generator/wire/answers/table.ts';
import type { KnownProvider } from '../../generator/wire/release/catalogue.ts';
import { addDays } from '../../generator/wire/words/calendar.ts';
import { type CurrencyCode, EUR, type IsoDate, PLACES_MAX } from '../../generator/wire/words/schemas.ts';
import { Problem, quoted } from '../query/problem.ts';
import { toAsciiUpper } from '../query/target.ts';
import { type Dialect, type Question, refuseAsFile, XML_TYPE } from './dialect.ts';
import { type Day, toCsv, toDailyXml, toHistoryXml } from './ecb-files.ts';
import type { Rates } from './rates.ts';

export const ecb: Dialect = {
  name: 'ecb',
  prefix: '/ecb/',
  toQuestion(path) {
    const [, code = ECB, name = ''] = /^(?:([^/]+)\/)?(eurofxref-[a-z0-9-]+\.\w+)$/.exec(path) ?? [];
    const file = FILES.get(name);
    return file === undefined ? null : ofFile(file, toAsciiUpper(code));
  },
  toRefusal: refuseAsFile,
};

const ECB = 'ECB';
/** The newest fixing of the 90 days is the first of them. */
const DAYS = 89;
/** So many fixings show with how many decimals a currency is quoted: in none will all of them end in a zero. */
const SHOWN = 64;

interface File {
  readonly contentType: string;
  /** Of all that there are up to the newest. */
  readonly choose: (dates: readonly IsoDate[], newest: IsoDate) => readonly IsoDate[];
  /** @param days newest first */
  readonly write: (days: readonly Day[], provider: KnownProvider) => string;
}

const senderOf = ({ facts: { code, description } }: KnownProvider) =>
  code === ECB ? 'European Central Bank' : `Ratetree, from the rates of ${code}: ${description}`;
const history: File = {
  contentType: XML_TYPE,
  choose: (dates) => dates,
  write: (days, provider) => toHistoryXml(days, senderOf(provider)),
};
const FILES: ReadonlyMap<string, File> = new Map<string, File>([
  [
    'eurofxref-daily.xml',
    {
      contentType: XML_TYPE,
      choose: (dates) => dates.slice(-SHOWN),
      write: (days, provider) => toDailyXml(days, senderOf(provider)),
    },
  ],
  [
    'eurofxref-hist-90d.xml',
    { ...history, choose: (dates, newest) => dates.filter((date) => date >= addDays(newest, -DAYS)) },
  ],
  ['eurofxref-hist.xml', history],
  [
    'eurofxref-hist.csv',
    { ...history, contentType: 'text/csv; charset=utf-8', write: (days, { facts }) => toCsv(days, facts.code === ECB) },
  ],
]);

function ofFile({ contentType, choose, write }: File, code: string): Question {
  return {
    async answer(_asked, rates) {
      const provider = readProvider(rates, code);
      const { latest, fixings } = provider.index;
      if (latest === null) throw new Problem(1007, `${code} has no fixing yet`);
      const dates = fixings.map(({ date }) => date).filter((date) => date <= latest);
      const days: Day[] = [];
      for await (const table of rates.wholeSpan(provider, choose(dates, latest))) days.push(toDay(table));
      return { text: write(days.reverse(), provider), contentType, freshness: 'current' };
    },
  };
}

/** @throws Problem for one that does not quote in euro */
function readProvider({ catalogue }: Rates, code: string): KnownProvider {
  const provider = catalogue.byCode.get(code);
  if (provider === undefined) throw new Problem(1001, `provider ${quoted(code)} is not one of /v1/providers`);
  if (provider.facts.referenceCurrency === EUR) return provider;
  throw new Problem(1004, `${code} does not quote in ${EUR}, as these files do`);
}

function toDay({ date, figures }: Table): Day {
  const stated = [...figures].flatMap(([code, { mid }]): (readonly [CurrencyCode, string])[] =>
    code === EUR || mid === null ? [] : [[code, mid.round(PLACES_MAX)]],
  );
  return { date, rates: new Map(stated) };
}

/**
 * The ECB's service of statistics, as far as its exchange rates go: the series `EXR/D.USD+GBP.EUR.SP00.A` as CSV or JSON.
 * A series that does not exist is not found; one without a figure in the span is an empty answer, as at the ECB.
 */
import { dayOf, SHOWN } from '../../../generator/wire/answers/reference-files.ts';
import { escapeXml } from '../../../generator/wire/encode/xml.ts';
import type { KnownProvider } from '../../../generator/wire/release/catalogue.ts';
import { compareTexts } from '../../../generator/wire/words/order.ts';
import { type CurrencyCode, EUR, type IsoDate } from '../../../generator/wire/words/schemas.ts';
import { whyUnknown } from '../../../generator/wire/words/written-codes.ts';
import { Problem, quoted } from '../../request/query/problem.ts';
import { type Dialect, type DialectRefusal, type Question, XML_TYPE } from '../dialect.ts';
import type { Rates } from '../rates.ts';
import { JSON_DATA_TYPE, type Observation, type StatedSeries, toSdmxJson } from './json.ts';
import { SERIES, toChooser, toWanted, type Wanted } from './request.ts';

export const sdmx: Dialect = {
  name: 'sdmx',
  prefix: '/service/data/',
  toQuestion(path) {
    const found = /^(?:(?:ECB|all)(?:,|%2C))?EXR(?:(?:,|%2C)(?:1\.0|latest))?(?:\/([^/]*))?(\/.*)?$/i.exec(path);
    if (found === null) return null;
    const [, key = '', rest] = found;
    return rest === undefined ? ofSeries(key) : { answer: async () => refuseBehindKey(key, rest) };
  },
  toRefusal: refuse,
};

function refuseBehindKey(key: string, rest: string): never {
  throw new Problem(1006, `nothing stands behind the key ${quoted(key)} here; leave out ${quoted(rest)}`);
}

const DIMENSIONS = ['KEY', 'FREQ', 'CURRENCY', 'CURRENCY_DENOM', 'EXR_TYPE', 'EXR_SUFFIX', 'TIME_PERIOD', 'OBS_VALUE'];
const ATTRIBUTES = `
  OBS_STATUS OBS_CONF OBS_PRE_BREAK OBS_COM TIME_FORMAT BREAKS COLLECTION COMPILING_ORG DISS_ORG DOM_SER_IDS PUBL_ECB
  PUBL_MU PUBL_PUBLIC UNIT_INDEX_BASE COMPILATION COVERAGE DECIMALS NAT_TITLE SOURCE_AGENCY SOURCE_PUB TITLE TITLE_COMPL
  UNIT UNIT_MULT`
  .trim()
  .split(/\s+/);

type Series = ReadonlyMap<CurrencyCode, readonly Observation[]>;

function ofSeries(key: string): Question {
  return {
    async answer(asked, rates) {
      const wanted = toWanted(asked);
      const provider = rates.catalogue.byCode.get('ECB');
      const isChosen = toChooser(key);
      const codes = [...(provider?.quoted ?? [])].filter((code) => code !== EUR && isChosen(code)).sort(compareTexts);
      if (provider === undefined || codes.length === 0) {
        const why = key.split(/[.+]/).map(whyUnknown).join('');
        throw new Problem(1002, `No results found for ${quoted(key)}${why}`);
      }
      const series = await readSeries(rates, provider, codes, wanted);
      const stated = [...series].map(([code, all]) => statedOf(code, all, wanted, nameOf(rates, code)));
      const facts = { freshness: 'current', variesBy: 'Accept' } as const;
      if (wanted.format === 'csv') return { ...facts, text: toCsv(stated), contentType: 'text/csv; charset=utf-8' };
      return { ...facts, text: toSdmxJson(stated, rates), contentType: JSON_DATA_TYPE };
    },
  };
}

function toCsv(stated: readonly StatedSeries[]): string {
  const rows = stated.flatMap(({ code, attributes, observations }) => {
    const { frequency, base, type, suffix } = SERIES;
    const series = [frequency, code, base, type, suffix];
    const values = attributes === null ? [] : ATTRIBUTES.map((name) => attributes.get(name) ?? '');
    return observations.map(({ date, rate }) => [['EXR', ...series].join('.'), ...series, date, rate, ...values]);
  });
  const columns = stated[0]?.attributes == null ? DIMENSIONS : [...DIMENSIONS, ...ATTRIBUTES];
  const lines = rows.length === 0 ? [] : [columns, ...rows];
  return lines.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('');
}

/**
 * Up to the end of the span, and from some fixings before it, which show how many decimals a currency has. Where the
 * last figures are asked for, most series have theirs in the newest fixings, and no others are read.
 * @throws Problem, StoreError
 */
async function readSeries(
  rates: Rates,
  provider: KnownProvider,
  codes: readonly CurrencyCode[],
  { from, to, last }: Wanted,
): Promise<Series> {
  const { latest, fixings } = provider.index;
  const upTo = fixings.map(({ date }) => date).filter((date) => latest !== null && date <= latest && date <= to);
  const start = upTo.findIndex((date) => date >= from);
  if (start < 0) return new Map();
  const all = start < SHOWN ? upTo : upTo.slice(start - SHOWN);
  const newest = last === null ? all : newestOf(all, last + BigInt(SHOWN));
  const found = await read(rates, provider, codes, newest);
  const isEnough = codes.every((code) => BigInt(found.get(code)?.length ?? 0) >= (last ?? 0n));
  return newest.length === all.length || isEnough ? found : read(rates, provider, codes, all);
}

function newestOf<Item>(items: readonly Item[], count: bigint): readonly Item[] {
  return items.filter((_, place) => BigInt(items.length - place) <= count);
}

async function read(
  rates: Rates,
  provider: KnownProvider,
  codes: readonly CurrencyCode[],
  dates: readonly IsoDate[],
): Promise<Series> {
  const series = new Map(codes.map((code) => [code, [] as Observation[]]));
  for await (const table of rates.wholeSpan(provider, dates, new Set(codes))) {
    for (const [code, rate] of dayOf(table).rates) series.get(code)?.push({ date: table.date, rate });
  }
  return series;
}

/** @param all of the span and some before it, oldest first */
function statedOf(code: CurrencyCode, all: readonly Observation[], wanted: Wanted, name: string): StatedSeries {
  const { from, first, last, hasAttributes } = wanted;
  const own = all.filter(({ date }) => date >= from).filter((_, place) => first === null || BigInt(place) < first);
  const observations = last === null ? own : newestOf(own, last);
  return { code, name, observations, attributes: hasAttributes ? attributesOf(code, all, name) : null };
}

/** Those that the ECB states of a rate; the others are empty there, too. */
function attributesOf(code: CurrencyCode, all: readonly Observation[], name: string): ReadonlyMap<string, string> {
  const decimals = all.map(({ rate }) => rate.split('.')[1]?.length ?? 0).sort((left, right) => right - left);
  return new Map<string, string>([
    ['OBS_STATUS', 'A'],
    ['OBS_CONF', 'F'],
    ['TIME_FORMAT', 'P1D'],
    ['COLLECTION', 'A'],
    ['DECIMALS', `${decimals[0] ?? 0}`],
    ['SOURCE_AGENCY', '4F0'],
    ['TITLE', `${name}/Euro`],
    ['TITLE_COMPL', `ECB reference exchange rate, ${name}/Euro, 2:15 pm (C.E.T.)`],
    ['UNIT', code],
    ['UNIT_MULT', '0'],
  ]);
}

function nameOf({ catalogue }: Rates, wanted: CurrencyCode): string {
  return catalogue.currencies.find(({ code }) => code === wanted)?.name ?? wanted;
}

function toCell(text: string): string {
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The status codes that the ECB documents; the numbers within the message are those of SDMX 2.1. */
const STATUSES: Readonly<Partial<Record<Problem['code'], readonly [status: number, code: number]>>> = {
  1002: [404, 100],
  1007: [404, 100],
  1404: [404, 100],
  1101: [406, 501],
  1104: [501, 501],
  1105: [413, 130],
  1401: [401, 110],
  1402: [401, 110],
  1403: [403, 110],
  1019: [403, 110],
};
const NAMESPACE = 'http://www.sdmx.org/resources/sdmxml/schemas/v2_1';

function refuse({ code, status, message }: Problem): DialectRefusal {
  const [own, number] = STATUSES[code] ?? [status, status >= 500 ? status : 140];
  const text =
    `<?xml version="1.0" encoding="UTF-8"?><mes:Error xmlns:mes="${NAMESPACE}/message" xmlns:com="${NAMESPACE}/common">` +
    `<mes:ErrorMessage code="${number}"><com:Text>${escapeXml(message)}</com:Text></mes:ErrorMessage></mes:Error>`;
  return { status: own, text, contentType: XML_TYPE };
}

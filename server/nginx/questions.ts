/**
 * The plain questions of a release: those that nginx answers from a file. Each has a name that nginx makes of a request
 * by the maps of request-maps.ts, in which every letter case and every order of the parameters is the same question.
 */
import { ecbPath } from '../../generator/wire/answers/paths.ts';
import { FILES_IN_TREE } from '../../generator/wire/answers/reference-files.ts';
import type { View } from '../../generator/wire/answers/table.ts';
import type { Format } from '../../generator/wire/encode/rendition.ts';
import type { Catalogue, KnownProvider } from '../../generator/wire/release/catalogue.ts';
import { addDays, laterOf } from '../../generator/wire/words/calendar.ts';
import { EUR, GLOBAL, type IsoDate } from '../../generator/wire/words/schemas.ts';

export interface PlainQuestion {
  readonly name: string;
  /** As the gateway is asked. */
  readonly url: string;
  /** The ending of the file that holds the answer, by which nginx tells its content type. */
  readonly ending: Ending | FileEnding;
}

/** A format, or CSV with its header row. */
export type Ending = Format | 'rows';
export const ENDINGS: Readonly<Record<Ending, string>> = {
  json: 'format=JSON',
  xml: 'format=XML',
  csv: 'format=CSV',
  rows: 'format=CSV&header=true',
};

/** Of the files of the ECB whose content type no format has: their CSV is of one kind. */
export const FILE_ENDINGS = { table: 'text/csv; charset=utf-8', zip: 'application/zip' } as const;
type FileEnding = keyof typeof FILE_ENDINGS;

const LISTS = ['currencies', 'providers', 'rules'] as const;
const VIEWS: Readonly<Record<View, string>> = {
  standard: '',
  extended: '&extended=true',
  bid: '&type=bid',
  ask: '&type=ask',
};
const ONE_SIDED: readonly View[] = ['standard', 'extended'];
const BOTH_SIDED: readonly View[] = ['standard', 'extended', 'bid', 'ask'];

/** @param since the first day whose dated answers are wanted */
export function* plainQuestions(catalogue: Catalogue, since: IsoDate): Generator<PlainQuestion> {
  for (const list of LISTS) yield* inFormats(list, `/v1/${list}?`);
  for (const provider of catalogue.byCode.values()) {
    yield* ofRates('latest', '/v1/latest?', provider, catalogue);
    const { code } = provider.facts;
    for (const name of FILES_IN_TREE.get(code)?.keys() ?? []) yield ofFile(ecbPath(code, name));
    for (const date of daysOf(provider, since)) {
      yield* ofRates(`historical/${date}`, `/v1/historical?date=${date}&`, provider, catalogue);
    }
  }
}

function ofFile(path: string): PlainQuestion {
  const [, suffix = ''] = path.split('.');
  return { name: path, url: `/${path}`, ending: suffix === 'csv' ? 'table' : (suffix as 'xml' | 'zip') };
}

function* inFormats(name: string, url: string): Generator<PlainQuestion> {
  for (const [ending, parameters] of Object.entries(ENDINGS)) {
    yield { name: `${name}/${ending}`, url: `${url}${parameters}`, ending: ending as Ending };
  }
}

function* ofRates(name: string, url: string, { facts }: KnownProvider, catalogue: Catalogue): Generator<PlainQuestion> {
  const isGlobal = facts.code === GLOBAL;
  // A bank has one base, which nobody may name.
  const bases = isGlobal ? [EUR, ...catalogue.currencies.map(({ code }) => code).filter((code) => code !== EUR)] : [''];
  for (const base of bases) {
    for (const view of facts.bidAsk ? BOTH_SIDED : ONE_SIDED) {
      const parameters = `provider=${facts.code}${isGlobal ? `&base=${base}` : ''}${VIEWS[view]}&`;
      yield* inFormats(`${name}/${facts.code}/${base}/${view}`, `${url}${parameters}`);
    }
  }
}

/** Each day for which a fixing counts. */
function* daysOf({ index }: KnownProvider, since: IsoDate): Generator<IsoDate> {
  for (const { date, until } of index.fixings) {
    for (let day = laterOf(date, since); day <= until; day = addDays(day, 1)) yield day;
  }
}

/** The currency-api of fawazahmed0: files of the newest fixing or of a date, with codes in lower case. */
import { type IsoDate, USD } from '../../generator/wire/words/schemas.ts';
import { Problem } from '../request/query/problem.ts';
import { toDay } from '../request/query/values.ts';
import { readFixing } from './days.ts';
import { type Dialect, namedCurrencies, type Question, refuseAsFile, toFigures, withPath } from './dialect.ts';
import { readChoice } from './reading.ts';

export const fawazahmed0: Dialect = {
  name: 'fawazahmed0',
  prefix: '/',
  pattern: /^\/(?:latest|\d{4}-\d{2}-\d{2})\/v1\//,
  toQuestion(path) {
    const [, version, place, min] = /^([^/]+)\/(?:v1\/)?(currencies(?:\/[^/.]+){0,2})(\.min)?\.json$/.exec(path) ?? [];
    if (version === undefined || place === undefined) return null;
    const write = min === undefined ? toLines : toFigures;
    const [, base, symbols] = place.split('/');
    if (base === undefined) return ofNames(version, write);
    if (symbols === undefined) return withPath(ofRates(version, write), { base });
    return path.startsWith(`${version}/v1/`) ? null : withPath(ofRates(version, write), { base, symbols });
  },
  toRefusal: refuseAsFile,
};

const NAMES = { base: 'base', baseByDefault: USD, quotes: ['symbols'], foreign: {} } as const;

/** Null for the newest. A package's version has the date in another form. */
function toDayOf(version: string): IsoDate | null {
  if (version === 'latest') return null;
  const [, year = '', month = '', day = ''] = /^(\d{4})\.(\d{1,2})\.(\d{1,2})$/.exec(version) ?? [];
  return toDay(year === '' ? version : [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'), 'date');
}

/** All rates of a base; or that of one other currency alone, as the first version of the interface had it. */
function ofRates(version: string, write: Write): Question {
  return {
    async answer({ parameters }, rates) {
      const day = toDayOf(version);
      const choice = readChoice(parameters, rates.catalogue, NAMES);
      const { date, crosses } = await readFixing(rates, choice, day);
      const figures = crosses.map(([code, rate]) => [code.toLowerCase(), rate] as const);
      const all = [choice.base.toLowerCase(), write(figures, 1)] as const;
      const stated = parameters.has('symbols') ? figures[0] : all;
      if (stated === undefined) throw new Problem(1002, `${[...(choice.quotes ?? [])]} is not quoted on ${date}`);
      return { text: write([['date', `"${date}"`], stated], 0), freshness: day === null ? 'current' : 'dated' };
    },
  };
}

/** The names of today's currencies, whatever the date. */
function ofNames(version: string, write: Write): Question {
  return {
    async answer(_asked, { catalogue }) {
      toDayOf(version);
      const named = namedCurrencies(catalogue).map(
        ({ code, name }) => [code.toLowerCase(), JSON.stringify(name)] as const,
      );
      return { text: write(named, 0), freshness: 'current' };
    },
  };
}

type Members = readonly (readonly [name: string, text: string])[];
type Write = (members: Members, depth: number) => string;

/** For people. */
function toLines(members: Members, depth: number): string {
  const indent = '\t'.repeat(depth);
  return `{\n${members.map(([name, text]) => `${indent}\t"${name}": ${text}`).join(',\n')}\n${indent}}`;
}

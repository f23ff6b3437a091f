/** The currency-api of fawazahmed0: files of the newest fixing or of a date, with codes in lower case. */
import { type IsoDate, USD } from '../../generator/wire/words/schemas.ts';
import { toAsciiLower } from '../query/target.ts';
import { readFixing } from './days.ts';
import { type Dialect, type Question, refuseAsFile, withPath } from './dialect.ts';
import { namedCurrencies } from './names.ts';
import { readChoice, toDay } from './reading.ts';

export const fawazahmed0: Dialect = {
  name: 'fawazahmed0',
  prefix: '/',
  pattern: /^\/(?:latest|\d{4}-\d{2}-\d{2})\/v1\//,
  toQuestion(path) {
    const [, version, base, name, min] =
      /^([^/]+)\/v1\/(?:currencies\/([^/.]+)|(currencies))(\.min)?\.json$/.exec(path) ?? [];
    if (version === undefined) return null;
    const write = min === undefined ? toLines : toCompact;
    if (name !== undefined) return ofNames(version, write);
    return base === undefined ? null : withPath(ofRates(version, write), { base });
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

type Members = readonly (readonly [name: string, text: string])[];
type Write = (members: Members, depth: number) => string;

const toCompact: Write = (members) => `{${members.map(([name, text]) => `"${name}":${text}`).join(',')}}`;

const toLines: Write = (members, depth) => {
  const indent = '\t'.repeat(depth);
  return `{\n${members.map(([name, text]) => `${indent}\t"${name}": ${text}`).join(',\n')}\n${indent}}`;
};

function ofRates(version: string, write: Write): Question {
  return {
    async answer({ parameters }, rates) {
      const day = toDayOf(version);
      const choice = readChoice(parameters, rates.catalogue, NAMES);
      const { date, crosses } = await readFixing(rates, choice, day);
      const figures = crosses.map(([code, rate]) => [toAsciiLower(code), rate] as const);
      const members = [['date', `"${date}"`] as const, [toAsciiLower(choice.base), write(figures, 1)] as const];
      return { text: write(members, 0), freshness: day === null ? 'current' : 'dated' };
    },
  };
}

/** The names of today's currencies, whatever the date. */
function ofNames(version: string, write: Write): Question {
  return {
    async answer(_asked, { catalogue }) {
      toDayOf(version);
      const named = namedCurrencies(catalogue);
      const members = named.map(({ code, name }) => [toAsciiLower(code), JSON.stringify(name)] as const);
      return { text: write(members, 0), freshness: 'current' };
    },
  };
}

/** The currency-api of fawazahmed0: files of the newest fixing or of a date, with codes in lower case. */
import {
  toCompact,
  toCurrencyFile,
  toLines,
  toNamesFile,
  type Write,
} from '../../generator/wire/answers/currency-api-files.ts';
import { type IsoDate, USD } from '../../generator/wire/words/schemas.ts';
import { Problem } from '../query/problem.ts';
import { readFixing } from './days.ts';
import { type Dialect, type Question, refuseAsFile, withPath } from './dialect.ts';
import { namedCurrencies } from './names.ts';
import { readChoice, toDay } from './reading.ts';

export const fawazahmed0: Dialect = {
  name: 'fawazahmed0',
  prefix: '/',
  pattern: /^\/(?:latest|\d{4}-\d{2}-\d{2})\/v1\//,
  toQuestion(path) {
    const [, version, place, min] = /^([^/]+)\/(?:v1\/)?(currencies(?:\/[^/.]+){0,2})(\.min)?\.json$/.exec(path) ?? [];
    if (version === undefined || place === undefined) return null;
    const write = min === undefined ? toLines : toCompact;
    const [, base, symbols] = place.split('/');
    if (base === undefined) return ofNames(version, write);
    if (symbols === undefined) return withPath(ofRates(version, write), { base });
    return path.startsWith(`${version}/v1/`) ? null : withPath(ofPair(version, write), { base, symbols });
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

function ofRates(version: string, write: Write): Question {
  return {
    async answer({ parameters }, rates) {
      const day = toDayOf(version);
      const choice = readChoice(parameters, rates.catalogue, NAMES);
      const { date, crosses } = await readFixing(rates, choice, day);
      const conversions = crosses.map(([currency, convertedAmount]) => ({ currency, convertedAmount }));
      return {
        text: toCurrencyFile({ date, base: choice.base, conversions }, write),
        freshness: day === null ? 'current' : 'dated',
      };
    },
  };
}

/** Of one currency in one other, as the first version of the interface had it. */
function ofPair(version: string, write: Write): Question {
  return {
    async answer({ parameters }, rates) {
      const day = toDayOf(version);
      const choice = readChoice(parameters, rates.catalogue, NAMES);
      const { date, crosses } = await readFixing(rates, choice, day);
      const [found] = crosses;
      if (found === undefined) throw new Problem(1002, `${[...(choice.quotes ?? [])]} is not quoted on ${date}`);
      const [code, rate] = found;
      const members = [['date', `"${date}"`] as const, [code.toLowerCase(), rate] as const];
      return { text: write(members, 0), freshness: day === null ? 'current' : 'dated' };
    },
  };
}

/** The names of today's currencies, whatever the date. */
function ofNames(version: string, write: Write): Question {
  return {
    async answer(_asked, { catalogue }) {
      toDayOf(version);
      return { text: toNamesFile(namedCurrencies(catalogue), write), freshness: 'current' };
    },
  };
}

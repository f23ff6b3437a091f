/** The currency-api of fawazahmed0: files of the newest fixing or of a date, with codes in lower case. */
import {
  toCompact,
  toCurrencyFile,
  toLines,
  toNamesFile,
  type Write,
} from '../../generator/wire/answers/currency-api-files.ts';
import { type IsoDate, USD } from '../../generator/wire/words/schemas.ts';
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

/** The names of today's currencies, whatever the date. */
function ofNames(version: string, write: Write): Question {
  return {
    async answer(_asked, { catalogue }) {
      toDayOf(version);
      return { text: toNamesFile(namedCurrencies(catalogue), write), freshness: 'current' };
    },
  };
}

/** The currency-api of fawazahmed0: files of the newest fixing or of a date, with codes in lower case. */
import type { ConversionDocument } from '../../generator/wire/encode/document.ts';
import { type Currency, type IsoDate, USD } from '../../generator/wire/words/schemas.ts';
import { Problem } from '../request/query/problem.ts';
import { readFixing } from './days.ts';
import { type Dialect, namedCurrencies, type Question, refuseAsFile, withPath } from './dialect.ts';
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

type Rates = Pick<ConversionDocument, 'date' | 'base' | 'conversions'>;
type Members = readonly (readonly [name: string, text: string])[];
type Write = (members: Members, depth: number) => string;

/** For programs. */
function toCompact(members: Members): string {
  return `{${members.map(([name, text]) => `"${name}":${text}`).join(',')}}`;
}

/** For people. */
function toLines(members: Members, depth: number): string {
  const indent = '\t'.repeat(depth);
  return `{\n${members.map(([name, text]) => `${indent}\t"${name}": ${text}`).join(',\n')}\n${indent}}`;
}

/** @param rates of one unit of the base, itself included */
function toCurrencyFile({ date, base, conversions }: Rates, write: Write): string {
  const figures = conversions.map(
    ({ currency, convertedAmount }) => [currency.toLowerCase(), convertedAmount] as const,
  );
  const day = ['date', `"${date}"`] as const;
  return write([day, [base.toLowerCase(), write(figures, 1)]], 0);
}

/** @param currencies those that have not ended */
function toNamesFile(currencies: readonly Currency[], write: Write): string {
  const named = currencies.map(({ code, name }) => [code.toLowerCase(), JSON.stringify(name)] as const);
  return write(named, 0);
}

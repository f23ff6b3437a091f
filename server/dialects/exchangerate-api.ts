/** exchangerate-api: its versions 4 and 6, with a key in the path and without; latest, dates, pairs and codes of GLOBAL. */

import type { ProblemCode } from '../../generator/wire/words/problems.ts';
import { type IsoDate, USD } from '../../generator/wire/words/schemas.ts';
import { NO_KEY } from '../request/query/target.ts';
import { toDay } from '../request/query/values.ts';
import { ofConversion } from './conversion.ts';
import { ofFixing } from './days.ts';
import { type Dialect, ofNames, type Question, TERMS, toFigures, withPath } from './dialect.ts';
import { toTimestamp, toUtcWords } from './reading.ts';

const NAMES = { base: 'base', baseByDefault: USD, quotes: ['symbols'], foreign: {} } as const;
const RESULT = `"result":"success","documentation":"Ratetree","terms_of_use":${JSON.stringify(TERMS)}`;

/** The release, and the publication after it. @param times as `readFixing` has them */
function toTimes({ atMs, nextMs }: { readonly atMs: number; readonly nextMs: number }): string {
  const stated = (name: string, ms: number) =>
    `"time_${name}_update_unix":${toTimestamp(ms)},"time_${name}_update_utc":"${toUtcWords(ms).replace('GMT', '+0000')}"`;
  return `${stated('last', atMs)},${stated('next', nextMs)}`;
}

const V4 = ofFixing(
  NAMES,
  () => null,
  ({ date, crosses, atMs }, base) => {
    const head = `"provider":"Ratetree","terms":${JSON.stringify(TERMS)},"base":"${base}","date":"${date}"`;
    return `${head},"time_last_updated":${toTimestamp(atMs)},"rates":${toFigures(crosses)}`;
  },
);

/** @param also further members of the answer */
const latestWith = (name: string, also = '') =>
  ofFixing(
    NAMES,
    () => null,
    (found, base) => `${RESULT},${toTimes(found)}${also},"base_code":"${base}","${name}":${toFigures(found.crosses)}`,
  );
const OPEN_LATEST = latestWith('rates', ',"provider":"Ratetree","time_eol_unix":0');

const ofDate = (year: string, month: string, day: string): Question => {
  const text = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  const members = ['year', 'month', 'day'] as const;
  const toNumbers = (date: IsoDate) =>
    date.split('-').map((part, place) => `"${members[place]}":${part.replace(/^0+/, '')}`);
  return ofFixing(
    NAMES,
    () => toDay(text, 'date'),
    ({ date, crosses }, base) =>
      `${RESULT},${toNumbers(date)},"base_code":"${base}","conversion_rates":${toFigures(crosses)}`,
  );
};

const pairWith = (hasAmount: boolean) =>
  ofConversion({}, (found) => {
    const { from, to, rate, result } = found;
    const head = `${RESULT},${toTimes(found)},"base_code":"${from}","target_code":"${to}","conversion_rate":${rate}`;
    return hasAmount ? `${head},"conversion_result":${result}` : head;
  });

const CODES = ofNames((currencies) => {
  const pairs = currencies.map(({ code, name }) => [code, name]);
  return `{${RESULT},"supported_codes":${JSON.stringify(pairs)}}`;
});

/** @param path behind the version; the place of the key is taken already */
function toV6Question(path: string): Question | null {
  const [first = '', asked, ...given] = path.split('/');
  const [one = '', two = '', three = '', four = ''] = given;
  if (first === 'latest' && asked !== undefined && given.length === 0) {
    return withPath(OPEN_LATEST, { base: asked });
  }
  if (first !== NO_KEY || given.includes('')) return null;
  if (asked === 'codes' && given.length === 0) return CODES;
  if (asked === 'latest' && given.length === 1) return withPath(latestWith('conversion_rates'), { base: one });
  if (asked === 'history' && given.length === 4) return withPath(ofDate(two, three, four), { base: one });
  if (asked !== 'pair' || given.length < 2 || given.length > 3) return null;
  return withPath(pairWith(given.length === 3), { from: one, to: two, amount: given.length === 3 ? three : '1' });
}

const UNKNOWN = [404, 'unsupported-code'] as const;
const FAULTS: Readonly<Partial<Record<ProblemCode, readonly [status: number, word: string]>>> = {
  1002: UNKNOWN,
  1003: UNKNOWN,
  1007: [404, 'no-data-available'],
  1008: [404, 'no-data-available'],
  1019: [403, 'plan-upgrade-required'],
  1021: UNKNOWN,
  1401: [401, 'invalid-key'],
  1402: [401, 'invalid-key'],
  1403: [403, 'inactive-account'],
  1429: [429, 'quota-reached'],
};

/** @param toMember what names the fault, from its word */
function refusalWith(toMember: (word: string) => string): Dialect['toRefusal'] {
  return ({ code, status, message }) => {
    const [ownStatus, word] = FAULTS[code] ?? [status, status >= 500 ? 'service-unavailable' : 'malformed-request'];
    const text = `{"result":"error",${toMember(word)},"extra-info":${JSON.stringify(message)}}`;
    return { status: ownStatus, text };
  };
}

export const exchangerateApi: readonly Dialect[] = [
  {
    name: 'exchangerate-api',
    prefix: '/v4/',
    toQuestion(path) {
      const [, base] = /^latest\/([^/]+)$/.exec(path) ?? [];
      return base === undefined ? null : withPath(V4, { base });
    },
    toRefusal: refusalWith((word) => `"error_type":"${word.replaceAll('-', '_')}"`),
  },
  {
    name: 'exchangerate-api',
    prefix: '/v6/',
    toQuestion: toV6Question,
    toRefusal: refusalWith((word) => `"error-type":"${word}"`),
  },
];

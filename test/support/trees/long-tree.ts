/** A bank with a fixing on each weekday of two years and a few days, so that a question can be too large for one answer. */
import { readCurrencies } from '../../../generator/sources/facts/currencies.ts';
import { addDays, parseIsoDate, weekday } from '../../../generator/wire/words/calendar.ts';
import { currencyCode } from '../../../generator/wire/words/schemas.ts';
import { sharedTree } from './shared.ts';
import { ATLANTIC, generateFrom } from './trees.ts';

const LONG_FROM = '2023-12-27';
export const LONG_TO = '2026-01-06';
/** The day of the tree, for the clock of a gateway over it. */
export const LONG_NOON_MS = Date.parse('2026-01-06T12:00:00Z');
/** The bank states the first three; each named currency counts, stated or not, when the service judges how large a span is. */
const ALL = ['EUR', 'JPY', 'USD', ...readCurrencies().map(({ code }) => code)];

/** @param count how many currencies; with all of them a year is too large for one answer, with 150 only several years */
export function someCurrencies(count = 500): string {
  return [...new Set(ALL)].slice(0, count).join();
}

/** Returns its folder, which tests read and do not write to. */
export function generateLongTree(): Promise<string> {
  const lines: string[] = [];
  for (let date = parseIsoDate(LONG_FROM), day = 0; date <= LONG_TO; date = addDays(date, 1), day++) {
    if (weekday(date) > 5 || /-01-0[12]$/.test(date)) continue;
    lines.push(`${date} EUR/USD 1.${1000 + day}`);
    // Japan's figures are missing every tenth day.
    if (day % 10 !== 0) lines.push(`${date} EUR/JPY 16${day % 7}.${day}`);
  }
  const [euro, date] = [new Set([currencyCode.parse('EUR')]), parseIsoDate(LONG_TO)];
  const more = { acceptsAll: true, definitions: [ATLANTIC], date, bases: euro, since: date };
  return sharedTree('long-tree', (outDir) => generateFrom({ ECB: lines }, outDir, more));
}

/**
 * Conversions of currencies that have ended, by the numbers that law keeps for ever. An amount of one national currency
 * in another goes through the successor, as Council Regulation (EC) No 1103/97, article 4(4), has it, without rounding
 * between the steps.
 */

import { Decimal, type Ratio } from '../exact/decimal.ts';
import { addDays, parseIsoDate } from '../words/calendar.ts';
import { toCurrencyCode } from '../words/codes.ts';
import type { CurrencyCode, IsoDate } from '../words/schemas.ts';
import type { Table } from './table.ts';

// Currencies that ended, and the number at which law turned them into their successors for ever: the rows of
// data/ended.csv, which has the laws. A gateway at the edge of a network has no files, so that they are here, too;
// a test compares them.

/** Code, last day, successor, units for one of the successor; sorted by code. */
export const ENDED_CURRENCIES: readonly (readonly [
  currency: string,
  lastDay: string,
  became: string,
  units: string,
])[] = [
  ['AFA', '2002-12-31', 'AFN', '1000'],
  ['ANG', '2025-03-30', 'XCG', '1'],
  ['ARA', '1991-12-31', 'ARS', '10000'],
  ['ATS', '2001-12-31', 'EUR', '13.7603'],
  ['AZM', '2005-12-31', 'AZN', '5000'],
  ['BEF', '2001-12-31', 'EUR', '40.3399'],
  ['BGL', '2003-10-31', 'BGN', '1000'],
  ['BGN', '2025-12-31', 'EUR', '1.95583'],
  ['BRR', '1994-06-30', 'BRL', '2750'],
  ['BYB', '2000-12-31', 'BYR', '1000'],
  ['BYR', '2016-06-30', 'BYN', '10000'],
  ['CSD', '2006-09-30', 'RSD', '1'],
  ['CYP', '2007-12-31', 'EUR', '0.585274'],
  ['DEM', '2001-12-31', 'EUR', '1.95583'],
  ['ECS', '2000-08-31', 'USD', '25000'],
  ['EEK', '2010-12-31', 'EUR', '15.6466'],
  ['ESP', '2001-12-31', 'EUR', '166.386'],
  ['FIM', '2001-12-31', 'EUR', '5.94573'],
  ['FRF', '2001-12-31', 'EUR', '6.55957'],
  ['GHC', '2007-06-30', 'GHS', '10000'],
  ['GRD', '2001-12-31', 'EUR', '340.75'],
  ['HRK', '2022-12-31', 'EUR', '7.5345'],
  ['IEP', '2001-12-31', 'EUR', '0.787564'],
  ['ITL', '2001-12-31', 'EUR', '1936.27'],
  ['LTL', '2014-12-31', 'EUR', '3.4528'],
  ['LUF', '2001-12-31', 'EUR', '40.3399'],
  ['LVL', '2013-12-31', 'EUR', '0.702804'],
  ['MGF', '2004-11-30', 'MGA', '5'],
  ['MRO', '2017-12-31', 'MRU', '10'],
  ['MTL', '2007-12-31', 'EUR', '0.4293'],
  ['MXP', '1992-12-31', 'MXN', '1000'],
  ['MZM', '2006-06-30', 'MZN', '1000'],
  ['NLG', '2001-12-31', 'EUR', '2.20371'],
  ['PLZ', '1996-12-31', 'PLN', '10000'],
  ['PTE', '2001-12-31', 'EUR', '200.482'],
  ['ROL', '2005-06-30', 'RON', '10000'],
  ['RUR', '2003-12-31', 'RUB', '1000'],
  ['SDD', '2007-06-30', 'SDG', '100'],
  ['SIT', '2006-12-31', 'EUR', '239.64'],
  ['SKK', '2008-12-31', 'EUR', '30.126'],
  ['SLL', '2023-11-30', 'SLE', '1000'],
  ['SRG', '2003-12-31', 'SRD', '1000'],
  ['STD', '2017-12-31', 'STN', '1000'],
  ['TMM', '2008-12-31', 'TMT', '5000'],
  ['TRL', '2004-12-31', 'TRY', '1000000'],
  ['UYP', '1993-02-28', 'UYU', '1000'],
  ['VEB', '2007-12-31', 'VEF', '1000'],
  ['VEF', '2018-08-19', 'VES', '100000'],
  ['ZMK', '2012-12-31', 'ZMW', '1000'],
];

interface Ended {
  readonly code: CurrencyCode;
  readonly lastDay: IsoDate;
  readonly became: CurrencyCode;
  /** For one of the successor. */
  readonly units: Decimal;
}

const ENDED: ReadonlyMap<string, Ended> = new Map(
  ENDED_CURRENCIES.map(([code, lastDay, became, units]) => [
    code,
    {
      code: toCurrencyCode(code),
      became: toCurrencyCode(became),
      lastDay: parseIsoDate(lastDay),
      units: Decimal.parse(units),
    },
  ]),
);

/** Its code stayed when six zeros were struck off on 2021-10-01, so that no number leads to what it means today. */
const STRUCK_AGAIN = 'VES';

/**
 * The table with figures of those of the currencies that had ended by the day, and what they were made by, such as
 * `BGN 1.95583 EUR 2026-01-01`. A bank may list an ended currency, rounded; the number of the law goes before.
 */
export function withEnded(table: Table, codes: Iterable<CurrencyCode>, day: IsoDate) {
  const figures = new Map(table.figures);
  const fixed: string[] = [];
  for (const code of codes) {
    const [steps, source] = [stepsOf(code, day), quotedFor(code, table, day)];
    const mid = table.figures.get(source)?.mid ?? null;
    if (source === code || mid === null) continue;
    const own = steps.reduce((found: Ratio, { units }) => found.times(units.toRatio()), mid);
    figures.set(code, { mid: own, bid: null, ask: null });
    fixed.push(...steps.map(wordsOf));
  }
  if (fixed.length === 0) return { table, fixed };
  const sorted = [...figures].sort(([left], [right]) => (left < right ? -1 : 1));
  return { table: { ...table, figures: new Map(sorted) }, fixed: [...new Set(fixed)] };
}

/** Whose figure in the table counts for the currency: for one that had ended by the day, that of its last successor. */
export function quotedFor(code: CurrencyCode, table: Table, day: IsoDate): CurrencyCode {
  const successor = stepsOf(code, day).at(-1)?.became ?? code;
  return (table.figures.get(successor)?.mid ?? null) === null ? code : successor;
}

/** What became of those of the currencies that had ended by the day, in the same words. */
export function endedBy(codes: Iterable<CurrencyCode>, day: IsoDate): readonly string[] {
  return [...new Set([...codes].flatMap((code) => stepsOf(code, day).map(wordsOf)))];
}

/** What became of it, for a refusal; empty for a currency of which no such number is known. */
export function endedWords(code: string): string {
  const ended = ENDED.get(code);
  if (ended === undefined) return '';
  const { lastDay, became, units } = ended;
  const again = became === STRUCK_AGAIN ? ', which lost six more zeros on 2021-10-01' : '';
  return `: it became ${became} on ${addDays(lastDay, 1)}, ${units} ${code} for 1 ${became}${again}`;
}

/** From the currency to one that had not ended by the day; none for any other currency. */
function stepsOf(code: string, day: IsoDate): readonly Ended[] {
  const steps: Ended[] = [];
  for (let at = ENDED.get(code); at !== undefined && at.lastDay < day; at = ENDED.get(at.became)) steps.push(at);
  return steps.at(-1)?.became === STRUCK_AGAIN ? [] : steps;
}

function wordsOf({ code, units, became, lastDay }: Ended): string {
  return `${code} ${units} ${became} ${addDays(lastDay, 1)}`;
}

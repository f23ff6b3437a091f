/**
 * Conversions of currencies that have ended, by the numbers that law keeps for ever. An amount of one national currency
 * in another goes through the successor, as Council Regulation (EC) No 1103/97, article 4(4), has it, without rounding
 * between the steps.
 */
import { Decimal, type Ratio } from '../exact/decimal.ts';
import { addDays, parseIsoDate } from '../words/calendar.ts';
import { toCurrencyCode } from '../words/codes.ts';
import { ENDED_CURRENCIES } from '../words/ended-currencies.ts';
import type { CurrencyCode, IsoDate } from '../words/schemas.ts';
import type { Table } from './table.ts';

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
      ...{ code: toCurrencyCode(code), became: toCurrencyCode(became) },
      ...{ lastDay: parseIsoDate(lastDay), units: Decimal.parse(units) },
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
    const steps = stepsOf(code, day);
    const successor = steps.at(-1)?.became;
    const mid = successor === undefined ? null : (table.figures.get(successor)?.mid ?? null);
    if (mid === null) continue;
    const own = steps.reduce((found: Ratio, { units }) => found.times(units.toRatio()), mid);
    figures.set(code, { mid: own, bid: null, ask: null });
    fixed.push(...steps.map(wordsOf));
  }
  if (fixed.length === 0) return { table, fixed };
  const sorted = [...figures].sort(([left], [right]) => (left < right ? -1 : 1));
  return { table: { ...table, figures: new Map(sorted) }, fixed: [...new Set(fixed)] };
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

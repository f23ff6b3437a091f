/** A tree of three banks from November to the middle of March, so that months, a quarter and a year of it are over. */
import { parseIsoDate } from '../../../generator/wire/words/calendar.ts';
import { currencyCode } from '../../../generator/wire/words/schemas.ts';
import { sharedTree } from './shared.ts';
import { dailyLines, generateFrom, type Lines } from './trees.ts';

const ECB = dailyLines('2025-11-03', '2026-03-13');
const EURO = ECB.filter((line) => line.includes('EUR/PLN'));
const ofMonth = (month: string) => [`${month}-01 GBP/USD 2.5`, `${month}-01 GBP/EUR 0.10${month.slice(5)}`];

/** One bank states mid rates per euro, one bid and ask the other way round, and one lists of months. */
export const AVERAGED_LINES: Required<Lines> = {
  ECB,
  NBP: EURO.flatMap((line, day) => [
    line,
    `${line.slice(0, 10)} USD/PLN 0.88`,
    `${line.slice(0, 10)} USD/PLN 0.86${day % 10}~0.89${day % 7} in C`,
  ]),
  HMRC: ['2025-11', '2025-12', '2026-01', '2026-02', '2026-03'].flatMap((month) =>
    ofMonth(month).map((line) => `${line} seen 2025-10-25`),
  ),
};

const LAST = parseIsoDate('2026-03-13');
/** Averages are made of every date; the rates of all but the last one are left out, because they are most of the files. */
export const AVERAGED_OPTIONS = { date: LAST, since: LAST, bases: new Set([currencyCode.parse('EUR')]) };

/** Returns its folder, which tests read and do not write to. */
export function averagedTree(): Promise<string> {
  return sharedTree('averaged-tree', (outDir) => generateFrom(AVERAGED_LINES, outDir, AVERAGED_OPTIONS));
}

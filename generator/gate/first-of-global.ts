/**
 * A currency that GLOBAL states for the first time, from one bank alone, is compared with what other banks stated in
 * the weeks before. Before its first fixing GLOBAL has no figure from which a step could be seen.
 */
import { groupBy } from '../kit/group.ts';
import { UNITS } from '../quarantine/bounds.ts';
import { isNear } from '../quarantine/steps.ts';
import { type WitnessRate, witnessRates } from '../quarantine/witness-rates.ts';
import { exclusionOf } from '../rates/global.ts';
import { WINDOW_DAYS } from '../rates/windows.ts';
import { addDays } from '../wire/words/calendar.ts';
import { within } from '../wire/words/order.ts';
import type { CurrencyCode, IsoDate } from '../wire/words/schemas.ts';
import type { FirstFigure } from './changes.ts';
import { type LevelFinding, toBridges, toLevelFinding, toQuotes } from './levels.ts';
import type { StatedFixings, TwoTrees } from './stated.ts';

/**
 * BDI had 28.56 Cuban pesos per euro on 11 February 2026. NBP alone states the peso of 4 March, on which GLOBAL has it
 * for the first time, and calls it a dollar: 1.16. A move of less than twofold may have happened meanwhile.
 */
export async function readFirstsOfGlobal(
  global: StatedFixings,
  firsts: readonly FirstFigure[],
  pairs: readonly TwoTrees[],
): Promise<readonly LevelFinding[]> {
  const findings: LevelFinding[] = [];
  for (const [fixing, group] of groupBy(firsts, (first) => first.fixing)) {
    const { lists } = await global.origins(fixing);
    for (const first of group) {
      const [source, second] = lists.get(first.currency)?.providers ?? [];
      if (source === undefined || second !== undefined) continue;
      const rates = await readRates(global, first, source, pairs);
      if (rates.length === 0 || rates.some(({ rate }) => isNear(rate, first.point.value, UNITS))) continue;
      findings.push(toLevelFinding(global.subject.code, first, rates));
    }
  }
  return findings;
}

/** The newest figure of each other contributor in the days before the fixing. */
async function readRates(
  global: StatedFixings,
  { fixing, reference, currency }: FirstFigure,
  source: string,
  pairs: readonly TwoTrees[],
): Promise<readonly WitnessRate[]> {
  const own = toBridges(await global.table(fixing), new Set());
  const rates: WitnessRate[] = [];
  for (const { tree } of pairs) {
    const { code, definition } = tree.subject;
    if (definition === null || code === source || exclusionOf(definition) !== null) continue;
    const date = await newestWith(tree, currency, fixing);
    if (date !== null) rates.push(...witnessRates(code, toQuotes(await tree.table(date)), own, reference, currency));
  }
  return rates;
}

async function newestWith(tree: StatedFixings, currency: CurrencyCode, until: IsoDate): Promise<IsoDate | null> {
  for (const date of within(tree.dates, addDays(until, 1 - WINDOW_DAYS), until).toReversed()) {
    if ((await tree.table(date)).figures.has(currency)) return date;
  }
  return null;
}

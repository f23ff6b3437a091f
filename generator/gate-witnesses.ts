/** Who else says so: providers whose own figures of the pair, rebased inside them, moved as the odd one did. */
import type { OddStep } from './gate-changes.ts';
import type { Pair, StatedFixings } from './gate-fixings.ts';
import { isUp, type Point, type Step, sizeOf } from './gate-moves.ts';
import { daysBetween } from './wire/calendar.ts';
import { Ratio } from './wire/decimal.ts';
import { GLOBAL, type IsoDate, type ProviderCode } from './wire/schemas.ts';
import type { Table } from './wire/table.ts';

/** A figure older than this says nothing about the day. */
const AGE_DAYS_MAX = 7;
/** Banks set their figures at other hours, and date some of them ahead over a weekend. */
const AHEAD_DAYS_MAX = 4;
const TWICE = Ratio.of(2n, 1n);

/**
 * A move by its like between about the same days: same direction, half the size or more. A correction by the figure that
 * it leads to, in a fixing that both releases have alike: one that changed tonight may share the fault.
 */
export async function readWitnesses(
  provider: ProviderCode,
  odd: OddStep,
  others: readonly Pair[],
): Promise<readonly ProviderCode[]> {
  const found: ProviderCode[] = [];
  for (const { tree, last } of others) {
    const { code } = tree.subject;
    if (code === GLOBAL || code === provider) continue;
    if (odd.corrected ? await hasLevel(tree, last, odd) : await hasMove(tree, odd)) found.push(code);
  }
  return found;
}

async function hasMove(tree: StatedFixings, odd: OddStep): Promise<boolean> {
  const { from, to } = odd.step;
  const starts = near(tree.dates, from.date, -AGE_DAYS_MAX).slice(-2);
  const upTo = near(tree.dates, to.date, -AGE_DAYS_MAX).slice(-1);
  const after = near(tree.dates, to.date, AHEAD_DAYS_MAX).slice(0, 1);
  const points = async (dates: readonly IsoDate[]) => {
    const crosses = await Promise.all(dates.map(async (date) => toCross(await tree.table(date), odd)));
    return crosses.filter((point) => point !== null);
  };
  const ends = await points([...upTo, ...after]);
  const steps = (await points(starts)).flatMap((start) => ends.map((end): Step => ({ from: start, to: end })));
  return steps.some((step) => step.from.date < step.to.date && isLike(step, odd.step));
}

async function hasLevel(tree: StatedFixings, last: StatedFixings, odd: OddStep): Promise<boolean> {
  const date = near(tree.dates, odd.fixing, -AGE_DAYS_MAX).at(-1);
  if (date === undefined || !tree.isAlike(last, date)) return false;
  const cross = toCross(await tree.table(date), odd);
  if (cross === null) return false;
  const distance = sizeOf({ from: cross, to: odd.step.to });
  return distance.times(TWICE).compareTo(sizeOf(odd.step)) <= 0;
}

function isLike(step: Step, odd: Step): boolean {
  return isUp(step) === isUp(odd) && sizeOf(step).times(TWICE).compareTo(sizeOf(odd)) >= 0;
}

/** Dates up to so many days before the day, itself included, or after it. */
function near(dates: readonly IsoDate[], day: IsoDate, days: number): readonly IsoDate[] {
  return dates.filter((date) => {
    const distance = daysBetween(day, date);
    return days < 0 ? distance <= 0 && distance >= days : distance > 0 && distance <= days;
  });
}

/** The pair by this provider: units of the currency per one of the reference. */
function toCross(table: Table, { currency, reference }: OddStep): Point | null {
  const [own, per] = [table.figures.get(currency)?.mid, table.figures.get(reference)?.mid];
  return own == null || per == null ? null : { date: table.date, value: own.over(per) };
}

/** Finds the providers that confirm an odd step: their own figures of the pair, rebased if needed, moved alike. */

import { type FigureStep, isUp, type Point, sizeOf } from '../../rates/quarantine/steps.ts';
import { BRIDGES, isConfirming } from '../../rates/quarantine/witness-rates.ts';
import type { Table } from '../../wire/answers/table.ts';
import { Ratio } from '../../wire/exact/decimal.ts';
import { addDays } from '../../wire/words/calendar.ts';
import { within } from '../../wire/words/order.ts';
import { type CurrencyCode, GLOBAL, type IsoDate, type ProviderCode } from '../../wire/words/schemas.ts';
import type { OddStep } from './changes.ts';
import type { StatedFixings, TwoTrees } from './stated.ts';

/** An older figure says nothing about the day. */
const AGE_DAYS_MAX = 7;
/** Banks set their figures at different hours, and some date them ahead over a weekend. */
const AHEAD_DAYS_MAX = 4;
const TWICE = Ratio.of(2n, 1n);

/**
 * A move is confirmed by a move between about the same days, in the same direction and of at least half its size. A
 * correction is confirmed by a figure near the corrected one, in a fixing that is alike in both releases: a fixing that
 * changed tonight may share the fault.
 */
export async function readWitnesses(
  own: StatedFixings,
  odd: OddStep,
  others: readonly TwoTrees[],
): Promise<readonly ProviderCode[]> {
  const crosses = await readCrosses(own, odd);
  const found: ProviderCode[] = [];
  for (const { tree, last } of others) {
    const { code } = tree.subject;
    if (code === GLOBAL || code === own.subject.code) continue;
    const says = (cross: Cross) => (odd.corrected ? hasLevel(tree, last, cross) : hasMove(tree, cross));
    if ((await Promise.all(crosses.map(says))).some((isLike) => isLike)) found.push(code);
  }
  return found;
}

/** The odd step, in units of the currency per one unit of the pivot. */
interface Cross {
  readonly currency: CurrencyCode;
  readonly pivot: CurrencyCode;
  readonly step: FigureStep;
}

/**
 * The step per the reference currency, and per each pivot in which it is just as odd: there it was the currency that
 * moved and not the reference currency.
 */
async function readCrosses(own: StatedFixings, odd: OddStep): Promise<readonly Cross[]> {
  const { currency, reference, fixing, corrected, step } = odd;
  const crosses: Cross[] = [{ currency, pivot: reference, step }];
  const since = corrected ? fixing : step.from.date;
  if (!own.hasFixing(since)) return crosses;
  const before = await own.table(since);
  const after = await own.table(own.hasFixing(step.to.date) ? step.to.date : fixing);
  for (const pivot of BRIDGES) {
    const [from, to] = [before.figures.get(pivot)?.mid, after.figures.get(pivot)?.mid];
    if (pivot === reference || pivot === currency || from == null || to == null) continue;
    const rebased = {
      from: { ...step.from, value: step.from.value.over(from) },
      to: { ...step.to, value: step.to.value.over(to) },
    };
    if (isLike(rebased, step)) crosses.push({ currency, pivot, step: rebased });
  }
  return crosses;
}

async function hasMove(tree: StatedFixings, cross: Cross): Promise<boolean> {
  const { from, to } = cross.step;
  const starts = near(tree.dates, from.date, -AGE_DAYS_MAX).slice(-2);
  const upTo = near(tree.dates, to.date, -AGE_DAYS_MAX).slice(-1);
  const after = near(tree.dates, to.date, AHEAD_DAYS_MAX).slice(0, 1);
  const points = async (dates: readonly IsoDate[]) => {
    const found = await Promise.all(dates.map(async (date) => toPoint(await tree.table(date), cross)));
    return found.filter((point) => point !== null);
  };
  const ends = await points([...upTo, ...after]);
  const steps = (await points(starts)).flatMap((start) => ends.map((end): FigureStep => ({ from: start, to: end })));
  return steps.some((step) => step.from.date < step.to.date && isLike(step, cross.step));
}

async function hasLevel(tree: StatedFixings, last: StatedFixings, cross: Cross): Promise<boolean> {
  const date = near(tree.dates, cross.step.to.date, -AGE_DAYS_MAX).at(-1);
  if (date === undefined || !(await tree.isAlike(last, date))) return false;
  const level = toPoint(await tree.table(date), cross);
  return level !== null && isConfirming(level.value, cross.step);
}

function isLike(step: FigureStep, odd: FigureStep): boolean {
  return isUp(step) === isUp(odd) && sizeOf(step).times(TWICE).compareTo(sizeOf(odd)) >= 0;
}

/** @param days if negative, dates up to that many days before the day, and the day itself; else dates after the day */
function near(dates: readonly IsoDate[], day: IsoDate, days: number): readonly IsoDate[] {
  return days < 0 ? within(dates, addDays(day, days), day) : within(dates, addDays(day, 1), addDays(day, days));
}

function toPoint({ date, figures }: Table, { currency, pivot }: Cross): Point | null {
  const [own, per] = [figures.get(currency)?.mid, figures.get(pivot)?.mid];
  return own == null || per == null ? null : { date, value: own.over(per) };
}

/** Where a figure of a fixing comes from: the figure that was stated before it, and those before that one. */

import { SILENCE_DAYS } from '../../rates/quarantine/bounds.ts';
import { HISTORY_FIXINGS } from '../../rates/quarantine/moves.ts';
import { type FigureStep, isBorneOut, type Point } from '../../rates/quarantine/steps.ts';
import type { Side, Table } from '../../wire/answers/table.ts';
import { addDays } from '../../wire/words/calendar.ts';
import { lowerBound } from '../../wire/words/order.ts';
import type { CurrencyCode, IsoDate } from '../../wire/words/schemas.ts';
import type { StatedFixings, TwoTrees } from './stated.ts';

/** Since the last release a figure stays the last stated one for so many fixings too, however far apart they are. */
const LOOK_BACK = 10;

/** One side of one currency of a fixing. */
export interface Cell {
  readonly table: Table;
  /** The index of the fixing among the provider's. */
  readonly place: number;
  readonly currency: CurrencyCode;
  readonly side: Side;
}

export interface FoundStep {
  readonly step: FigureStep;
  /** True if the last release stated another figure for the same date. */
  readonly corrected: boolean;
}

/**
 * From the figure that the last release stated for the date, or else from the last figure that was stated before.
 * @returns null if there is neither
 */
export async function readStep({ tree, last }: TwoTrees, figure: Cell): Promise<FoundStep | null> {
  const { date } = figure.table;
  const to = pointIn(figure.table, figure);
  if (to === null) return null;
  const old = last.hasFixing(date) ? pointIn(await last.table(date), figure) : null;
  if (old !== null) return { step: { from: old, to }, corrected: true };
  for (const before of lastDates({ tree, last }, figure)) {
    const from = pointIn(await tree.table(before), figure);
    if (from !== null) return { step: { from, to }, corrected: false };
  }
  return null;
}

/** True for a first release, and for dates before the first one of the last release. */
export function isHistory({ last }: TwoTrees, date: IsoDate): boolean {
  const first = last.dates[0];
  return first === undefined || date < first;
}

/**
 * The step between the days for which its figures were published. A currency that is pegged at both ends is stated per
 * its anchor, which is judged itself; a peg that changes shows there.
 */
export async function readDated({ tree, last }: TwoTrees, figure: Cell, found: FoundStep): Promise<DatedStep> {
  const { from, to } = found.step;
  const before = found.corrected ? last : tree;
  const [since, on] = [await before.ownDate(from.date, figure.currency), await tree.ownDate(to.date, figure.currency)];
  const dated = { from: { ...from, date: since ?? from.date }, to: { ...to, date: on ?? to.date } };
  const reference = figure.table.reference;
  if (since !== null || on !== null) return { step: dated, reference };
  const anchor = await tree.anchor(to.date, figure.currency);
  const [was, is] = [await before.table(from.date), figure.table].map((table) =>
    anchor === null ? null : table.figures.get(anchor)?.mid,
  );
  if (anchor === null || was == null || is == null) return { step: dated, reference };
  const step = { from: { ...from, value: from.value.over(was) }, to: { ...to, value: to.value.over(is) } };
  return { step, reference: anchor };
}

interface DatedStep {
  readonly step: FigureStep;
  /** Both figures are stated per one unit of this currency. */
  readonly reference: CurrencyCode;
}

/** Whether the provider's next figure bears the step out; null without a next figure. */
export async function readIsBorneOut(tree: StatedFixings, figure: Cell, step: FigureStep): Promise<boolean | null> {
  for (const date of tree.dates.slice(figure.place + 1, figure.place + 1 + LOOK_BACK)) {
    const next = pointIn(await tree.table(date), figure);
    if (next === null || (await tree.ownDate(date, figure.currency)) === step.to.date) continue;
    return isBorneOut(step, next.value);
  }
  return null;
}

/** The figures before the fixing, oldest first, without those carried forward from an earlier list. */
export async function readHistory(tree: StatedFixings, figure: Cell): Promise<readonly Point[]> {
  const points: Point[] = [];
  for (const date of datesBefore(tree, figure.place, HISTORY_FIXINGS)) {
    const point = pointIn(await tree.table(date), figure);
    if (point !== null && (await tree.ownDate(date, figure.currency)) === date) points.push(point);
  }
  return points;
}

/** Newest first. */
function lastDates({ tree, last }: TwoTrees, { table, place }: Cell): readonly IsoDate[] {
  const since = addDays(table.date, -SILENCE_DAYS);
  const start = lowerBound(tree.dates, (date) => date < since);
  const before = tree.dates.slice(start, place);
  const isEnough = before.length >= LOOK_BACK || isHistory({ tree, last }, table.date);
  return (isEnough ? before : datesBefore(tree, place, LOOK_BACK)).reverse();
}

function datesBefore({ dates }: StatedFixings, place: number, count: number): IsoDate[] {
  return dates.slice(place < count ? 0 : place - count, place);
}

/** Returns null if the table lacks the figure or has another reference currency (HNB: the kuna, then the euro). */
function pointIn(table: Table, { table: { reference }, currency, side }: Cell): Point | null {
  const value = table.reference === reference ? table.figures.get(currency)?.[side] : null;
  return value == null ? null : { date: table.date, value };
}

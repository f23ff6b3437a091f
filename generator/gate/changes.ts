/** Finds the figures that are new or corrected since the last release, and the odd steps among them. */

import type { CurrencyCode, IsoDate } from '../wire/schemas.ts';
import { SIDES, type Side, type Table } from '../wire/table.ts';
import { HISTORY_FIXINGS, isCalm, type Oddity, oddityOf, type Point, type Step } from './moves.ts';
import type { StatedFixings, TwoTrees } from './stated.ts';

export interface OddStep {
  readonly oddity: Oddity;
  /** Date of the fixing that states the figure. */
  readonly fixing: IsoDate;
  readonly reference: CurrencyCode;
  readonly currency: CurrencyCode;
  readonly side: Side;
  readonly step: Step;
  /** True if the last release stated another figure for the date; otherwise the step starts at the previous figure. */
  readonly corrected: boolean;
}

interface Changes {
  /** How many fixings are new or changed. */
  readonly fixings: number;
  /** How many figures in them are new or changed. */
  readonly figures: number;
  readonly odd: readonly OddStep[];
}

/** How many fixings to search for an earlier figure of the currency: some fixings hold only gold or a weekly list. */
const LOOK_BACK = 10;

export async function readChanges({ tree, last }: TwoTrees): Promise<Changes> {
  const dates = changedDates(tree, last);
  const odd: OddStep[] = [];
  let figures = 0;
  for (const date of dates) {
    const table = await tree.table(date);
    const corrected = last.memory.dates.get(date)?.gap === '' ? await last.table(date) : null;
    for (const currency of table.figures.keys()) {
      if (currency === table.reference) continue;
      for (const side of SIDES) {
        const found = await readStep(tree, table, { currency, side }, corrected);
        if (found === null) continue;
        figures++;
        const judged = isCalm(currency, found.step)
          ? null
          : await judge({ tree, last }, table, { currency, side }, found);
        if (judged !== null) odd.push(judged);
      }
    }
  }
  return { fixings: dates.length, figures, odd };
}

/**
 * Dates whose files differ from the last release's. Dates before the provider's first fixing in the last release are
 * left out: they are newly collected history and, as in a first release, there is nothing to compare them with.
 */
function changedDates(tree: StatedFixings, last: StatedFixings): readonly IsoDate[] {
  const first = last.dates[0];
  return first === undefined ? [] : tree.dates.filter((date) => date >= first && !tree.isAlike(last, date));
}

interface Figure {
  readonly currency: CurrencyCode;
  readonly side: Side;
}

interface Found {
  readonly step: Step;
  readonly corrected: boolean;
}

/** Starts at the corrected figure, else at the previous one. Returns null if there is neither, or no change. */
async function readStep(
  tree: StatedFixings,
  table: Table,
  figure: Figure,
  corrected: Table | null,
): Promise<Found | null> {
  const to = pointIn(table, table, figure);
  if (to === null) return null;
  const old = corrected === null ? null : pointIn(corrected, table, figure);
  if (old !== null) return old.value.compareTo(to.value) === 0 ? null : { step: { from: old, to }, corrected: true };
  const place = tree.dates.indexOf(table.date);
  for (const date of tree.dates.slice(place < LOOK_BACK ? 0 : place - LOOK_BACK, place).reverse()) {
    const from = pointIn(await tree.table(date), table, figure);
    if (from !== null) return { step: { from, to }, corrected: false };
  }
  return null;
}

/** Publication dates and history are read only here, for the few figures that moved by more than a calm step. */
async function judge(
  { tree, last }: TwoTrees,
  table: Table,
  figure: Figure,
  { step: { from, to }, corrected }: Found,
): Promise<OddStep | null> {
  // A list that is still in force is judged on its own date, and a pegged currency through its anchor.
  if ((await tree.ownDate(table.date, figure.currency)) !== table.date) return null;
  const since = (await (corrected ? last : tree).ownDate(from.date, figure.currency)) ?? from.date;
  const step = { from: { ...from, date: since }, to };
  const oddity = oddityOf(figure.currency, step, await readHistory(tree, table, figure));
  if (oddity === null) return null;
  // If the last release still carried an older list, the figure is new and corrects nothing.
  const isCorrection = corrected && since === table.date;
  return { oddity, fixing: table.date, reference: table.reference, ...figure, step, corrected: isCorrection };
}

/** The figures before the fixing, oldest first, without those carried forward from an earlier list. */
async function readHistory(tree: StatedFixings, table: Table, figure: Figure): Promise<readonly Point[]> {
  const place = tree.dates.indexOf(table.date);
  const points: Point[] = [];
  for (const date of tree.dates.slice(place < HISTORY_FIXINGS ? 0 : place - HISTORY_FIXINGS, place)) {
    const point = pointIn(await tree.table(date), table, figure);
    if (point !== null && (await tree.ownDate(date, figure.currency)) === date) points.push(point);
  }
  return points;
}

/** Returns null if the table lacks the figure or has another reference currency (HNB: the kuna, then the euro). */
function pointIn(table: Table, like: Table, { currency, side }: Figure): Point | null {
  const value = table.reference === like.reference ? table.figures.get(currency)?.[side] : null;
  return value == null ? null : { date: table.date, value };
}

/** Finds the figures that are new or corrected since the last release, and of these the odd ones, each with its step. */

import type { CurrencyCode, IsoDate } from '../wire/schemas.ts';
import { SIDES, type Side, type Table } from '../wire/table.ts';
import { HISTORY_FIXINGS, isCalm, type Oddity, oddityOf, type Point, type Step } from './moves.ts';
import type { Pair, StatedFixings } from './stated.ts';

export interface OddStep {
  readonly oddity: Oddity;
  /** The fixing that states it. */
  readonly fixing: IsoDate;
  readonly reference: CurrencyCode;
  readonly currency: CurrencyCode;
  readonly side: Side;
  readonly step: Step;
  /** The last release stated another figure for the same date; else the step is from the figure before. */
  readonly corrected: boolean;
}

export interface Changes {
  readonly fixings: number;
  readonly figures: number;
  readonly odd: readonly OddStep[];
}

/** Fixings to look back in for a figure of the same currency: some are of gold alone, or of a weekly list. */
const LOOK_BACK = 10;

/**
 * Dates whose files differ from the last release's. Those before its first fixing of the provider are history newly
 * collected: as in a first release there is nothing to compare them with.
 */
export function changedDates(tree: StatedFixings, last: StatedFixings): readonly IsoDate[] {
  const first = last.dates[0];
  return first === undefined ? [] : tree.dates.filter((date) => date >= first && !tree.isAlike(last, date));
}

export async function readChanges({ tree, last }: Pair): Promise<Changes> {
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

interface Figure {
  readonly currency: CurrencyCode;
  readonly side: Side;
}

interface Found {
  readonly step: Step;
  readonly corrected: boolean;
}

/** From the corrected figure, else from the one before; null where there is neither, or the figure is as it was. */
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

/** Own dates and history are read only here, for the few figures that moved at all. */
async function judge(
  { tree, last }: Pair,
  table: Table,
  figure: Figure,
  { step: { from, to }, corrected }: Found,
): Promise<OddStep | null> {
  // A list still in force is judged on its own date; what follows by law, with the currency that it follows.
  if ((await tree.ownDate(table.date, figure.currency)) !== table.date) return null;
  const since = (await (corrected ? last : tree).ownDate(from.date, figure.currency)) ?? from.date;
  const step = { from: { ...from, date: since }, to };
  const oddity = oddityOf(figure.currency, step, await readHistory(tree, table, figure));
  if (oddity === null) return null;
  // Where the last release still carried an older list, the figure is new and corrects nothing.
  const isCorrection = corrected && since === table.date;
  return { oddity, fixing: table.date, reference: table.reference, ...figure, step, corrected: isCorrection };
}

/** The figures before the fixing, each on the date it was published for, oldest first. */
async function readHistory(tree: StatedFixings, table: Table, figure: Figure): Promise<readonly Point[]> {
  const place = tree.dates.indexOf(table.date);
  const points: Point[] = [];
  for (const date of tree.dates.slice(place < HISTORY_FIXINGS ? 0 : place - HISTORY_FIXINGS, place)) {
    const point = pointIn(await tree.table(date), table, figure);
    if (point !== null && (await tree.ownDate(date, figure.currency)) === date) points.push(point);
  }
  return points;
}

/** null where the table does not state it, or states it in another reference currency (HNB: kuna, then euro). */
function pointIn(table: Table, like: Table, { currency, side }: Figure): Point | null {
  const value = table.reference === like.reference ? table.figures.get(currency)?.[side] : null;
  return value == null ? null : { date: table.date, value };
}

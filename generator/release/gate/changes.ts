/** Finds what is new or corrected since the last release, odd steps among it, bids above asks, and first figures. */

import { type Renewal, renewed } from '../../rates/quarantine/renewal.ts';
import {
  type FigureStep,
  HISTORY_FIXINGS,
  isBorneOut,
  isCalm,
  type Oddity,
  oddityOf,
  type Point,
  SILENCE_DAYS,
  toFigure,
} from '../../rates/quarantine/steps.ts';
import { SIDES, type Side, type Table } from '../../wire/answers/table.ts';
import { addDays } from '../../wire/words/calendar.ts';
import { lowerBound } from '../../wire/words/order.ts';
import type { CurrencyCode, IsoDate } from '../../wire/words/schemas.ts';
import { type Finding, toFinding } from './report.ts';
import type { StatedFixings, TwoTrees } from './stated.ts';

export interface OddStep {
  readonly oddity: Oddity;
  /** Date of the first fixing that states the figure. */
  readonly fixing: IsoDate;
  readonly reference: CurrencyCode;
  readonly currency: CurrencyCode;
  readonly side: Side;
  readonly step: FigureStep;
  /** True if the last release stated another figure for the date; otherwise the step starts at the previous figure. */
  readonly corrected: boolean;
}

/** The mid of a currency that the provider had not stated before. */
export interface FirstFigure {
  readonly fixing: IsoDate;
  readonly reference: CurrencyCode;
  readonly currency: CurrencyCode;
  readonly point: Point;
}

interface Changes {
  /** How many fixings are new or changed. */
  readonly fixings: number;
  /** How many figures in them are new or changed. */
  readonly figures: number;
  readonly odd: readonly OddStep[];
  /** Bids above asks: no bank sells a currency for less than it pays for it. */
  readonly sides: readonly Finding[];
  readonly first: readonly FirstFigure[];
}

/** Of a first release and of newly collected history, that is every fixing. */
export async function readChanges({ tree, last }: TwoTrees, renewals: readonly Renewal[]): Promise<Changes> {
  const odd = new Map<string, OddStep>();
  const [first, sides]: [FirstFigure[], Finding[]] = [[], []];
  let [fixings, figures] = [0, 0];
  for (const [place, date] of tree.datesUnlike(last)) {
    if (await tree.isAlike(last, date)) continue;
    fixings++;
    const table = await tree.table(date);
    sides.push(...(await readSideFindings(tree, table)));
    for (const figure of figuresOf(table, place)) {
      const found = await readStep({ tree, last }, figure);
      if (found === null && figure.side === 'mid') first.push(...(await readFirst(tree, figure)));
      if (found === null || isRepeated(found)) continue;
      figures++;
      const judged = isCalm(figure.currency, found.step) ? null : await judge({ tree, last }, figure, found, renewals);
      // A list in force that is corrected changes several fixings, and is judged on the first of them.
      if (judged !== null && !odd.has(nameOf(judged))) odd.set(nameOf(judged), judged);
    }
  }
  return { fixings, figures, odd: [...odd.values()], sides, first };
}

function figuresOf(table: Table, place: number): readonly Cell[] {
  const currencies = [...table.figures.keys()].filter((currency) => currency !== table.reference);
  return currencies.flatMap((currency) => SIDES.map((side) => ({ table, place, currency, side })));
}

async function readSideFindings(tree: StatedFixings, table: Table): Promise<readonly Finding[]> {
  const { provider, date, reference, figures } = table;
  const findings: Finding[] = [];
  for (const [code, { bid, ask }] of figures) {
    if (bid === null || ask === null || bid.compareTo(ask) <= 0) continue;
    const words = `${provider} ${date}: ${code} bid ${toFigure(bid)} above ask ${toFigure(ask)} per ${reference}`;
    const own = (await tree.ownDate(date, code)) ?? date;
    const parts = [{ provider, code, from: own, until: own, corrected: false, stated: '', refused: '' }];
    findings.push(
      toFinding('sides', provider, { subject: `${date} ${code}`, figures: [`${bid}`, `${ask}`], words, parts }),
    );
  }
  return findings;
}

function isRepeated({ corrected, step: { from, to } }: FoundStep): boolean {
  return corrected && from.value.compareTo(to.value) === 0;
}

function nameOf({ currency, side, step: { from, to } }: OddStep): string {
  return [currency, side, from.date, to.date, from.value, to.value].join(' ');
}

/** A pegged figure is ours and not the provider's. */
async function readFirst(tree: StatedFixings, { table, currency }: Cell): Promise<readonly FirstFigure[]> {
  const [value, date] = [table.figures.get(currency)?.mid, await tree.ownDate(table.date, currency)];
  if (value == null || date === null) return [];
  return [{ fixing: table.date, reference: table.reference, currency, point: { date, value } }];
}

/** Publication dates and history are read only here, for the few figures that moved by more than a calm step. */
async function judge(
  trees: TwoTrees,
  figure: Cell,
  found: FoundStep,
  renewals: readonly Renewal[],
): Promise<OddStep | null> {
  const { table, currency, side } = figure;
  const { step: dated, reference } = await readDated(trees, figure, found);
  const from = renewed(dated.from, dated.to, { base: reference, quote: currency }, renewals);
  const step = { from, to: dated.to };
  if (from !== dated.from && isCalm(currency, step)) return null;
  const isPegged = reference !== table.reference;
  if (isPegged && isCalm(currency, step)) return null;
  const oddity = oddityOf(currency, step, isPegged ? [] : await readHistory(trees.tree, figure));
  if (oddity === null) return null;
  // A jump or an inverse of a whole history lasts as well, and stays odd.
  const isBorneOut = isHistory(trees, table.date) && (await readIsBorneOut(trees.tree, figure, found.step)) === true;
  if (isBorneOut && oddity !== 'jump' && oddity !== 'flip') return null;
  // If the last release still carried an older list, the figure is new and corrects nothing.
  const corrected = found.corrected && step.from.date === step.to.date;
  return { oddity, fixing: table.date, reference, currency, side, step, corrected };
}

// Where a figure of a fixing comes from: the figure that was stated before it, and those before that one.

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

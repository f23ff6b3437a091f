/** Finds what is new or corrected since the last release, odd steps among it, bids above asks, and first figures. */

import { isCalm, type Oddity, oddityOf } from '../../rates/quarantine/moves.ts';
import { type Renewal, renewed } from '../../rates/quarantine/renewal.ts';
import type { FigureStep, Point } from '../../rates/quarantine/steps.ts';
import { toFigure } from '../../rates/quarantine/words.ts';
import { SIDES, type Side, type Table } from '../../wire/answers/table.ts';
import type { CurrencyCode, IsoDate } from '../../wire/words/schemas.ts';
import { type Finding, toFinding } from './report.ts';
import type { StatedFixings, TwoTrees } from './stated.ts';
import { type Cell, type FoundStep, isHistory, readDated, readHistory, readIsBorneOut, readStep } from './steps.ts';

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

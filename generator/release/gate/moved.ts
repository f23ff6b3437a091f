/**
 * GLOBAL that moved while its sources did not. Quarantine has judged every figure of a bank, so a figure of GLOBAL that
 * steps although no bank behind it has done so comes from how it was made: another bank than yesterday, or a fault of
 * ours.
 */
import {
  type FigureStep,
  isNear,
  isUp,
  type Point,
  STEP,
  sizeOf,
  toFigure,
  toPercent,
} from '../../rates/quarantine/steps.ts';
import { Ratio } from '../../wire/exact/decimal.ts';
import { addDays } from '../../wire/words/calendar.ts';
import { within } from '../../wire/words/order.ts';
import { type CurrencyCode, EUR, GLOBAL, type IsoDate, USD } from '../../wire/words/schemas.ts';
import { newestUpTo } from './lists.ts';
import { type Finding, toFinding } from './report.ts';
import type { StatedFixings, TwoTrees } from './stated.ts';

/** A bank may have moved so many days before: quarantine holds its step until others follow, or a person decides. */
const DAYS_BACK = 31;
/** Some banks date their lists ahead over a weekend. */
const DAYS_AHEAD = 4;
const TWICE = Ratio.of(2n, 1n);

interface Moved {
  readonly currency: CurrencyCode;
  /** In units per EUR. */
  readonly step: FigureStep;
  /** The banks behind the figure. */
  readonly banks: readonly string[];
}

/** Compares the newest fixings of both trees. None before the first release. */
export async function readMovedFindings(
  { tree, last }: TwoTrees,
  pairs: readonly TwoTrees[],
  now: IsoDate,
): Promise<readonly Finding[]> {
  const [newest, before] = [newestUpTo(tree, now), newestUpTo(last, now)];
  if (newest === null || before === null || (await tree.isAlike(last, newest))) return [];
  const [figures, earlier] = [(await tree.table(newest)).figures, (await last.table(before)).figures];
  const { lists } = await tree.origins(newest);
  const moved: Moved[] = [];
  for (const [currency, { mid: to }] of figures) {
    const from = earlier.get(currency)?.mid ?? null;
    // A pegged currency has no list: it moves with its anchor, or its peg ends in the world and a notice says so.
    const banks = [...(lists.get(currency)?.providers ?? [])];
    if (from === null || to === null || isNear(from, to, STEP) || banks.length === 0) continue;
    const step = { from: { date: before, value: from }, to: { date: newest, value: to } };
    const followed = await Promise.all(banks.map((code) => hasMoved(code, currency, step, pairs)));
    if (!followed.includes(true)) moved.push({ currency, step, banks });
  }
  return moved.length === 0 ? [] : [toMovedFinding(moved, before, newest)];
}

function toMovedFinding(moved: readonly Moved[], before: IsoDate, newest: IsoDate): Finding {
  const texts = moved.map(({ currency, step: { from, to }, banks }) => {
    const change = `${toFigure(from.value)} → ${toFigure(to.value)} per EUR, ${toPercent(from.value, to.value)}`;
    return `${currency} ${change} (no step at ${banks.join(', ')})`;
  });
  const codes = moved.map(({ currency }) => currency);
  const holds = codes.map((code) => `GLOBAL/${code}`).join(' ');
  return toFinding('moved', GLOBAL, {
    subject: `${newest} ${codes.join('+')}`,
    figures: texts,
    words: `GLOBAL ${newest} beside ${before}: ${texts.join('; ')}`,
    hold: `${holds} --from ${newest}`,
  });
}

/**
 * Whether a bank behind the figure has moved the same way by at least half as much in the weeks before. One that did not
 * state the currency then has not: GLOBAL has changed to it.
 */
async function hasMoved(
  code: string,
  currency: CurrencyCode,
  step: FigureStep,
  pairs: readonly TwoTrees[],
): Promise<boolean> {
  const bank = pairs.find(({ tree }) => tree.subject.code === code)?.tree;
  if (bank === undefined) return false;
  const newest = step.to.date;
  const points: Point[] = [];
  for (const date of within(bank.dates, addDays(newest, -DAYS_BACK), addDays(newest, DAYS_AHEAD)))
    points.push(...(await readCross(bank, date, currency)));
  const to = points.at(-1);
  return to !== undefined && points.some((from) => isLike({ from, to }, step));
}

/** Units per EUR, or per USD where the bank has no EUR; none if it states neither. */
async function readCross(bank: StatedFixings, date: IsoDate, currency: CurrencyCode): Promise<readonly Point[]> {
  const { figures } = await bank.table(date);
  const own = figures.get(currency)?.mid ?? null;
  const per = figures.get(EUR)?.mid ?? figures.get(USD)?.mid ?? null;
  return own === null || per === null ? [] : [{ date, value: own.over(per) }];
}

function isLike(own: FigureStep, step: FigureStep): boolean {
  return isUp(own) === isUp(step) && sizeOf(own).times(TWICE).compareTo(sizeOf(step)) >= 0;
}

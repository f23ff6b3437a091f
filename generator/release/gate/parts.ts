/** How a finding can be answered without a refusal: the part of the tree that must go for the rest to pass. */

import { SILENCE_DAYS } from '../../rates/quarantine/steps.ts';
import { isNearer } from '../../sources/archive/holds.ts';
import type { Side } from '../../wire/answers/table.ts';
import type { Ratio } from '../../wire/exact/decimal.ts';
import { addDays, laterOf } from '../../wire/words/calendar.ts';
import { lowerBound, within } from '../../wire/words/order.ts';
import { type CurrencyCode, EUR, GLOBAL, type IsoDate } from '../../wire/words/schemas.ts';
import type { FirstFigure, OddStep } from './changes.ts';
import type { Finding, Part } from './report.ts';
import type { StatedFixings, TwoTrees } from './stated.ts';

interface Refused {
  readonly fixing: IsoDate;
  readonly currency: CurrencyCode;
  readonly side: Side;
  readonly corrected: boolean;
  readonly stated: Ratio;
  readonly refused: Ratio;
}

export async function readMovedPart(trees: TwoTrees, odd: OddStep): Promise<Part> {
  const { fixing, currency, side, corrected, step, reference } = odd;
  const part = await readPart(trees, {
    fixing,
    currency,
    side,
    corrected,
    stated: step.from.value,
    refused: step.to.value,
  });
  // The step of a pegged currency is stated per its anchor, so GLOBAL's figures cannot be compared with it.
  return reference === EUR ? part : { ...part, stated: '', refused: '' };
}

/** @param nearest of the figures of the others, by which the first figure was judged */
export function readLevelPart(
  trees: TwoTrees,
  { fixing, currency, point }: FirstFigure,
  nearest: Ratio,
): Promise<Part> {
  const refused = { stated: nearest, refused: point.value };
  return readPart(trees, { fixing, currency, side: 'mid', corrected: false, ...refused });
}

/** From the date of the odd figure to the last one that is nearer to it than to the figure before. */
async function readPart(trees: TwoTrees, one: Refused): Promise<Part> {
  const { tree } = trees;
  const provider = tree.subject.code;
  const { fixing, currency: code, corrected } = one;
  const end = await readEnd(trees, one);
  if (provider === GLOBAL) {
    const [stated, refused] = [`${one.stated}`, `${one.refused}`];
    return { provider, code, from: fixing, until: end, corrected, stated, refused };
  }
  const [from, until] = [(await tree.ownDate(fixing, code)) ?? fixing, (await tree.ownDate(end, code)) ?? end];
  return { provider, code, from, until, corrected, stated: '', refused: '' };
}

async function readEnd(trees: TwoTrees, one: Refused): Promise<IsoDate> {
  const { dates } = trees.tree;
  let end = one.fixing;
  for (const date of dates.slice(lowerBound(dates, (own) => own <= one.fixing))) {
    const value = await readFigure(trees.tree, date, one);
    if (value === null) continue;
    const before = one.corrected ? await readFigure(trees.last, date, one) : null;
    if (before?.compareTo(value) === 0 || !isNearer(value, one.refused, one.stated)) break;
    end = date;
  }
  return end;
}

async function readFigure(stated: StatedFixings, date: IsoDate, { currency, side }: Refused): Promise<Ratio | null> {
  if (!stated.hasFixing(date)) return null;
  return (await stated.table(date)).figures.get(currency)?.[side] ?? null;
}

/**
 * Of a provider whose list has many findings of one kind, the whole list. Of GLOBAL nothing: what is wrong with many of
 * its currencies at once is a fault of the whole.
 */
export function toListParts(findings: readonly Finding[]): readonly Part[] {
  const parts = findings.flatMap((finding) => finding.parts);
  const [first] = parts;
  if (first === undefined || findings.some(({ provider }) => provider === GLOBAL)) return [];
  const until = parts.map((part) => part.until).reduce(laterOf);
  return [{ ...first, code: '', until }];
}

/**
 * Where an odd figure of GLOBAL is one bank's alone, and that bank's first, the bank's figure is at fault. NBP called
 * the Cuban peso a dollar and was alone with it once BDI had fallen silent. Without NBP's figure GLOBAL takes BDI's as
 * soon as BDI speaks again; with it both would be in dispute. A bank that has stated the currency before, and not
 * moved, is believed: then only GLOBAL's figure is left out.
 * @param part of GLOBAL
 */
export async function atItsSource(part: Part, global: StatedFixings, pairs: readonly TwoTrees[]): Promise<Part> {
  const code = part.code as CurrencyCode;
  const [first, last] = [(await global.origins(part.from)).lists, (await global.origins(part.until)).lists];
  const [origin, latest] = [first.get(code), last.get(code)];
  const [provider, second] = origin?.providers ?? [];
  if (origin === undefined || provider === undefined || second !== undefined) return part;
  const own = pairs.find(({ tree }) => tree.subject.code === provider)?.tree;
  if (own === undefined || (await hasEarlier(own, origin.date, code))) return part;
  const isSame = latest?.providers.size === 1 && latest.providers.has(provider);
  return { ...part, provider, from: origin.date, until: isSame ? latest.date : origin.date, stated: '', refused: '' };
}

async function hasEarlier(own: StatedFixings, date: IsoDate, code: CurrencyCode): Promise<boolean> {
  for (const before of within(own.dates, addDays(date, -SILENCE_DAYS), addDays(date, -1))) {
    if ((await own.table(before)).figures.has(code)) return true;
  }
  return false;
}

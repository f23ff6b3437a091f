/** What `compare` finds: how far a provider's figures are from a person's reference, by method and currency. Pure. */

import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { codeCell, dayCell, figureCell, parseRows } from '../../kit/csv-rows.ts';
import { noneIfMissing } from '../../kit/files.ts';
import { groupBy } from '../../kit/items.ts';
import type { Table } from '../../wire/answers/table.ts';
import { Ratio } from '../../wire/exact/decimal.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { compareTexts } from '../../wire/words/order.ts';
import { type CurrencyCode, currencyCode, type IsoDate } from '../../wire/words/schemas.ts';

/** A provider's fixing that is valid on a day. */
export interface StatedDay {
  readonly table: Table;
  /** GLOBAL's method by currency; empty for a provider, whose figures are published and not made. */
  readonly methods: ReadonlyMap<CurrencyCode, string>;
}

/** Sizes and shares are text, so that no digit is lost: `28.15` basis points, `66.9` per cent. */
export interface Deviations {
  readonly name: string;
  readonly figures: number;
  /** By bound, the share in per cent of the figures that are at most so far away. */
  readonly within: Readonly<Record<Bound, string>>;
  readonly medianBp: string;
  readonly percentile95Bp: string;
  readonly largestBp: string;
  /** The date of the largest. */
  readonly largestOn: IsoDate;
}

export interface Comparison {
  /** Rates of the reference for days on which the provider has no fixing. */
  readonly noFixing: number;
  /** By currency, the rates that the provider's fixing of the day does not state, or whose base it does not state. */
  readonly notStated: Readonly<Record<string, number>>;
  /** Null if nothing could be compared. */
  readonly all: Deviations | null;
  /** Worst first: by median, then by 95th percentile. */
  readonly methods: readonly Deviations[];
  readonly currencies: readonly Deviations[];
}

/** With their unit, because an object would put the names 1 and 5 before 0.1. */
const BOUNDS = ['0.1%', '0.5%', '1%', '5%'] as const;
type Bound = (typeof BOUNDS)[number];
const PER_CENT = Ratio.of(1n, 100n);
const HALF = Ratio.of(1n, 2n);
const BASIS_POINT = Ratio.of(1n, 10_000n);
/** The method of a provider's figure: the bank published it. */
const PUBLISHED = 'published';

interface Compared {
  readonly rate: ReferenceRate;
  readonly method: string;
  readonly size: Ratio;
}

/** @param dayOf null for a day on which the provider has no fixing */
export function toComparison(rates: readonly ReferenceRate[], dayOf: (date: IsoDate) => StatedDay | null): Comparison {
  const compared: Compared[] = [];
  const notStated = new Map<string, number>();
  let noFixing = 0;
  for (const rate of rates) {
    const day = dayOf(rate.date);
    const found = day === null ? null : compare(rate, day);
    if (found !== null) compared.push(found);
    else if (day === null) noFixing++;
    else {
      const lacking = midOf(day, rate.currency) === null ? rate.currency : rate.base;
      notStated.set(lacking, (notStated.get(lacking) ?? 0) + 1);
    }
  }
  return {
    noFixing,
    notStated: Object.fromEntries([...notStated].sort(([left], [right]) => compareTexts(left, right))),
    all: compared.length === 0 ? null : sumUp('all', bySize(compared)).deviations,
    methods: worstFirst(groupBy(compared, ({ method }) => method)),
    currencies: worstFirst(groupBy(compared, ({ rate }) => `${rate.currency}`)),
  };
}

function compare(rate: ReferenceRate, day: StatedDay): Compared | null {
  const [own, base] = [midOf(day, rate.currency), midOf(day, rate.base)];
  if (own === null || base === null) return null;
  const method = methodOf(day, rate.currency) ?? methodOf(day, rate.base) ?? PUBLISHED;
  return { rate, method, size: deviationOf(own.over(base), rate.rate.toRatio()) };
}

/** The pivot of GLOBAL has no method of its own: per euro its figure is 1, and per dollar it is the dollar's. */
function methodOf({ methods }: StatedDay, currency: CurrencyCode): string | null {
  const method = methods.get(currency) ?? null;
  return method === 'base' ? null : method;
}

function midOf({ table }: StatedDay, currency: CurrencyCode): Ratio | null {
  return table.figures.get(currency)?.mid ?? null;
}

function worstFirst(groups: ReadonlyMap<string, readonly Compared[]>): readonly Deviations[] {
  return [...groups]
    .map(([name, group]) => sumUp(name, bySize(group)))
    .sort(
      (left, right) =>
        right.median.compareTo(left.median) ||
        right.percentile95.compareTo(left.percentile95) ||
        compareTexts(left.deviations.name, right.deviations.name),
    )
    .map(({ deviations }) => deviations);
}

function bySize(compared: readonly Compared[]): readonly Compared[] {
  return [...compared].sort((left, right) => left.size.compareTo(right.size));
}

/** @param sorted at least one, the nearest first */
function sumUp(name: string, sorted: readonly Compared[]) {
  const sizes = sorted.map(({ size }) => size);
  const largest = sorted.at(-1);
  if (largest === undefined) throw new TypeError('nothing to sum up');
  const [median, high] = [medianOf(sizes), percentile95(sizes)];
  const within = BOUNDS.map((bound) => [bound, shareWithin(sizes, bound)] as const);
  const deviations: Deviations = {
    name,
    figures: sizes.length,
    within: Object.fromEntries(within) as Record<Bound, string>,
    medianBp: toBasisPoints(median),
    percentile95Bp: toBasisPoints(high),
    largestBp: toBasisPoints(largest.size),
    largestOn: largest.rate.date,
  };
  return { deviations, median, percentile95: high };
}

function shareWithin(sizes: readonly Ratio[], bound: Bound): string {
  const limit = Ratio.parse(bound.replace('%', '')).times(PER_CENT);
  const near = sizes.filter((size) => size.compareTo(limit) <= 0).length;
  return toPlaces(Ratio.of(BigInt(near) * 100n, BigInt(sizes.length)), 1);
}

/** |figure / reference - 1|. @throws RangeError if the reference is 0 */
export function deviationOf(figure: Ratio, reference: Ratio): Ratio {
  const signed = figure.over(reference).plus(Ratio.one.negated());
  return signed.sign < 0 ? signed.negated() : signed;
}

/** @param sorted at least one, ascending */
export function medianOf(sorted: readonly Ratio[]): Ratio {
  const [low = Ratio.one, high = low] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low.plus(high).times(HALF);
}

/** The smallest value that 95 of 100 do not exceed. @param sorted at least one, ascending */
export function percentile95(sorted: readonly Ratio[]): Ratio {
  const rank = (BigInt(sorted.length) * 95n + 99n) / 100n;
  return sorted.find((_, place) => BigInt(place) + 1n === rank) ?? Ratio.one;
}

/** 0.0012345 is `12.35`. */
export function toBasisPoints(size: Ratio): string {
  return toPlaces(size.over(BASIS_POINT), 2);
}

/** The value with exactly so many decimal places, one or more. */
function toPlaces(value: Ratio, places: number): string {
  const [whole = '', decimals = ''] = value.round(places).split('.');
  return `${whole}.${decimals.padEnd(places, '0')}`;
}

// The file that a person gives to `compare`: rates of a day from elsewhere, as `date,currency,rate,base`.

/** One unit of `base` is worth `rate` units of `currency`. */
const row = z
  .object({
    date: dayCell,
    currency: codeCell.pipe(currencyCode),
    rate: figureCell,
    base: codeCell.pipe(currencyCode),
  })
  .refine(({ currency, base }) => currency !== base, {
    path: ['base'],
    error: 'is the currency itself: leave the line out, or name another base',
  });
type ReferenceRate = Readonly<z.infer<typeof row>>;

/** @throws InputError naming the file, and line, column and remedy of the first row that cannot be used */
export async function readReference(file: string): Promise<readonly ReferenceRate[]> {
  const text = await readFile(file, 'utf8').catch(noneIfMissing);
  if (text === null) throw new InputError(`${file}: there is no such file; correct the name in --with`);
  const rows = parseRows<ReferenceRate>(text, file, Object.keys(row.shape), row);
  if (rows.length === 0) throw new InputError(`${file}: there is no rate below the header: write one per line`);
  const lines = new Map<string, number>();
  for (const { line, cells } of rows) {
    const name = `${cells.currency} per ${cells.base} of ${cells.date}`;
    const first = lines.get(name);
    if (first !== undefined)
      throw new InputError(`${file}:${line}: ${name} is on line ${first} already: remove one of the two`);
    lines.set(name, line);
  }
  return rows.map(({ cells }) => cells);
}

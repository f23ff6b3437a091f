/** Exact deviations between figures: a list of them by currency, and a table by method for a page. */
import { medianOf, percentile95, toBasisPoints } from '../../generator/rates/compare/comparing.ts';
import { Ratio } from '../../generator/wire/exact/decimal.ts';

export interface Deviation {
  readonly currency: string;
  readonly date: string;
  /** |figure / reference - 1|. */
  readonly size: Ratio;
  /** From how many banks' figures it was made. */
  readonly banks: number;
  readonly method: string;
  /** How many banks had a list of the date. */
  readonly lists: number;
}

/** CSV: a row for each currency by code, then one for all: days, banks, and deviations in basis points. */
export function deviationList(deviations: readonly Deviation[]): string {
  const codes = [...new Set(deviations.map(({ currency }) => currency))].sort();
  const rows = codes.map((code) =>
    rowOf(
      code,
      deviations.filter(({ currency }) => currency === code),
    ),
  );
  return `${['currency,days,banks,median,percentile95,largest,on', ...rows, rowOf('all', deviations)].join('\n')}\n`;
}

/** From so many lists of a date on, most figures of GLOBAL are of that date. */
const LISTS_MANY = 12;

/** A row for each method, for days with many lists, and for all: figures, deviations, and how many are small. */
export function groupTable(deviations: readonly Deviation[]): string {
  const groups: readonly (readonly [string, (one: Deviation) => boolean])[] = [
    ['`median`', ({ method }) => method === 'median'],
    ['`mean`', ({ method }) => method === 'mean'],
    ['`single`', ({ method }) => method === 'single'],
    ['`peg`', ({ method }) => method === 'peg'],
    [`days with ${LISTS_MANY} banks or more`, ({ lists }) => lists >= LISTS_MANY],
    ['all', () => true],
  ];
  const rows = groups.map(([name, isOwn]) => [name, deviations.filter(isOwn)] as const);
  return [
    '| figures | count | median | 95th percentile | largest | within 0.5 % | within 1 % |',
    '|---|---|---|---|---|---|---|',
    ...rows.filter(([, own]) => own.length > 0).map(([name, own]) => groupRow(name, own)),
  ].join('\n');
}

function groupRow(name: string, deviations: readonly Deviation[]): string {
  const [count, median, high, share] = sizesOf(deviations);
  const sizes = sortedSizes(deviations);
  const largest = toBasisPoints(sizes.at(-1) ?? Ratio.of(0n, 1n));
  return `| ${[name, count, median, high, largest, shareWithin(50n, sizes), share].join(' | ')} |`;
}

/** How many, their median and 95th percentile in basis points, and the share of those within 1 %. */
export function sizesOf(deviations: readonly Deviation[]): readonly string[] {
  const sizes = sortedSizes(deviations);
  return [
    `${sizes.length}`,
    toBasisPoints(medianOf(sizes)),
    toBasisPoints(percentile95(sizes)),
    shareWithin(100n, sizes),
  ];
}

function sortedSizes(deviations: readonly Deviation[]): readonly Ratio[] {
  return deviations.map(({ size }) => size).sort((left, right) => left.compareTo(right));
}

function shareWithin(points: bigint, sizes: readonly Ratio[]): string {
  const near = sizes.filter((size) => size.compareTo(Ratio.of(points, 10_000n)) <= 0).length;
  return `${Ratio.of(BigInt(near) * 100n, BigInt(sizes.length)).round(1)} %`;
}

function rowOf(name: string, deviations: readonly Deviation[]): string {
  const sorted = [...deviations].sort((left, right) => left.size.compareTo(right.size));
  const banks = deviations.map((one) => one.banks).sort((left, right) => left - right);
  const [fewest, most] = [banks[0] ?? 0, banks.at(-1) ?? 0];
  const span = fewest === most ? `${fewest}` : `${fewest} to ${most}`;
  const largest = sorted.at(-1);
  const sizes = sorted.map(({ size }) => size);
  const figures = [medianOf(sizes), percentile95(sizes), largest?.size ?? Ratio.of(0n, 1n)].map(toBasisPoints);
  return [name, `${deviations.length}`, span, ...figures, largest?.date ?? ''].join();
}

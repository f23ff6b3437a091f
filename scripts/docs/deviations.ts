/** Exact deviations of figures from others, and the table of them by currency for a page. */
import { Ratio } from '../../generator/wire/decimal.ts';

export interface Deviation {
  readonly currency: string;
  readonly date: string;
  /** |figure / reference - 1|. */
  readonly size: Ratio;
  /** From how many banks' figures it was made. */
  readonly banks: number;
}

const ONE = Ratio.of(1n, 1n);
const HALF = Ratio.of(1n, 2n);
const BASIS_POINT = Ratio.of(1n, 10_000n);

export function deviationOf(figure: Ratio, reference: Ratio): Ratio {
  const signed = figure.over(reference).plus(ONE.negated());
  return signed.sign < 0 ? signed.negated() : signed;
}

/** A row for each currency by code, then one for all: days, banks, and deviations in basis points. */
export function deviationTable(deviations: readonly Deviation[]): string {
  const codes = [...new Set(deviations.map(({ currency }) => currency))].sort();
  const rows = codes.map((code) =>
    rowOf(
      code,
      deviations.filter(({ currency }) => currency === code),
    ),
  );
  return [
    '| currency | days | banks | median | 95th percentile | largest | on |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    rowOf('all', deviations),
  ].join('\n');
}

function rowOf(name: string, deviations: readonly Deviation[]): string {
  const sorted = [...deviations].sort((left, right) => left.size.compareTo(right.size));
  const banks = deviations.map((one) => one.banks).sort((left, right) => left - right);
  const [fewest, most] = [banks[0] ?? 0, banks.at(-1) ?? 0];
  const span = fewest === most ? `${fewest}` : `${fewest} to ${most}`;
  const largest = sorted.at(-1);
  const sizes = sorted.map(({ size }) => size);
  const figures = [median(sizes), percentile95(sizes), largest?.size ?? ONE].map(toBasisPoints);
  return `| ${[name, `${deviations.length}`, span, ...figures, largest?.date ?? ''].join(' | ')} |`;
}

/** @param sorted at least one */
function median(sorted: readonly Ratio[]): Ratio {
  const [low = ONE, high = low] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low.plus(high).times(HALF);
}

/** The smallest value that 95 of 100 do not exceed. @param sorted at least one */
function percentile95(sorted: readonly Ratio[]): Ratio {
  const rank = (BigInt(sorted.length) * 95n + 99n) / 100n;
  return sorted.find((_, place) => BigInt(place) + 1n === rank) ?? ONE;
}

/** 0.0012345 is `12.35`. */
export function toBasisPoints(size: Ratio): string {
  const [whole = '', places = ''] = size.over(BASIS_POINT).round(2).split('.');
  return `${whole}.${places.padEnd(2, '0')}`;
}

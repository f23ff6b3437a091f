/** Exact deviations of figures from others, and the table of them by currency for a page. */
import { medianOf, percentile95, toBasisPoints } from '../../generator/kit/deviations.ts';
import { Ratio } from '../../generator/wire/decimal.ts';

export interface Deviation {
  readonly currency: string;
  readonly date: string;
  /** |figure / reference - 1|. */
  readonly size: Ratio;
  /** From how many banks' figures it was made. */
  readonly banks: number;
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
  const figures = [medianOf(sizes), percentile95(sizes), largest?.size ?? Ratio.of(0n, 1n)].map(toBasisPoints);
  return `| ${[name, `${deviations.length}`, span, ...figures, largest?.date ?? ''].join(' | ')} |`;
}

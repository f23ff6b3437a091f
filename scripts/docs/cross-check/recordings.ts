/** Compares what an archive holds of all banks, without held-back figures and with them. */

import { History } from '../../../generator/rates/blend/history.ts';
import type { Quarantined } from '../../../generator/rates/quarantine/list.ts';
import { toQuarantined } from '../../../generator/rates/quarantine/quarantine.ts';
import type { DatedHolding } from '../../../generator/sources/archive/archive.ts';
import { Ratio } from '../../../generator/wire/exact/decimal.ts';
import { type Apart, type Comparison, compareProviders } from './compare.ts';

export interface CrossCheck {
  /** The number of providers with figures. */
  readonly providers: number;
  /** The figures that the tree would hold. */
  readonly tree: Comparison;
  readonly held: readonly Quarantined[];
  /** The pairs that are apart only with figures that the tree does not hold. */
  readonly heldApart: readonly Apart[];
  readonly histories: readonly History[];
}

const LIMIT = Ratio.of(102n, 100n);

export function crossCheck(holdings: readonly DatedHolding[]): CrossCheck {
  const held = toQuarantined(holdings);
  const rows = new Set(held.map(({ row }) => row));
  const histories = holdings.map(({ definition, archive }) => new History(definition, archive, rows));
  const tree = compareProviders(histories, LIMIT);
  const whole = compareProviders(
    holdings.map(({ definition, archive }) => new History(definition, archive)),
    LIMIT,
  );
  const known = new Set(tree.apart.map(keyOf));
  const heldApart = whole.apart.filter((pair) => !known.has(keyOf(pair)));
  return { providers: holdings.length, tree, held, heldApart, histories };
}

function keyOf({ date, currency, providers, base, factor }: Apart): string {
  return `${date} ${currency} ${providers} ${base} ${factor}`;
}

/** Recorded answers of all banks, collected into an archive as a night would, and compared: with what is held back, and without. */

import { type Quarantined, toQuarantined } from '../../../generator/quarantine/quarantine.ts';
import { History } from '../../../generator/rates/history.ts';
import { Ratio } from '../../../generator/wire/decimal.ts';
import type { IsoDate } from '../../../generator/wire/schemas.ts';
import { collectRecordings } from '../recordings.ts';
import { type Apart, type Comparison, compareProviders } from './compare.ts';

export interface CrossCheck {
  /** Providers with figures. */
  readonly providers: number;
  /** What the tree would hold. */
  readonly tree: Comparison;
  readonly held: readonly Quarantined[];
  /** Pairs that are apart only because figures are taken that the tree does not hold. */
  readonly heldApart: readonly Apart[];
  readonly histories: readonly History[];
}

const LIMIT = Ratio.of(102n, 100n);

/** @param archiveDir a folder that is empty or not there yet */
export async function crossCheck(recordingsDir: string, archiveDir: string, today: IsoDate): Promise<CrossCheck> {
  const holdings = await collectRecordings(recordingsDir, archiveDir, today);
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

/** Recorded answers of all banks, collected into an archive as a night would, and compared: with what is held back, and without. */
import { collectProviders } from '../../generator/collect.ts';
import { codesOf, readCurrencies } from '../../generator/currencies.ts';
import { History } from '../../generator/history.ts';
import { PROVIDERS } from '../../generator/providers/index.ts';
import { type Quarantined, toQuarantined } from '../../generator/quarantine.ts';
import { readRedenominations } from '../../generator/redenominations.ts';
import { replaySource } from '../../generator/replay.ts';
import { readSubjects } from '../../generator/subjects.ts';
import { Ratio } from '../../generator/wire/decimal.ts';
import type { IsoDate } from '../../generator/wire/schemas.ts';
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
  const summaries = await collectProviders({
    providers: PROVIDERS,
    source: replaySource({ dir: recordingsDir, adapters: null }),
    archiveDir,
    rawDir: null,
    from: null,
    to: null,
    today,
    currencies: codesOf(readCurrencies()),
    redenominations: readRedenominations(),
    env: {},
    onEvent: () => {},
  });
  const failures = summaries.flatMap(({ provider, failures: of }) => of.map((failure) => `${provider}: ${failure}`));
  if (failures.length > 0) throw new Error(`the recordings are not all read:\n${failures.join('\n')}`);
  const { subjects } = await readSubjects(archiveDir, PROVIDERS, null);
  const held = toQuarantined(subjects);
  const rows = new Set(held.map(({ row }) => row));
  const histories = subjects.map(({ definition, archive }) => new History(definition, archive, rows));
  const tree = compareProviders(histories, LIMIT);
  const whole = compareProviders(
    subjects.map(({ definition, archive }) => new History(definition, archive)),
    LIMIT,
  );
  const known = new Set(tree.apart.map(keyOf));
  const heldApart = whole.apart.filter((pair) => !known.has(keyOf(pair)));
  return { providers: subjects.length, tree, held, heldApart, histories };
}

function keyOf({ date, currency, providers, base, factor }: Apart): string {
  return `${date} ${currency} ${providers} ${base} ${factor}`;
}

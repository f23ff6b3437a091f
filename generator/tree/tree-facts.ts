/** Everything that the tree is made from, read from the archive once. */
import { type Asked, readAsked } from '../archive/asked.ts';
import { readHoldings } from '../archive/holdings.ts';
import { globalCorrections } from '../corrections/of-global.ts';
import type { CurrencyFacts } from '../facts/currencies.ts';
import type { Peg } from '../facts/pegs.ts';
import type { ProviderDefinition } from '../feeds/provider.ts';
import { type ArchiveState, newestFetchOf, toArchiveState, toHistories } from '../rates/archive-state.ts';
import { type Global, toGlobal } from '../rates/global.ts';
import type { History } from '../rates/history.ts';
import { InputError } from '../wire/input-error.ts';
import type { IsoDate } from '../wire/schemas.ts';

export interface ArchiveOptions {
  readonly archiveDir: string;
  /** The UTC day of the run, which decides which fixings are the latest and which currencies are obsolete. */
  readonly date: IsoDate;
  /** Makes the tree as it would have been at that instant (UTC with seconds); null or absent uses all that is known. */
  readonly asOf?: string | null;
  readonly definitions: readonly ProviderDefinition[];
  readonly currencies: readonly CurrencyFacts[];
  readonly pegs: readonly Peg[];
}

export interface TreeFacts {
  readonly state: ArchiveState;
  /** One for each provider that has a fixing. */
  readonly histories: readonly History[];
  readonly global: Global;
  /** The lines of v1/corrections.csv about GLOBAL. */
  readonly corrections: readonly string[];
  /** For each provider, when it was asked and with what outcome. */
  readonly asked: ReadonlyMap<string, readonly Asked[]>;
  /** One line for each folder of the archive without an adapter. */
  readonly unknown: readonly string[];
}

/** @throws InputError if the archive cannot be read or holds no fixing */
export async function readTreeFacts(options: ArchiveOptions): Promise<TreeFacts> {
  const { archiveDir, date, definitions, asOf = null, pegs, currencies } = options;
  const { holdings, unknown, globalRows } = await readHoldings(archiveDir, definitions, asOf);
  const state = toArchiveState(holdings, asOf, globalRows);
  const histories = toHistories(state, null);
  if (histories.length === 0)
    throw new InputError(`no fixing in the archive ${archiveDir}: run collect first, or name another --archive`);
  const asked = new Map<string, readonly Asked[]>();
  for (const { provider } of histories) asked.set(provider, await readAsked(archiveDir, provider, asOf));
  const newestFetch = newestFetchOf(holdings) ?? date;
  const global = toGlobal({ histories, pegs, currencies, newestFetch, holds: state.globalHolds });
  const corrections = await globalCorrections({ archiveDir, now: state, histories, pegs, currencies });
  return { state, histories, global, corrections, asked, unknown };
}

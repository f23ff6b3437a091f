/** What the archive holds of a provider that has an adapter, as it was at an instant. */
import type { ProviderFacts } from '../feeds/provider.ts';
import type { Hold, HoldRow } from './holds.ts';
import type { ProviderArchive } from './rows.ts';

export interface Holding {
  readonly definition: ProviderFacts;
  readonly archive: ProviderArchive;
  /** The keys of the rows that a person has accepted. */
  readonly accepted: ReadonlySet<string>;
  /** What a person or the gate keeps out of the tree by name. */
  readonly holds: readonly Hold[];
}

export interface DatedHolding extends Holding {
  /** When each row was accepted, by the row's key, including acceptances after the instant. */
  readonly acceptances: ReadonlyMap<string, string>;
  /** Every line about holds, including those after the instant. */
  readonly holdRows: readonly HoldRow[];
}

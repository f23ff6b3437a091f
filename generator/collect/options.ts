/** What a collect is told: whom to ask, from when to when, and where the answers go. */

import type { Redenomination } from '../facts/redenominations.ts';
import type { FeedSource } from '../feeds/delivery.ts';
import type { ProviderDefinition } from '../feeds/provider.ts';
import type { IsoDate } from '../wire/schemas.ts';
import type { CollectEvent } from './events.ts';

export interface CollectOptions {
  readonly providers: readonly ProviderDefinition[];
  readonly source: FeedSource;
  readonly archiveDir: string;
  /** Where each answer is kept as it came; null: nowhere. */
  readonly rawDir: string | null;
  /** Both null: the newest documents. One null: as far as the provider goes. */
  readonly from: IsoDate | null;
  readonly to: IsoDate | null;
  /** UTC. */
  readonly today: IsoDate;
  /** Codes of every currency that there is or was. */
  readonly currencies: ReadonlySet<string>;
  /** What labels of sources mean, where it is not what ISO 4217 says. */
  readonly redenominations: readonly Redenomination[];
  /** The environment; of it only the names that feeds declare. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * The instant of the run, to be noted in the archive with what came. Absent for recordings: that somebody read them again
   * says nothing about the source, and the archive would differ from one replay to the next.
   */
  readonly askedAt?: string | null;
  /** Whether a run for a span goes on where one was interrupted. Absent for recordings, which are all there at any time. */
  readonly backfill?: 'resume' | 'afresh' | null;
  readonly onEvent: (event: CollectEvent) => void;
}

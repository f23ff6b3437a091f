/** The options of a collect: which providers to ask, for which days, and where the answers go. */

import type { IsoDate } from '../../wire/words/schemas.ts';
import type { Redenomination } from '../facts/redenominations.ts';
import type { FeedSource } from '../feeds/delivery.ts';
import type { ProviderDefinition } from '../feeds/provider.ts';
import type { CollectEvent } from './events.ts';

export interface CollectOptions {
  readonly providers: readonly ProviderDefinition[];
  readonly source: FeedSource;
  readonly archiveDir: string;
  /** The folder in which the documents behind new rows wait for the store. Absent: none is kept. */
  readonly documentsDir?: string | undefined;
  /** If both are null, the newest documents are requested; if one is null, the span is open at that end. */
  readonly from: IsoDate | null;
  readonly to: IsoDate | null;
  /** The current UTC day. */
  readonly today: IsoDate;
  /** The codes of all currencies of today and of the past. */
  readonly currencies: ReadonlySet<string>;
  /** The meaning of labels that a source does not use as ISO 4217 does. */
  readonly redenominations: readonly Redenomination[];
  /** The environment. Only the variables that feeds declare as keys are read. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * The UTC instant of the run, which the archive records together with the outcome. It is null for recordings: reading
   * them again says nothing about the source, and the archive would differ from one replay to the next.
   */
  readonly askedAt: string | null;
  /**
   * Whether a run for a span continues where an earlier one was interrupted. It is null for recordings, which can be
   * read again at no cost.
   */
  readonly backfill: 'resume' | 'afresh' | null;
  /** How long one document may take to be read. Absent: as long as any other (statement.ts). */
  readonly readingMs?: number | undefined;
  /** The codes of providers whose documents may leave out as much as they like. */
  readonly withdraw: readonly string[];
  readonly onEvent: (event: CollectEvent) => void;
}

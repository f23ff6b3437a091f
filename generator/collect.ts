/**
 * Feeds → archive: each provider's answers are read, checked and merged one by one, so that what has been merged is kept
 * whatever comes after. A provider that fails is one named line; the others are not disturbed.
 */
import type { CollectEvent, ProviderSummary } from './collect-events.ts';
import { Collecting } from './collecting.ts';
import type { FeedSource } from './feed-source.ts';
import type { ProviderDefinition } from './provider.ts';
import type { Redenomination } from './redenominations.ts';
import type { IsoDate } from './wire/schemas.ts';

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

const PROVIDERS_AT_ONCE = 12;

/**
 * Summaries in the order of the providers; what providers do wrong is in them.
 * @throws RangeError when `from` is after `to`.
 */
export async function collectProviders(options: CollectOptions): Promise<readonly ProviderSummary[]> {
  const { from, to, providers, source, onEvent } = options;
  if (from !== null && to !== null && from > to) throw new RangeError(`from ${from} is after to ${to}: swap them`);
  for (const text of await source.readNotes()) onEvent({ kind: 'note', text });
  const summaries = new Map<string, ProviderSummary>();
  const waiting = [...providers];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      summaries.set(next.code, await collectProvider(next, options));
    }
  };
  await Promise.all(Array.from({ length: PROVIDERS_AT_ONCE }, work));
  return providers.flatMap(({ code }) => summaries.get(code) ?? []);
}

async function collectProvider(definition: ProviderDefinition, options: CollectOptions): Promise<ProviderSummary> {
  const collecting = new Collecting(definition, options);
  options.onEvent({ kind: 'started', provider: definition.code });
  try {
    await collecting.run();
  } catch (error) {
    collecting.fail(error);
  }
  await collecting.record().catch((error: unknown) => collecting.fail(error));
  const summary = collecting.summary();
  options.onEvent({ kind: 'finished', summary });
  return summary;
}

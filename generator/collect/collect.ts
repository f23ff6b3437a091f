/**
 * Feeds → archive: each provider's answers are read, checked and merged one by one, so that what has been merged is kept
 * whatever comes after. A provider that fails is one named line, and the others are not disturbed.
 */
import type { ProviderArchive } from '../archive/rows.ts';
import { concurrently } from '../kit/concurrently.ts';
import { InputError } from '../wire/input-error.ts';
import type { ProviderSummary } from './events.ts';
import type { CollectOptions } from './options.ts';
import { ProviderRun } from './provider-run.ts';

export interface Collected {
  /** In the order of the providers. What a provider does wrong is in its summary. */
  readonly summaries: readonly ProviderSummary[];
  /** By provider, its archive as it is on the disk now. */
  readonly archives: ReadonlyMap<string, ProviderArchive>;
}

const PROVIDERS_AT_ONCE = 12;

/**
 * @throws InputError when `from` is after `to`, and for an archive that cannot be read.
 * Whatever else is thrown, by a full disk or a bug of ours, ends the run: no further provider is asked.
 */
export async function collectProviders(options: CollectOptions): Promise<Collected> {
  const { from, to, providers, source, onEvent } = options;
  if (from !== null && to !== null && from > to) throw new InputError(`from ${from} is after to ${to}: swap them`);
  for (const text of await source.readNotes()) onEvent({ kind: 'note', text });
  const summaries = new Map<string, ProviderSummary>();
  const archives = new Map<string, ProviderArchive>();
  await concurrently(providers, PROVIDERS_AT_ONCE, async (definition) => {
    const { code } = definition;
    onEvent({ kind: 'started', provider: code });
    const run = new ProviderRun(definition, options);
    archives.set(code, await run.run());
    const summary = run.summary();
    summaries.set(code, summary);
    onEvent({ kind: 'finished', summary });
  });
  return { summaries: providers.flatMap(({ code }) => summaries.get(code) ?? []), archives };
}

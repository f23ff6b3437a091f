/**
 * Brings feeds into the archive. The answers of a provider are read, checked and merged one by one, and what has been
 * merged is kept whatever happens next. A provider that fails is named in one line and does not disturb the others.
 */
import { concurrently } from '../../kit/items.ts';
import { InputError } from '../../wire/words/input-error.ts';
import type { CollectOptions, ProviderSummary } from './events.ts';
import { ProviderRun } from './provider-run.ts';

export interface Collected {
  /** In the order of the providers. The failures of a provider are in its summary. */
  readonly summaries: readonly ProviderSummary[];
}

/** Sources on the network are waited for, so many are asked at once. Recordings are there, and take memory. */
const PROVIDERS_AT_ONCE = { network: 12, recordings: 2 } as const;

/**
 * @throws InputError if `from` is after `to`, or if an archive cannot be read
 * @throws any other error, of a full disk or a bug of ours; it ends the run, and no further provider is asked
 */
export async function collectProviders(options: CollectOptions): Promise<Collected> {
  const { from, to, providers, source, onEvent } = options;
  if (from !== null && to !== null && from > to) throw new InputError(`from ${from} is after to ${to}: swap them`);
  for (const text of await source.readNotes()) onEvent({ kind: 'note', text });
  const summaries = new Map<string, ProviderSummary>();
  await concurrently(providers, PROVIDERS_AT_ONCE[options.askedAt ? 'network' : 'recordings'], async (definition) => {
    const { code } = definition;
    onEvent({ kind: 'started', provider: code });
    const run = new ProviderRun(definition, options);
    await run.run();
    const summary = run.summary();
    summaries.set(code, summary);
    onEvent({ kind: 'finished', summary });
  });
  return { summaries: providers.flatMap(({ code }) => summaries.get(code) ?? []) };
}

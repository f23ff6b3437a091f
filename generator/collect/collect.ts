/**
 * Feeds → archive: each provider's answers are read, checked and merged one by one, so that what has been merged is kept
 * whatever comes after. A provider that fails is one named line; the others are not disturbed.
 */

import type { ProviderDefinition } from '../feeds/provider.ts';
import type { ProviderSummary } from './events.ts';
import type { CollectOptions } from './options.ts';
import { Collecting } from './provider-run.ts';

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

/** The keys of a provider's feeds. Pure. */
import type { Keys, ProviderDefinition } from '../feeds/provider.ts';

/** Only the variables that its feeds declare are read, and those that are set are returned. */
export function keysOf({ feeds }: ProviderDefinition, env: Readonly<Record<string, string | undefined>>): Keys {
  const names = feeds.flatMap(({ keys }) => keys ?? []);
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}

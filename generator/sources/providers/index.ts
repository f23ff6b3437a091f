/** All providers, sorted by code, because the names of a namespace are sorted. */
import type { ProviderDefinition } from '../feeds/provider.ts';
import * as all from './all.ts';

export const PROVIDERS: readonly ProviderDefinition[] = Object.values(all);

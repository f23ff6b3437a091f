/** All providers. A new bank needs one file beside this one, and one import and one entry in one of these two lists. */
import type { ProviderDefinition } from '../feeds/provider.ts';
import { A_TO_C } from './a-to-c.ts';
import { D_TO_Z } from './d-to-z.ts';

export const PROVIDERS: readonly ProviderDefinition[] = [...A_TO_C, ...D_TO_Z];

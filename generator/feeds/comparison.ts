/** Which providers may be compared with which. */
import type { ProviderDefinition } from './provider.ts';

/**
 * A month's average says nothing about its last day, so a monthly provider is compared with monthly ones only, and a
 * quarterly one, which keeps a figure until the market has moved by a tenth, with nobody.
 */
export function isComparable(
  { obsolete = false, monthly = false, quarterly = false }: ProviderDefinition,
  doubted: Pick<ProviderDefinition, 'monthly'>,
): boolean {
  return !obsolete && !quarterly && (!monthly || doubted.monthly === true);
}

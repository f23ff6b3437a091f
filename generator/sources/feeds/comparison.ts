/** Which providers may be compared with which. */
import type { ProviderFacts } from './provider.ts';

/**
 * A month's average says nothing about its last day, so a monthly provider is compared with monthly ones only, and a
 * quarterly one, which keeps a figure until the market has moved by a tenth, with nobody. What an authority takes from
 * banks is no second voice about one of them, and may be weeks old: JPC's list was set nine days before its first day.
 */
export function isComparable(
  { obsolete = false, monthly = false, quarterly = false, kind }: ProviderFacts,
  doubted: Pick<ProviderFacts, 'monthly' | 'kind'>,
): boolean {
  if (obsolete || quarterly || (kind !== undefined && doubted.kind === undefined && doubted.monthly !== true))
    return false;
  return !monthly || doubted.monthly === true;
}

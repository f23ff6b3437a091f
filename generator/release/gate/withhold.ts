/**
 * Which findings a night answers by leaving something out, and which it must refuse. One wrong figure should not cost a
 * night, but many at once share a cause, and then nobody knows what else is wrong. Pure.
 */
import { GLOBAL } from '../../wire/words/schemas.ts';
import type { Finding, Part } from './report.ts';
import { TOGETHER_FROM } from './words.ts';

/** What is left out, and the finding that it answers. */
export interface Withheld {
  readonly finding: Finding;
  readonly part: Part;
}

/** Adapters share the code that reads units and directions, so two wrong lists in a night look like a fault of ours. */
const LISTS_MAX = 1;

/**
 * What to leave out next: the figures of providers first, because GLOBAL may be right without them, then currencies of
 * GLOBAL, and last the currencies that GLOBAL has lost, which are out already.
 * @param before what the same night has left out
 * @returns null if the night must be refused
 */
export function toWithheld(refusals: readonly Finding[], before: readonly Withheld[]): readonly Withheld[] | null {
  const ofProviders = refusals.filter(({ provider }) => provider !== GLOBAL);
  const ofGlobal = refusals.filter((finding) => finding.provider === GLOBAL && finding.kind !== 'loss');
  const next = [ofProviders, ofGlobal, refusals].find((some) => some.length > 0) ?? [];
  if (next.some(({ parts }) => parts.length === 0)) return null;
  const withheld = next.flatMap((finding) => finding.parts.map((part) => ({ finding, part })));
  const known = new Set(before.map(({ part }) => nameOf(part)));
  // What was left out and is found again cannot be withheld, and trying once more would never end.
  if (withheld.some(({ part }) => known.has(nameOf(part)))) return null;
  return isFew([...before, ...withheld]) ? withheld : null;
}

/** Fewer than make one fact of a list, and at most one whole list. A currency on many dates is one. */
function isFew(withheld: readonly Withheld[]): boolean {
  const names = new Set(withheld.map(({ part: { provider, code } }) => `${provider}/${code}`));
  const lists = [...names].filter((name) => name.endsWith('/'));
  return names.size < TOGETHER_FROM && lists.length <= LISTS_MAX;
}

function nameOf({ provider, code, from, until }: Part): string {
  return [provider, code, from, until].join('/');
}

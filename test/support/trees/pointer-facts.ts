/** A pointer's facts for tests that do not care about the release that it names. */
import type { PointerFacts } from '../../../generator/release/pointer/signing.ts';
import { parseIsoDate } from '../../../generator/wire/words/calendar.ts';

export function pointerFacts(facts: Pick<PointerFacts, 'release' | 'root' | 'sequence'> & Partial<PointerFacts>) {
  const { sequence: first } = facts;
  const plain = {
    store: '0123456789abcdef',
    archive: null,
    state: null,
    hold: null,
    method: 'ratetree-blend-5',
    first,
  };
  return { ...plain, date: parseIsoDate('2026-03-13'), published: '2026-03-13T17:05:09Z', ...facts };
}

/** The whole tree as one stream of changes: its parts, then the release, and last what this run leaves for the next. */
import type { CurrencyFacts } from '../../facts/currencies.ts';
import { releasePath } from '../../wire/answers/paths.ts';
import type { TreeInPlace } from '../read/change.ts';
import { ReleaseName } from '../read/release-name.ts';
import type { TreeOptions } from '../read/tree-options.ts';
import type { Step } from '../write/step.ts';
import { scopeOf } from './open-source.ts';
import { type BuiltParts, memoryChanges, TreeParts } from './parts.ts';
import type { TreeSource } from './tree-source.ts';

export interface BuiltTree extends Omit<BuiltParts, 'date'> {
  readonly release: string;
}

/**
 * @param inPlace the tree of the run before, which must not change while the stream is read
 * @param after the same with the changes of the stream so far
 * @throws InputError if the archive holds no fixing, or is damaged
 */
export function* treeChanges(
  source: TreeSource,
  currencies: readonly CurrencyFacts[],
  inPlace: TreeInPlace,
  after: TreeInPlace,
  options: TreeOptions,
): Generator<Step, BuiltTree> {
  const parts = new TreeParts(source, currencies, inPlace, after, options).changes();
  const name = new ReleaseName();
  for (let next = parts.next(); ; next = parts.next()) {
    if (next.done) {
      const { date, ...built } = next.value;
      for (const file of options.site) {
        name.note(file);
        yield file;
      }
      const release = name.of(date, inPlace);
      yield { path: releasePath, bytes: Buffer.from(`${JSON.stringify({ release, date })}\n`) };
      const { memory, remembered } = source;
      if (remembered !== null) yield* memoryChanges(memory.end(scopeOf(remembered.facts, release)));
      return { release, ...built };
    }
    if ('path' in next.value) name.note(next.value);
    yield next.value;
  }
}

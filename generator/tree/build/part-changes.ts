/** A part of the tree as a stream of changes: the years that fall to it, and what it was made from. */
import type { Walk } from '../../walk/walk.ts';
import { partPath } from '../../wire/answers/paths.ts';
import type { TreeInPlace } from '../read/change.ts';
import { labelText, type PartLabel } from '../read/part-label.ts';
import type { TreeOptions } from '../read/tree-options.ts';
import type { Step } from '../write/step.ts';
import { AllProviders, type BuiltProviders, nothingIn } from './all-providers.ts';

export interface BuiltPart extends BuiltProviders {
  /** One line for each date whose rows do not make a fixing. */
  readonly failures: readonly string[];
}

/**
 * The whole archive is walked through, because what is in quarantine follows from all of it, but only the part's own
 * years are blended and rendered.
 */
export function* partChanges(
  walk: Walk,
  inPlace: TreeInPlace,
  options: TreeOptions,
  label: PartLabel,
): Generator<Step, BuiltPart> {
  const providers = new AllProviders(walk, inPlace, options, () => null);
  const failures: string[] = [];
  const { spans } = walk;
  const [first, last] = [spans[0], spans.at(-1)];
  if (first === undefined || last === undefined) throw nothingIn(walk);
  for (const state of walk.states()) {
    yield* providers.bringUpToDate(state);
    failures.push(...providers.takeFailures());
    options.onSpan(spans.indexOf(state.span) + 1, spans.length);
  }
  const built = yield* providers.finish({ from: first.from, to: last.to });
  yield { path: partPath, bytes: Buffer.from(labelText(label)) };
  return { ...built, failures };
}

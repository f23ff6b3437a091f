/** A part of the tree: the years that fall to it. */
import type { Walk } from '../../walk/walk.ts';
import type { Step } from '../write/step.ts';
import { AllProviders, type BuiltProviders, nothingIn } from './all-providers.ts';
import type { ProviderSetting } from './provider-tree.ts';

export interface BuiltPart extends BuiltProviders {
  /** One line for each date whose rows do not make a fixing. */
  readonly failures: readonly string[];
}

/**
 * The whole archive is walked through, because what is in quarantine follows from all of it, but only the part's own
 * years are blended and rendered.
 */
export function* buildPart(walk: Walk, setting: ProviderSetting): Generator<Step, BuiltPart> {
  const providers = new AllProviders(walk, setting, () => null);
  const failures: string[] = [];
  const { spans } = walk;
  const [first, last] = [spans[0], spans.at(-1)];
  if (first === undefined || last === undefined) throw nothingIn(walk);
  for (const state of walk.states()) {
    yield* providers.bringUpToDate(state);
    failures.push(...providers.takeFailures());
    setting.options.onSpan(spans.indexOf(state.span) + 1, spans.length);
  }
  const built = yield* providers.finish({ from: first.from, to: last.to });
  return { ...built, failures };
}

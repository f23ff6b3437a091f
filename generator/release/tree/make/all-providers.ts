/** Every provider's part of the tree, and GLOBAL's, which go through the spans of the archive together. */

import type { SpanState } from '../../../rates/walk/span-state.ts';
import type { Walk } from '../../../rates/walk/walk.ts';
import type { Span } from '../../../sources/archive/spans.ts';
import { toCode } from '../../../sources/feeds/provider.ts';
import { GLOBAL, type ProviderCode } from '../../../wire/words/schemas.ts';
import {
  type PartFacts,
  toGlobalFacts,
  toGlobalSource,
  toGoneFacts,
  toProviderFacts,
  toProviderSource,
} from '../read/sources.ts';
import { type BuiltProvider, type PartNotes, ProviderTree } from './provider-tree.ts';
import type { ProviderSetting } from './year-part.ts';

export interface BuiltProviders {
  readonly built: ReadonlyMap<ProviderCode, BuiltProvider>;
  readonly global: BuiltProvider;
}

export class AllProviders {
  readonly #global: ProviderTree;
  readonly #providers = new Map<ProviderCode, ProviderTree>();

  /** @param remembered what the run before has left of a provider's part; null if nothing of it counts */
  constructor(walk: Walk, setting: ProviderSetting, remembered: (code: string) => PartNotes | null) {
    const open = (facts: PartFacts) => new ProviderTree(facts, setting, remembered(facts.provider));
    this.#global = open(toGlobalFacts(() => walk.firsts[0] ?? null));
    const definitions = new Map(walk.sources.map(({ definition }) => [toCode(definition), definition]));
    const inForce = setting.inForce.codes as readonly ProviderCode[];
    const known = [...definitions.keys(), ...inForce].filter((code) => code !== GLOBAL);
    for (const code of new Set(known)) {
      const definition = definitions.get(code);
      this.#providers.set(code, open(definition === undefined ? toGoneFacts(code) : toProviderFacts(definition)));
    }
  }

  async bringUpToDate({ span, histories, global }: SpanState): Promise<void> {
    const byCode = new Map(histories.map((history) => [history.provider, history]));
    for (const [code, part] of this.#providers) {
      const history = byCode.get(code);
      await part.bringUpToDate(history === undefined ? null : toProviderSource(history), span);
    }
    await this.#global.bringUpToDate(toGlobalSource(global), span);
  }

  /** One line for each date whose rows do not make a fixing, since the last call. */
  takeFailures(): readonly string[] {
    return this.#all.flatMap((part) => part.takeFailures());
  }

  /** @param walked the first and the last date of the walk */
  async finish(walked: Span): Promise<BuiltProviders> {
    const built = new Map<ProviderCode, BuiltProvider>();
    for (const [code, part] of this.#providers) built.set(code, await part.finish(walked));
    return { built, global: await this.#global.finish(walked) };
  }

  get #all(): readonly ProviderTree[] {
    return [...this.#providers.values(), this.#global];
  }
}

/** The whole tree as one stream of changes: every provider's part, GLOBAL's part, the lists, and last the release. */
import { correctionsText } from '../corrections/of-providers.ts';
import { type CurrencyFacts, toCurrencies } from '../facts/currencies.ts';
import { quarantineText } from '../quarantine/list.ts';
import { toStatusText } from '../status/status.ts';
import {
  correctionsPath,
  INDEX_FOLDER,
  openapiPath,
  providersIn,
  quarantinePath,
  releasePath,
  statusPath,
  type TreePath,
} from '../wire/paths.ts';
import { GLOBAL, type IsoDate } from '../wire/schemas.ts';
import type { Change, TreeFile, TreeInPlace } from './change.ts';
import { renderLists, toProviders } from './lists.ts';
import { openapiText } from './openapi.ts';
import { type BuiltProvider, providerPart, type TreeOptions } from './provider-part.ts';
import { ReleaseName } from './release-name.ts';
import { toGlobalSource, toGoneSource, toProviderSource } from './sources.ts';
import type { TreeFacts } from './tree-facts.ts';

export interface BuiltTree {
  readonly release: string;
  readonly providers: readonly BuiltProvider[];
  readonly global: BuiltProvider;
  /** How many files were rendered, including those that the tree already had. */
  readonly rendered: number;
}

/** @param inPlace the tree of the run before, which must not change while the stream is read */
export function* treeChanges(
  facts: TreeFacts,
  currencies: readonly CurrencyFacts[],
  inPlace: TreeInPlace,
  options: TreeOptions,
): Generator<Change, BuiltTree> {
  const parts = allParts(facts, currencies, inPlace, options);
  const name = new ReleaseName();
  let rendered = 0;
  for (let next = parts.next(); ; next = parts.next()) {
    if (next.done) {
      const { date, ...built } = next.value;
      const release = name.of(date, inPlace);
      yield text(releasePath, `${JSON.stringify({ release, date })}\n`);
      return { release, ...built, rendered };
    }
    name.note(next.value);
    if (next.value.bytes !== null) rendered++;
    yield next.value;
  }
}

type BuiltParts = Pick<BuiltTree, 'providers' | 'global'> & { readonly date: IsoDate };

function* allParts(
  facts: TreeFacts,
  currencies: readonly CurrencyFacts[],
  inPlace: TreeInPlace,
  options: TreeOptions,
): Generator<Change, BuiltParts> {
  const { histories } = facts;
  const built = new Map<string, BuiltProvider>();
  for (const history of histories) {
    built.set(history.provider, yield* providerPart(toProviderSource(history), inPlace, options));
  }
  const global = yield* providerPart(toGlobalSource(facts.global), inPlace, options);
  const gone = new Map<string, BuiltProvider>();
  for (const provider of goneProviders(facts, inPlace)) {
    gone.set(provider, yield* providerPart(toGoneSource(provider), inPlace, options));
  }
  const date = newestOf([...built.values(), global], options.date);
  yield* lists(facts, currencies, options.date, date, built, global);
  return { providers: [...built.values(), ...gone.values()], global, date };
}

/** The lists in `v1/`, which cover all providers. @param date of the tree */
function* lists(
  { state, histories, corrections, asked, global: blended }: TreeFacts,
  currencies: readonly CurrencyFacts[],
  today: IsoDate,
  date: IsoDate,
  built: ReadonlyMap<string, BuiltProvider>,
  global: BuiltProvider,
): Generator<TreeFile> {
  const held = histories.filter(({ provider }) => built.get(provider)?.index != null);
  const definitions = held.map(({ definition }) => definition);
  const providers = toProviders(definitions, global.index !== null, today);
  yield* renderLists(toCurrencies(currencies, today), providers);
  const archives = histories.map(({ archive }) => archive);
  yield text(correctionsPath, correctionsText(corrections, archives, state.heldBack));
  yield text(quarantinePath, quarantineText(state.quarantined, state.globalHolds));
  yield text(openapiPath, openapiText());
  const allFrozen = blended.frozen(date);
  const subjects = held.map(({ provider, definition, archive }) => {
    const { index = null, lastStated = new Map() } = built.get(provider) ?? {};
    const frozen = allFrozen.filter((list) => list.provider === provider);
    return { provider, definition, archive, asked: asked.get(provider) ?? [], index, lastStated, frozen };
  });
  const gaps = [...global.memory.dates].map(([day, { gap }]) => ({ date: day, gap }));
  yield text(statusPath, toStatusText(date, { ...global, gaps }, subjects));
}

/**
 * The tree has the date of its newest fixing in force, so that a Sunday on which nobody published gives Saturday's tree
 * and not another release of the same rates.
 */
function newestOf(built: readonly BuiltProvider[], date: IsoDate): IsoDate {
  const latest = built.flatMap(({ index }) => index?.latest ?? []);
  return latest.sort().at(-1) ?? date;
}

/** Providers of the tree in place that are no longer in the archive. */
function goneProviders({ histories }: TreeFacts, inPlace: TreeInPlace) {
  const here = new Set<string>([GLOBAL, ...histories.map(({ provider }) => provider)]);
  return providersIn(inPlace.list(INDEX_FOLDER)).filter((code) => !here.has(code));
}

function text(path: TreePath, content: string): TreeFile {
  return { path, bytes: Buffer.from(content) };
}

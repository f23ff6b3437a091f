/** What a whole tree has beside the parts of its providers: the lists and the documents. */

import { globalHoldLine } from '../../../rates/quarantine/list.ts';
import { type CurrencyFacts, toCurrencies } from '../../../sources/facts/currencies.ts';
import { toCode } from '../../../sources/feeds/provider.ts';
import { openapiPath, statusPath, type TreePath } from '../../../wire/answers/paths.ts';
import { statusText } from '../../../wire/answers/status.ts';
import type { FileEntry, ProviderNode } from '../../../wire/release/manifest.ts';
import { compareTexts } from '../../../wire/words/order.ts';
import { type IsoDate, type Provider, providerCode } from '../../../wire/words/schemas.ts';
import type { TreeFile, TreeOptions } from '../read/tree-options.ts';
import type { YearLists } from '../read/year-lists.ts';
import { renderLists, renderRules, toProviders } from '../render/lists.ts';
import { openapiText } from '../render/openapi.ts';
import type { BuiltProviders } from './all-providers.ts';
import { datasetFile } from './dataset.ts';
import type { TreeSource } from './open-source.ts';
import { type BuiltProvider, noteProvider } from './provider-tree.ts';
import { referenceFiles } from './reference-files.ts';
import { Statuses, type StatusSource } from './statuses.ts';
import type { WalkedParts } from './walk-parts.ts';
import type { ProviderSetting } from './year-part.ts';

const LOOSE = 'loose';

export interface WholeTree {
  /** Of the tree. */
  readonly date: IsoDate;
  /** The parts of the manifest. */
  readonly nodes: ReadonlyMap<string, ProviderNode>;
  /** Files that are listed with no provider, and entries of those that stay as they are. */
  readonly files: readonly (TreeFile | FileEntry)[];
}

/** @param lists has what the walk says */
export async function wholeTree(
  source: TreeSource,
  setting: ProviderSetting,
  { built, global, date, frozen }: WalkedParts,
  lists: YearLists,
  currencies: readonly CurrencyFacts[],
): Promise<WholeTree> {
  const all = [...built.values(), global];
  replaceLoose(source, lists);
  const statuses = new Statuses(date, frozen, source.memory, setting.inForce);
  const held = heldIn(source, built);
  const lacking = source.walk.options.definitions
    .map(toCode)
    .filter((code) => (built.get(code)?.last ?? null) === null);
  const facts = { date, voices: global.voices, notices: global.notices, withoutFigures: lacking.sort(compareTexts) };
  const leftOut = [...(source.walk.options.leftOut ?? [])].map((code) => providerCode.parse(code)).sort(compareTexts);
  const status = statusText(leftOut.length === 0 ? facts : { ...facts, leftOut }, [
    ...statuses.linesOfGlobal(global),
    ...held.flatMap((one) => statuses.linesOf(one)),
  ]);
  const nodes = new Map<string, ProviderNode>(all.map(({ facts, node }) => [facts.provider, node]));
  for (const one of all) noteProvider(source.memory, one);
  const providers = providersOf(held, global, setting.options.date);
  const documents = [...documentsOf(held, global, providers, currencies, setting.options), text(statusPath, status)];
  const references = all.flatMap((one) => {
    const facts = providers.find(({ code }) => code === one.facts.provider);
    return referenceFiles(one, facts, setting);
  });
  return { date, nodes, files: [...documents, ...references, ...lists.files(), ...setting.options.site] };
}

function providersOf(held: readonly StatusSource[], global: BuiltProvider, date: IsoDate): readonly Provider[] {
  const definitions = held.map(({ definition }) => definition);
  return toProviders(definitions, global.last !== null, date);
}

/** The documents in `v1/` that cover all providers, except the status. */
function documentsOf(
  held: readonly StatusSource[],
  global: BuiltProvider,
  providers: readonly Provider[],
  currencies: readonly CurrencyFacts[],
  { date, parquet }: TreeOptions,
): readonly TreeFile[] {
  return [
    ...renderLists(toCurrencies(currencies, date), providers),
    ...renderRules(),
    text(openapiPath, openapiText()),
    ...(parquet ? [datasetFile(held, global)] : []),
  ];
}

function text(path: TreePath, content: string): TreeFile {
  return { path, bytes: Buffer.from(content) };
}

/** The providers that have a fixing. */
function heldIn({ walk, asked, remembered }: TreeSource, built: BuiltProviders['built']): readonly StatusSource[] {
  return walk.sources.flatMap(({ definition, window }) => {
    const { code } = definition;
    const own = built.get(toCode(definition));
    if (own === undefined || own.last === null) return [];
    const pieces = remembered?.pieces.get(code) ?? null;
    return [{ definition, window, built: own, asked: asked.get(code) ?? [], pieces }];
  });
}

/** Lines that belong to no half month. */
function replaceLoose({ walk, corrections, memory }: TreeSource, lists: YearLists): void {
  const loose = {
    corrections: corrections.methodLines().map(({ text }) => text),
    quarantine: walk.globalHolds.map(globalHoldLine),
  };
  lists.replace(JSON.parse(memory.before(LOOSE) ?? 'null'), loose);
  memory.note(LOOSE, '', JSON.stringify(loose));
}

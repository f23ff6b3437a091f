/** What a whole tree has beside the parts of its providers: the lists and the documents. */
import { globalHoldLine } from '../../../rates/quarantine/list.ts';
import { type CurrencyFacts, toCurrencies } from '../../../sources/facts/currencies.ts';
import { toCode } from '../../../sources/feeds/provider.ts';
import { figuresOfRow } from '../../../wire/answers/exact-series.ts';
import { ecbPath, openapiPath, statusPath, type TreePath } from '../../../wire/answers/paths.ts';
import { type Day, FILES_IN_TREE } from '../../../wire/answers/reference-files.ts';
import { statusText } from '../../../wire/answers/status.ts';
import type { FileEntry, ProviderNode, Reference } from '../../../wire/release/manifest.ts';
import { digestOf } from '../../../wire/words/hash.ts';
import { compareTexts, getOrInsert, PLACES_MAX } from '../../../wire/words/order.ts';
import { type CurrencyCode, type IsoDate, type Provider, providerCode } from '../../../wire/words/schemas.ts';
import type { TreeFile } from '../read/tree-options.ts';
import type { YearLists } from '../read/year-lists.ts';
import { renderLists, renderRules, toProviders } from '../render/lists.ts';
import { openapiText } from '../render/openapi.ts';
import { rowsOfYear } from '../render/series-files.ts';
import { describingFiles } from './dataset.ts';
import type { TreeSource } from './open-source.ts';
import { type BuiltProvider, noteProvider } from './provider-tree.ts';
import { Statuses, type StatusSource } from './statuses.ts';
import { makeTables } from './tables.ts';
import type { BuiltProviders, WalkedParts } from './walk-parts.ts';
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
  const documents = [...documentsOf(providers, currencies, setting.options.date), text(statusPath, status)];
  const tables = await makeTables(all, date, setting);
  const definitions = held.map(({ definition }) => definition);
  const parquet = [tables.newest, ...tables.ofYears.map(({ file }) => file)];
  parquet.push(...describingFiles(tables, definitions, date, setting.writer));
  const references = all.flatMap((one) => {
    const facts = providers.find(({ code }) => code === one.facts.provider);
    return referenceFiles(one, facts, setting);
  });
  return { date, nodes, files: [...documents, ...parquet, ...references, ...lists.files(), ...setting.options.site] };
}

function providersOf(held: readonly StatusSource[], global: BuiltProvider, date: IsoDate): readonly Provider[] {
  const definitions = held.map(({ definition }) => definition);
  return toProviders(definitions, global.last !== null, date);
}

/** The documents in `v1/` that cover all providers, except the status. */
function documentsOf(
  providers: readonly Provider[],
  currencies: readonly CurrencyFacts[],
  date: IsoDate,
): readonly TreeFile[] {
  return [
    ...renderLists(toCurrencies(currencies, date), providers),
    ...renderRules(),
    text(openapiPath, openapiText()),
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

// The files in the form of the ECB's. They change with every fixing, the longest of them too: what a year states is
// remembered, so that a night reads the series of the years that have changed and no others.

/** Part of every digest, so that a change of this text makes all of them again. */
const FILES = 'ratetree-reference-files-1';

type Setting = Pick<ProviderSetting, 'inForce' | 'memory'>;
/** The rates of a day, in the order of codes. */
type Line = readonly [date: IsoDate, rates: readonly (readonly [CurrencyCode, string])[]];

/** Those that the tree in force has are taken over if nothing has changed. */
function referenceFiles(
  built: BuiltProvider,
  facts: Provider | undefined,
  setting: Setting,
): readonly (TreeFile | FileEntry)[] {
  const { latest, digest } = built;
  const { inForce, memory } = setting;
  const files = [...(FILES_IN_TREE.get(built.facts.provider) ?? [])];
  if (latest === null || facts === undefined || files.length === 0) return [];
  const name = `reference/${facts.code}`;
  const key = digestOf([FILES, digest, latest, facts.description]);
  const before = files.flatMap(([file]) => inForce.lists().get(ecbPath(facts.code, file)) ?? []);
  if (memory.keeps(name, key) && before.length === files.length) {
    memory.keepAll(`${name}/`);
    return before;
  }
  memory.note(name, key, '');
  const dates = (built.index()?.fixings ?? []).map(({ date }) => date).filter((date) => date <= latest);
  const chosen = files.map(([file, form]) => ({ file, form, dates: form.choose(dates, latest) }));
  const years = new Set(chosen.flatMap((one) => one.dates.map((date) => date.slice(0, 4))));
  const days = new Map([...years].flatMap((year) => daysOf(built, year, setting).map((day) => [day.date, day])));
  return chosen.map(({ file, form, dates: own }) => {
    const newestFirst = own.flatMap((date) => days.get(date) ?? { date, rates: new Map() }).reverse();
    return { path: ecbPath(facts.code, file), bytes: Buffer.from(form.write(newestFirst, facts)) };
  });
}

function daysOf({ facts, node }: BuiltProvider, year: string, { inForce, memory }: Setting): readonly Day[] {
  const reference = node.years[year];
  if (reference === undefined) return [];
  const key = digestOf([FILES, reference[1]]);
  const text = memory.remember(`reference/${facts.provider}/${year}`, key, () =>
    JSON.stringify(linesOf(reference, inForce)),
  );
  return (JSON.parse(text) as readonly Line[]).map(([date, rates]) => ({ date, rates: new Map(rates) }));
}

/** What the series of the year state. */
function linesOf(year: Reference, { objects }: Setting['inForce']): readonly Line[] {
  const { series } = objects.year(year);
  if (series === null) return [];
  objects.fetchSeries(series);
  const lines = new Map<IsoDate, [CurrencyCode, string][]>();
  for (const { currency, date, row } of rowsOfYear(objects, series)) {
    const { mid } = figuresOfRow(row);
    if (mid !== null) getOrInsert(lines, date, () => []).push([currency, mid.round(PLACES_MAX)]);
  }
  return [...lines].sort(([left], [right]) => compareTexts(left, right));
}

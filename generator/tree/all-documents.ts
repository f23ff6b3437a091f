/** The documents in `v1/` that cover all providers: the lists, the rules, the description of the service, the status. */
import type { Partitions } from '../archive/partitions.ts';
import { type CurrencyFacts, toCurrencies } from '../facts/currencies.ts';
import { toCode } from '../feeds/provider.ts';
import { toStatusText } from '../status/status.ts';
import { openapiPath, statusPath, type TreePath } from '../wire/paths.ts';
import type { IsoDate } from '../wire/schemas.ts';
import { parseStatus, type Status } from '../wire/status.ts';
import type { BuiltProviders } from './all-providers.ts';
import type { Change, TreeInPlace } from './change.ts';
import { datasetChanges } from './dataset.ts';
import { renderLists, toProviders } from './lists.ts';
import { openapiText } from './openapi.ts';
import { renderRules } from './rule-files.ts';
import type { Statuses } from './statuses.ts';
import type { TreeOptions } from './tree-options.ts';
import type { TreeSource } from './tree-source.ts';

/** What the status says about GLOBAL's gaps: each date that was blended, with the reason why it has no fixing, or ''. */
type GlobalGaps = readonly { readonly date: IsoDate; readonly gap: string }[];

export function* allDocuments(
  { walk, asked, remembering }: TreeSource,
  { built, global }: BuiltProviders,
  gaps: GlobalGaps,
  statuses: Statuses,
  currencies: readonly CurrencyFacts[],
  inPlace: TreeInPlace,
  { date: today, parquet }: TreeOptions,
): Generator<Change, Status> {
  const partitions = new Map<string, Partitions>(remembering?.partitions.map((own) => [own.provider, own]));
  const held = walk.sources.flatMap(({ definition, window }) => {
    const own = built.get(toCode(definition));
    return own === undefined || own.last === null ? [] : [{ definition, window, built: own }];
  });
  const definitions = held.map(({ definition }) => definition);
  yield* renderLists(toCurrencies(currencies, today), toProviders(definitions, global.last !== null, today));
  yield* renderRules();
  yield text(openapiPath, openapiText());
  const lines = held.flatMap((one) => {
    const { code } = one.definition;
    return statuses.linesOf({ ...one, asked: asked.get(code) ?? [], partitions: partitions.get(code) ?? null });
  });
  const ofGlobal = { index: global.index(), lastStated: global.lastStated(), voices: global.voices, gaps };
  yield* datasetChanges(inPlace, parquet, held, global);
  const status = toStatusText(statuses.date, ofGlobal, lines);
  yield text(statusPath, status);
  return parseStatus(status);
}

function text(path: TreePath, content: string): Change {
  return { path, bytes: Buffer.from(content) };
}

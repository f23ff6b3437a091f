/** The documents in `v1/` that cover all providers: the lists, the rules, the description of the service, the status. */
import { type CurrencyFacts, toCurrencies } from '../../facts/currencies.ts';
import { toCode } from '../../feeds/provider.ts';
import { openapiPath, statusPath, type TreePath } from '../../wire/answers/paths.ts';
import { parseStatus, type Status, statusText } from '../../wire/answers/status.ts';
import { compareTexts } from '../../wire/words/order.ts';
import type { Change, TreeInPlace } from '../read/change.ts';
import type { TreeOptions } from '../read/tree-options.ts';
import { renderLists, toProviders } from '../render/lists.ts';
import { openapiText } from '../render/openapi.ts';
import { renderRules } from '../render/rule-files.ts';
import type { BuiltProviders } from './all-providers.ts';
import { datasetChanges } from './dataset.ts';
import type { Statuses } from './statuses.ts';
import type { TreeSource } from './tree-source.ts';

export function* allDocuments(
  { walk, asked, remembered }: TreeSource,
  { built, global }: BuiltProviders,
  statuses: Statuses,
  currencies: readonly CurrencyFacts[],
  inPlace: TreeInPlace,
  { date: today, parquet }: TreeOptions,
): Generator<Change, Status> {
  const held = walk.sources.flatMap(({ definition, window }) => {
    const own = built.get(toCode(definition));
    return own === undefined || own.last === null ? [] : [{ definition, window, built: own }];
  });
  const definitions = held.map(({ definition }) => definition);
  yield* renderLists(toCurrencies(currencies, today), toProviders(definitions, global.last !== null, today));
  yield* renderRules();
  yield text(openapiPath, openapiText());
  const ofProviders = held.flatMap((one) => {
    const { code } = one.definition;
    return statuses.linesOf({ ...one, asked: asked.get(code) ?? [], pieces: remembered?.pieces.get(code) ?? null });
  });
  yield* datasetChanges(inPlace, parquet, held, global);
  const lines = [...statuses.linesOfGlobal(global), ...ofProviders];
  const codes = walk.options.definitions.map(toCode).filter((code) => !definitions.some((one) => one.code === code));
  const { voices, notices } = global;
  const status = statusText({ date: statuses.date, voices, notices, withoutFigures: codes.sort(compareTexts) }, lines);
  yield text(statusPath, status);
  return parseStatus(status);
}

function text(path: TreePath, content: string): Change {
  return { path, bytes: Buffer.from(content) };
}

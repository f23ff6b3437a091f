/** The documents in `v1/` that cover all providers: the lists, the rules, the description of the service, the status. */
import { type CurrencyFacts, toCurrencies } from '../../facts/currencies.ts';
import { toCode } from '../../feeds/provider.ts';
import { openapiPath, statusPath, type TreePath } from '../../wire/answers/paths.ts';
import { parseStatus, type Status, statusText } from '../../wire/answers/status.ts';
import { compareTexts } from '../../wire/words/order.ts';
import { dateGaps } from '../read/date-gaps.ts';
import type { TreeFile } from '../read/tree-file.ts';
import { renderLists, toProviders } from '../render/lists.ts';
import { openapiText } from '../render/openapi.ts';
import { renderRules } from '../render/rule-files.ts';
import type { BuiltProviders } from './all-providers.ts';
import { datasetFile } from './dataset.ts';
import type { ProviderSetting } from './provider-tree.ts';
import type { Statuses } from './statuses.ts';
import type { TreeSource } from './tree-source.ts';

/** The documents, and the status that is one of them. */
export interface AllDocuments {
  readonly files: readonly TreeFile[];
  readonly status: Status;
}

export function allDocuments(
  { walk, asked, remembered }: TreeSource,
  { built, global }: BuiltProviders,
  statuses: Statuses,
  currencies: readonly CurrencyFacts[],
  { inForce, options: { date: today, parquet } }: Pick<ProviderSetting, 'inForce' | 'options'>,
): AllDocuments {
  const held = walk.sources.flatMap(({ definition, window }) => {
    const own = built.get(toCode(definition));
    return own === undefined || own.last === null ? [] : [{ definition, window, built: own }];
  });
  const definitions = held.map(({ definition }) => definition);
  const ofProviders = held.flatMap((one) => {
    const { code } = one.definition;
    return statuses.linesOf({ ...one, asked: asked.get(code) ?? [], pieces: remembered?.pieces.get(code) ?? null });
  });
  const lines = [...statuses.linesOfGlobal(global, () => dateGaps(inForce, global.node)), ...ofProviders];
  const codes = walk.options.definitions.map(toCode).filter((code) => !definitions.some((one) => one.code === code));
  const { voices, notices } = global;
  const status = statusText({ date: statuses.date, voices, notices, withoutFigures: codes.sort(compareTexts) }, lines);
  const files = [
    ...renderLists(toCurrencies(currencies, today), toProviders(definitions, global.last !== null, today)),
    ...renderRules(),
    text(openapiPath, openapiText()),
    ...(parquet ? [datasetFile(held, global)] : []),
    text(statusPath, status),
  ];
  return { files, status: parseStatus(status) };
}

function text(path: TreePath, content: string): TreeFile {
  return { path, bytes: Buffer.from(content) };
}

/** The documents in `v1/` that cover all providers: the lists, the rules, the description of the service, the status. */
import { type CurrencyFacts, toCurrencies } from '../../facts/currencies.ts';
import { openapiPath, statusPath, type TreePath } from '../../wire/answers/paths.ts';
import { parseStatus, type Status, statusText } from '../../wire/answers/status.ts';
import type { ProviderCode } from '../../wire/words/schemas.ts';
import type { TreeFile, TreeOptions } from '../read/tree-options.ts';
import { renderLists, renderRules, toProviders } from '../render/lists.ts';
import { openapiText } from '../render/openapi.ts';
import { datasetFile } from './dataset.ts';
import type { BuiltProvider } from './provider-tree.ts';
import type { Statuses, StatusSource } from './statuses.ts';

/** The documents, and the status that is one of them. */
export interface AllDocuments {
  readonly files: readonly TreeFile[];
  readonly status: Status;
}

/**
 * @param held the providers that have a fixing
 * @param withoutFigures the codes of the others
 */
export function allDocuments(
  held: readonly StatusSource[],
  withoutFigures: ProviderCode[],
  global: BuiltProvider,
  statuses: Statuses,
  currencies: readonly CurrencyFacts[],
  { date: today, parquet }: Pick<TreeOptions, 'date' | 'parquet'>,
): AllDocuments {
  const definitions = held.map(({ definition }) => definition);
  const lines = [...statuses.linesOfGlobal(global), ...held.flatMap((one) => statuses.linesOf(one))];
  const { voices, notices } = global;
  const status = statusText({ date: statuses.date, voices, notices, withoutFigures }, lines);
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

/** The exact tables of a provider in the tree in force. */
import { tablePath } from '../../wire/answers/paths.ts';
import { referenceOn } from '../../wire/answers/provider-index.ts';
import { parseTable, type Table } from '../../wire/answers/table.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import type { TreeInForce } from './in-force.ts';
import type { PartFacts } from './sources.ts';

/** @throws DamagedPart where the table is missing or damaged */
export function tableInForce(inForce: TreeInForce, { provider, references, bidAsk }: PartFacts, date: IsoDate): Table {
  const reference = referenceOn([...references], date);
  return inForce.parsed(provider, tablePath(provider, date), (text) =>
    parseTable(text, { provider, date, reference, bidAsk }),
  );
}

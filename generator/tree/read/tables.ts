/** The exact fixings of one provider that earlier runs have made. */
import { provenancePath, tablePath } from '../../wire/answers/paths.ts';
import { referenceOn } from '../../wire/answers/provider-index.ts';
import { parseTable, type Table } from '../../wire/answers/table.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import type { TreeInPlace } from './change.ts';
import { parseInPlace, readInPlace } from './in-place.ts';
import type { PartFacts, TracedTable } from './sources.ts';

export class Tables {
  constructor(
    readonly facts: PartFacts,
    readonly inPlace: TreeInPlace,
  ) {}

  /** The table with its provenance. @throws InputError where a file of it is missing or damaged */
  traced(date: IsoDate): TracedTable {
    const provenance = readInPlace(this.inPlace, provenancePath(this.facts.provider, date)).toString('utf8');
    return { table: this.get(date), provenance };
  }

  /** @throws InputError where the table is missing or damaged */
  get(date: IsoDate): Table {
    const { provider, references, bidAsk } = this.facts;
    const reference = referenceOn([...references], date);
    return parseInPlace(this.inPlace, tablePath(provider, date), (text) => {
      return parseTable(text, { provider, date, reference, bidAsk });
    });
  }
}

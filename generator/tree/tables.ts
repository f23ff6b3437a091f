/** The exact fixings of one provider: those that this run has made, and those in the tree from earlier runs. */
import { provenancePath, tablePath } from '../wire/paths.ts';
import { referenceOn } from '../wire/provider-index.ts';
import type { IsoDate } from '../wire/schemas.ts';
import { parseTable, type Table } from '../wire/table.ts';
import type { TreeInPlace } from './change.ts';
import { parseInPlace, readInPlace } from './in-place.ts';
import type { PartSource, TracedTable } from './sources.ts';

export class Tables {
  readonly #made = new Map<IsoDate, Table>();

  constructor(
    readonly source: Pick<PartSource, 'provider' | 'references' | 'bidAsk'>,
    readonly inPlace: TreeInPlace,
  ) {}

  /** Dates whose files this run has rendered. */
  get dates(): readonly IsoDate[] {
    return [...this.#made.keys()];
  }

  has(date: IsoDate): boolean {
    return this.#made.has(date);
  }

  add(table: Table): void {
    this.#made.set(table.date, table);
  }

  /** @throws DamagedInPlace where the table is from an earlier run and is missing or damaged */
  get(date: IsoDate): Table {
    return this.#made.get(date) ?? this.#read(date);
  }

  /** What an earlier run made for the date. @throws DamagedInPlace where a file of it is missing or damaged */
  traced(date: IsoDate): TracedTable {
    const provenance = readInPlace(this.inPlace, provenancePath(this.source.provider, date));
    return { table: this.#read(date), provenance };
  }

  #read(date: IsoDate): Table {
    const { provider, references, bidAsk } = this.source;
    const reference = referenceOn([...references], date);
    return parseInPlace(this.inPlace, tablePath(provider, date), (text) => {
      return parseTable(text, { provider, date, reference, bidAsk });
    });
  }
}

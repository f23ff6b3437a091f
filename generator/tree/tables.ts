/** The exact fixings of one provider: those that this run has made, and those that the tree holds from earlier runs. */

import { InputError } from '../wire/input-error.ts';
import { provenancePath, type TreePath, tablePath } from '../wire/paths.ts';
import { referenceOn } from '../wire/provider-index.ts';
import type { IsoDate } from '../wire/schemas.ts';
import { parseTable, type Table } from '../wire/table.ts';
import type { TreeInPlace } from './change.ts';
import type { PartSource, TracedTable } from './sources.ts';

export class Tables {
  readonly #made = new Map<IsoDate, Table>();

  constructor(
    readonly source: Pick<PartSource, 'provider' | 'references' | 'bidAsk'>,
    readonly inPlace: TreeInPlace,
  ) {}

  /** Dates whose tables this run has made or has rendered again. */
  get dates(): readonly IsoDate[] {
    return [...this.#made.keys()];
  }

  has(date: IsoDate): boolean {
    return this.#made.has(date);
  }

  add(table: Table): void {
    this.#made.set(table.date, table);
  }

  get(date: IsoDate): Table {
    return this.#made.get(date) ?? this.#read(date);
  }

  /** What an earlier run built for the date. */
  built(date: IsoDate): TracedTable {
    return {
      table: this.#read(date),
      provenance: readInPlace(this.inPlace, provenancePath(this.source.provider, date)),
    };
  }

  #read(date: IsoDate): Table {
    const { provider, references, bidAsk } = this.source;
    const reference = referenceOn([...references], date);
    const text = readInPlace(this.inPlace, tablePath(provider, date)).toString('utf8');
    return parseTable(text, { provider, date, reference, bidAsk });
  }
}

/** @throws InputError where somebody has deleted the file */
export function readInPlace(inPlace: TreeInPlace, path: TreePath): Buffer {
  const bytes = inPlace.read(path);
  if (bytes === null) throw new InputError(`${path} is missing from the tree: build it from nothing in an empty --out`);
  return bytes;
}

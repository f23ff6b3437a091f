/**
 * The exact table of a fixing, made from its provenance: the published digits take the same way through
 * generator/rates/blend/fixing.ts as in the generator, so that a conversion in the browser is the service's own.
 */

import { toFixing, toFixingTable } from '../../../rates/blend/fixing.ts';
import type { ArchiveRow } from '../../../sources/archive/rows.ts';
import type { Table } from '../../../wire/answers/table.ts';
import type { IsoDate } from '../../../wire/words/schemas.ts';
import { recordsOf, type ShownProvenance } from './provenance.ts';

type Cell = 'currency' | 'date' | 'base' | 'quote' | 'per' | 'unit' | 'mid' | 'bid' | 'ask' | 'seen' | 'document';

/** @param bidAsk whether the provider is listed with buying and selling rates */
export function toBankTable(provenance: ShownProvenance, bidAsk: boolean): Table {
  const { provider, date, reference = '', documents, figures } = provenance;
  const tables = new Map(recordsOf<'document' | 'table'>(documents).map((one) => [one.document, one.table]));
  const cells = recordsOf<Cell>(figures);
  const bridge = cells.find(({ base, quote }) => base !== reference && quote !== reference);
  // A row against the bridge is listed under its own currency, so the bridge is the other one of its pair.
  const other = bridge === undefined ? null : bridge.currency === bridge.base ? bridge.quote : bridge.base;
  const rows = new Map(cells.map((cell) => [rowKey(cell), toRow(cell, tables)]));
  const definition = {
    ...{ code: provider, bidAsk, references: [{ from: '0001-01-01', currency: reference }], feeds: [] },
    ...(other === null ? {} : { bridge: other }),
  };
  return toFixingTable(toFixing(definition, date as IsoDate, [...rows.values()]));
}

/** The pair of a bridge is listed again under each currency that it leads to. */
function rowKey({ date, base, quote, seen, document }: Readonly<Record<Cell, string>>): string {
  return [date, base, quote, seen, document].join(' ');
}

function toRow(cell: Readonly<Record<Cell, string>>, tables: ReadonlyMap<string, string>): ArchiveRow {
  return { ...cell, table: tables.get(cell.document) ?? '' } as unknown as ArchiveRow;
}

/** What a bank published for a day, digit for digit, with links to the documents that say so. */
import { day, h, outside } from '../base/dom.ts';
import { type ProvenanceRows, recordsOf, type ShownProvenance } from '../base/provenance.ts';
import { type Column, tableOf } from '../base/table.ts';
import { NOTHING } from '../language/words.ts';

type Cell = 'currency' | 'date' | 'base' | 'quote' | 'per' | 'unit' | 'mid' | 'bid' | 'ask' | 'seen' | 'document';
type Row = Readonly<Record<Cell, string>>;

const ADDRESS_LENGTH_MAX = 90;

export function ofBank(found: ShownProvenance, figures: ProvenanceRows, currency: string): readonly Node[] {
  const column = (title: string, name: Cell, isFigure = false): Column<Row> => ({
    title,
    isFigure,
    isShort: true,
    cell: (row) => row[name] || NOTHING,
  });
  const documents = recordsOf<'document' | 'table' | 'url' | 'sha256' | 'fetched'>(found.documents);
  const urls = new Map<string, string>(documents.map(({ document, url }) => [document, url]));
  const columns: readonly Column<Row>[] = [
    column('Currency', 'currency'),
    { ...column('Date', 'date'), cell: (row) => day(row.date) },
    {
      title: 'As published',
      isShort: true,
      cell: (row: Row) => `${row.per} ${row.unit === 'g' ? 'g of ' : ''}${row.base} in ${row.quote}`,
    },
    ...[column('Mid', 'mid', true), column('Bid', 'bid', true), column('Ask', 'ask', true)],
    { ...column('First seen', 'seen'), cell: (row) => day(row.seen) },
    { ...column('Document', 'document'), cell: (row) => outside(urls.get(row.document) ?? '', row.document) },
  ];
  const used = new Set(recordsOf<Cell>(figures).map(({ document }) => document));
  const caption = currency === '' ? 'Published figures' : `Published figures of ${currency}`;
  return [
    h(
      'p',
      {},
      ...[`What ${found.provider} published for `, day(found.date), ', digit for digit. '],
      `Its rates are in ${found.reference ?? ''}.`,
    ),
    tableOf(caption, columns, recordsOf<Cell>(figures)),
    h('h2', {}, 'Documents'),
    tableOf(
      'The documents that state these figures',
      [
        { title: 'Document', isShort: true, cell: ({ document, url }) => outside(url, document) },
        { title: 'Address', isText: true, cell: ({ url }) => outside(url, shortened(url)) },
        { title: 'Fetched', isShort: true, cell: ({ fetched }) => day(fetched) },
        { title: 'SHA-256', isText: true, cell: ({ sha256 }) => h('code', {}, sha256) },
      ],
      documents.filter(({ document }) => used.has(document)),
    ),
  ];
}

function shortened(url: string): string {
  return url.length > ADDRESS_LENGTH_MAX ? `${url.slice(0, ADDRESS_LENGTH_MAX)}…` : url;
}

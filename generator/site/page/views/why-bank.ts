/** What a bank published for a day, digit for digit, with links to the documents that say so. */
import { day, figure, h, outside, p } from '../base/dom.ts';
import { type ProvenanceRows, recordsOf, type ShownProvenance } from '../base/provenance.ts';
import { type Column, tableOf } from '../base/table.ts';
import { localText } from '../language/locale.ts';
import { NOTHING } from '../language/words.ts';

type Cell = 'currency' | 'date' | 'base' | 'quote' | 'per' | 'unit' | 'mid' | 'bid' | 'ask' | 'seen' | 'document';
type Row = Readonly<Record<Cell | 'number', string>>;

const FIGURES = [
  ['Mid', 'mid'],
  ['Bid', 'bid'],
  ['Ask', 'ask'],
] as const;
const ADDRESS_LENGTH_MAX = 90;

export function ofBank(found: ShownProvenance, figures: ProvenanceRows, currency: string): readonly Node[] {
  const column = (title: string, name: Cell): Column<Row> => ({
    title,
    isShort: true,
    cell: (row) => row[name] || NOTHING,
  });
  const rows = recordsOf<Cell | 'number'>(figures);
  const documents = recordsOf<'document' | 'table' | 'url' | 'sha256' | 'fetched'>(found.documents);
  const urls = new Map<string, string>(documents.map(({ document, url }) => [document, url]));
  const columns: readonly Column<Row>[] = [
    column('Currency', 'currency'),
    // The sentence above has the day of the fixing.
    ...(rows.every(({ date }) => date === found.date)
      ? []
      : [{ ...column('Date', 'date'), isWide: true, cell: (row: Row) => day(row.date) }]),
    {
      title: 'As published',
      isShort: true,
      isWide: true,
      cell: (row: Row) =>
        `${row.per} ${row.unit === 'g' ? 'g of ' : ''}${row.base} in ${row.quote}${row.number ? `, ${row.number}` : ''}`,
    },
    ...figureColumns(rows),
    { ...column('First seen', 'seen'), isBare: true, cell: (row) => day(row.seen) },
    {
      ...column('Document', 'document'),
      isBare: true,
      cell: (row) => outside(urls.get(row.document) ?? '', row.document),
    },
  ];
  const used = new Set(rows.map(({ document }) => document));
  const caption = currency === '' ? 'Published figures' : `Published figures of ${currency}`;
  return [
    p(
      ...[`What ${found.provider} published for `, day(found.date), ', digit for digit. '],
      `Its rates are in ${found.reference ?? ''}.`,
    ),
    tableOf(caption, columns, rows),
    h('h2', {}, 'Documents'),
    tableOf(
      'The documents that state these figures',
      [
        { title: 'Document', isShort: true, cell: ({ document, url }) => outside(url, document) },
        { title: 'Address', isText: true, cell: ({ url }) => outside(url, shortened(url)) },
        { title: 'Fetched', isShort: true, isWide: true, cell: ({ fetched }) => day(fetched) },
        { title: 'SHA-256', isText: true, cell: ({ sha256 }) => h('code', {}, sha256) },
      ],
      documents.filter(({ document }) => used.has(document)),
    ),
  ];
}

/** Most banks publish no sides, and some nothing but them. A phone has the second and the third below the first. */
function figureColumns(rows: readonly Row[]): readonly Column<Row>[] {
  const stated = FIGURES.filter(([, name]) => rows.some((row) => row[name] !== ''));
  const words = (row: Row) =>
    stated
      .slice(1)
      .flatMap(([title, name]) => (row[name] === '' ? [] : `${title.toLowerCase()} ${localText(row[name])}`));
  return stated.map(([title, name], place) => ({
    ...{ title, isFigure: true, isShort: true, isBare: place > 0 },
    cell: (row) => (row[name] === '' ? NOTHING : figure(row[name], row[name])),
    ...(place === 0 ? { below: (row: Row) => words(row).join('\n') } : {}),
  }));
}

function shortened(url: string): string {
  return url.length > ADDRESS_LENGTH_MAX ? `${url.slice(0, ADDRESS_LENGTH_MAX)}…` : url;
}

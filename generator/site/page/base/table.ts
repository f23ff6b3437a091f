/** A table whose columns sort. Long tables show their first rows and a button for the others. */
import { compareTexts } from '../../../wire/words/order.ts';
import { type DomChild, h } from './dom.ts';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => DomChild;
  /** Ascending. Absent where rows have no order by this column. */
  readonly order?: (left: Row, right: Row) => number;
  /** Figures are set flush right, in digits of one width. */
  readonly isFigure?: boolean;
  /** Dates and codes are not broken at their hyphens. */
  readonly isShort?: boolean;
  /** A phone has no room for the column: its text stands below that of the first column there. */
  readonly isWide?: boolean;
  /** A phone has no room for it at all: another column says the same. */
  readonly isBare?: boolean;
  /** Sentences need room, or their row grows high. */
  readonly isText?: boolean;
}

/** `-rate` sorts the column titled Rate downwards, `rate` upwards, '' leaves the rows as they come. */
interface Sorting {
  readonly by: string;
  readonly onSort: (by: string) => void;
}

const ROWS_AT_FIRST = 250;

export function byText<Row>(text: (row: Row) => string): (left: Row, right: Row) => number {
  return (left, right) => compareTexts(text(left), text(right));
}

export function tableOf<Row>(
  caption: string | HTMLElement,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  sorting: Sorting | null = null,
): HTMLElement {
  const words = typeof caption === 'string' ? caption : caption.textContent;
  const sorted = sorting === null ? rows : sort(columns, rows, sorting.by);
  const body = h('tbody', {}, ...sorted.slice(0, ROWS_AT_FIRST).map((row) => rowOf(columns, row)));
  align(body, columns.length);
  const head = h('tr', {}, ...columns.map((column) => headOf(column, sorting)));
  // A table may be wider than the screen, and its caption with it; the words stay where they can be read.
  const table = h(
    'table',
    {},
    h('caption', {}, typeof caption === 'string' ? h('span', {}, caption) : caption),
    h('thead', {}, head),
    body,
  );
  // A region that scrolls sideways must be reachable by keyboard.
  const region = h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': words }, table);
  const hidden = sorted.slice(ROWS_AT_FIRST);
  if (hidden.length === 0) return region;
  const more: HTMLElement = h(
    'button',
    {
      type: 'button',
      onclick: () => {
        body.append(...hidden.map((row) => rowOf(columns, row)));
        align(body, columns.length);
        more.remove();
      },
    },
    `Show all ${sorted.length} rows`,
  );
  return h('div', {}, region, more);
}

/** Sets the points of a column below each other: what stands after them takes as much room in every row. */
function align(body: HTMLTableSectionElement, columns: number): void {
  for (let place = 0; place < columns; place++) {
    const cells = [...body.rows].flatMap((row) => row.cells[place]?.querySelector<HTMLElement>('data > span') ?? []);
    const [most = 0] = cells.map(({ textContent }) => textContent.length).sort((one, other) => other - one);
    for (const cell of most === 0 ? [] : cells) cell.style.setProperty('--after', `${most}ch`);
  }
}

/** The name by which an address sorts by the column. */
function nameOf({ title }: { readonly title: string }): string {
  return title.toLowerCase().replaceAll(/\W+/g, '-');
}

function sort<Row>(columns: readonly Column<Row>[], rows: readonly Row[], by: string): readonly Row[] {
  const order = columns.find((column) => nameOf(column) === by.replace(/^-/, ''))?.order;
  if (order === undefined) return rows;
  const direction = by.startsWith('-') ? -1 : 1;
  return [...rows].sort((left, right) => direction * order(left, right));
}

function headOf<Row>(column: Column<Row>, sorting: Sorting | null): HTMLElement {
  const className = classOf(column);
  if (sorting === null || column.order === undefined) return h('th', { scope: 'col', class: className }, column.title);
  const name = nameOf(column);
  const isUp = sorting.by === name;
  const isDown = sorting.by === `-${name}`;
  const order = isUp ? 'ascending' : isDown ? 'descending' : null;
  const button = h(
    'button',
    {
      ...{ type: 'button', class: 'sort', 'data-name': column.title },
      onclick: () => sorting.onSort(isUp ? `-${name}` : isDown ? '' : name),
    },
    column.title,
  );
  return h('th', { scope: 'col', class: className, 'aria-sort': order }, button);
}

function rowOf<Row>(columns: readonly Column<Row>[], row: Row): HTMLElement {
  const cells = columns.map((column, place) => {
    const attributes = { scope: place === 0 ? 'row' : null, class: classOf(column) };
    return h(place === 0 ? 'th' : 'td', attributes, column.cell(row));
  });
  const below = cells.filter(({ classList }) => classList.contains('wide')).map(({ textContent }) => textContent);
  if (below.length > 0) cells[0]?.setAttribute('data-below', below.join(', '));
  return h('tr', {}, ...cells);
}

function classOf<Row>({ isFigure, isShort, isWide, isText, isBare }: Column<Row>): string | null {
  const names = [isFigure && 'figure', isShort && 'short', isWide && 'wide', isText && 'text', isBare && 'bare'].filter(
    Boolean,
  );
  return names.length === 0 ? null : names.join(' ');
}

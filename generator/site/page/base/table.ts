/** A table whose columns sort. The rows of a long table come some at a time, as soon as it is on the screen. */
import { compareTexts } from '../../../wire/words/order.ts';
import { button, type DomChild, h } from './dom.ts';
import { pause } from './pause.ts';

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
  /** What a phone shows below the cell, in place of columns that it has no room for. */
  readonly below?: (row: Row) => string;
}

/** `-rate` sorts the column titled Rate downwards, `rate` upwards, '' leaves the rows as they come. */
export interface Sorting {
  readonly by: string;
  readonly onSort: (by: string) => void;
}

/** More than a screen has; a browser takes long to lay out hundreds. */
const ROWS_AT_ONCE = 24;
/** Of so many rows the widest cells are looked for, which hold the columns as they will be. */
const ROWS_MEASURED = 300;
const WHOLE = 'whole';

/** On paper no row comes later. */
export function showWhole(place: ParentNode): void {
  for (const table of place.querySelectorAll('table')) table.dispatchEvent(new Event(WHOLE));
}

export function byText<Row>(text: (row: Row) => string): (left: Row, right: Row) => number {
  return (left, right) => compareTexts(text(left), text(right));
}

export function tableOf<Row>(
  caption: string | HTMLElement,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  sorting: Sorting | null = null,
  rowsAtFirst = rows.length > ROWS_AT_ONCE * 1.5 ? ROWS_AT_ONCE : rows.length,
  make = (row: Row) => rowOf(columns, row),
): HTMLElement {
  const words = typeof caption === 'string' ? caption : caption.textContent;
  const sorted = sorting === null ? rows : sort(columns, rows, sorting.by);
  const body = h('tbody', {});
  const head = h('tr', {}, ...columns.map((column) => headOf(column, sorting)));
  // A table may be wider than the screen, and its caption with it; the words stay where they can be read.
  const title = h('caption', {}, typeof caption === 'string' ? h('span', {}, caption) : caption);
  const made = sorted.slice(0, ROWS_MEASURED).map(make);
  align(made, columns.length);
  const widest = h('tfoot', { 'aria-hidden': 'true' });
  const table = h('table', {}, title, h('thead', {}, head), body, widest);
  const show = (count: number) => {
    const place = body.rows.length;
    body.append(...sorted.slice(place, place + count).map((row, after) => made[place + after] ?? make(row)));
    if (body.rows.length > made.length) align([...body.rows], columns.length);
    if (body.rows.length < rows.length) return;
    observer.disconnect();
    widest.remove();
  };
  // Each part is laid out in a task of its own, whose end is a new height.
  const observer = new ResizeObserver(() => void pause().then(() => show(ROWS_AT_ONCE)));
  observer.observe(table);
  table.addEventListener(WHOLE, () => show(rows.length));
  const wide = new Set(rowsAtFirst < rows.length ? columns.flatMap((_, place) => widestOf(made, place)) : []);
  widest.append(...Array.from(wide, (row) => row.cloneNode(true)));
  show(rowsAtFirst);
  // A region that scrolls sideways must be reachable by keyboard.
  return h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': words }, table);
}

/** The row with the longest text in that column; of figures before their points, since all have as much room after. */
function widestOf(made: readonly HTMLTableRowElement[], place: number): readonly HTMLTableRowElement[] {
  const textOf = (cell?: Element) => (cell?.querySelector('data')?.firstChild ?? cell)?.textContent ?? '';
  const measured = made.map((row) => ({ row, length: textOf(row.cells[place]).length }));
  measured.sort((one, other) => other.length - one.length);
  return measured.slice(0, 1).map(({ row }) => row);
}

/** Sets the points of a column below each other: what stands after them takes as much room in every row. */
function align(rows: readonly HTMLTableRowElement[], columns: number): void {
  for (let place = 0; place < columns; place++) {
    const cells = rows.flatMap((row) => row.cells[place]?.querySelector<HTMLElement>('data > span') ?? []);
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
  const sorted = () => sorting.onSort(isUp ? `-${name}` : isDown ? '' : name);
  const head = button(column.title, sorted, { class: 'sort', 'data-name': column.title });
  return h('th', { scope: 'col', class: className, 'aria-sort': order }, head);
}

export function rowOf<Row>(columns: readonly Column<Row>[], row: Row): HTMLTableRowElement {
  const cells = columns.map((column, place) => {
    const attributes = { scope: place === 0 ? 'row' : null, class: classOf(column) };
    const below = column.below?.(row) || null;
    return h(place === 0 ? 'th' : 'td', { ...attributes, 'data-below': below }, column.cell(row));
  });
  const wide = cells.filter(({ classList }) => classList.contains('wide')).map(({ textContent }) => textContent);
  const below = wide.filter((text) => text !== '');
  if (below.length > 0) cells[0]?.setAttribute('data-below', below.join('\n'));
  return h('tr', {}, ...cells);
}

function classOf<Row>({ isFigure, isShort, isWide, isText, isBare }: Column<Row>): string | null {
  const names = [isFigure && 'figure', isShort && 'short', isWide && 'wide', isText && 'text', isBare && 'bare'].filter(
    Boolean,
  );
  return names.length === 0 ? null : names.join(' ');
}

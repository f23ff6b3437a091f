/**
 * Parses a document whose rows do not all have the form of the others. What is one row's fault must not cost a night the
 * rest of the list, so such a row is left out and named; a document with another heading, or with many such rows, is
 * still refused. Pure.
 */
import type { z } from 'zod';

interface Parsed<Document> {
  readonly document: Document;
  /** What is wrong with each row that was left out. */
  readonly faults: readonly string[];
}

type Path = readonly PropertyKey[];
type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'>;

/** @throws ZodError of the document as it came, if it is not only a few rows that are at fault */
export function parseRows<Document>(schema: z.ZodType<Document>, read: unknown): Parsed<Document> {
  const { whole, copy, trimmed } = withoutEmptyEnds(schema, read);
  if (trimmed.success) return { document: trimmed.data, faults: [] };
  const found = trimmed.error.issues.map((issue) => toRowFaults(copy, issue));
  const faults = found.flatMap((one) => one ?? []);
  if (found.includes(null) || !removeRows(copy, faults)) throw whole.error;
  const rest = schema.safeParse(copy);
  if (!rest.success) throw whole.error;
  const named = new Map(faults.map(({ row, text }) => [row.join('.'), text]));
  return { document: rest.data, faults: [...named.values()] };
}

/**
 * For a table that an adapter finds within its document: its rows all have their form, but for empty cells at the ends.
 * @throws ZodError of the table as it came
 */
export function parseTable<Table>(schema: z.ZodType<Table>, read: unknown): Table {
  const { whole, trimmed } = withoutEmptyEnds(schema, read);
  if (trimmed.success) return trimmed.data;
  throw whole.error;
}

function withoutEmptyEnds<Document>(schema: z.ZodType<Document>, read: unknown) {
  const whole = schema.safeParse(read);
  if (whole.success) return { whole, copy: read, trimmed: whole };
  const copy = structuredClone(read);
  cutEmptyEnds(copy, whole.error.issues);
  return { whole, copy, trimmed: schema.safeParse(copy) };
}

/** A spreadsheet that is saved again may have grown by empty columns, which its rows then have at their ends. */
function cutEmptyEnds(document: unknown, issues: readonly z.core.$ZodIssue[]): void {
  const widths = new Map<unknown[], number>();
  const note = (cells: unknown, width: unknown) => {
    if (Array.isArray(cells) && typeof width === 'number') widths.set(cells, Math.max(width, widths.get(cells) ?? 0));
  };
  const visit = (issue: z.core.$ZodIssue, before: Path) => {
    const path = [...before, ...issue.path];
    if (issue.code === 'invalid_union') for (const nested of issue.errors.flat()) visit(nested, path);
    if (issue.code === 'too_big') note(valueAt(document, path), issue.maximum);
    if (issue.code === 'custom') note(valueAt(document, path), 1);
    if (valueAt(document, path) === '') note(valueAt(document, path.slice(0, -1)), path.at(-1));
  };
  for (const issue of issues) visit(issue, []);
  for (const [cells, width] of widths) while (cells.length > width && cells.at(-1) === '') cells.pop();
}

function valueAt(document: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, key) => (isObject(value) ? Reflect.get(value, key) : undefined), document);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

interface RowFault {
  readonly row: Path;
  readonly text: string;
}

/** The rows that an issue is about; null: it is about something else. Of a union, one form is enough. */
function toRowFaults(document: unknown, issue: z.core.$ZodIssue, before: Path = []): readonly RowFault[] | null {
  const path = [...before, ...issue.path];
  const own = rowAt(document, path);
  if (own !== null) return [{ row: own, text: textOf({ ...issue, path }) }];
  if (issue.code !== 'invalid_union') return null;
  for (const errors of issue.errors) {
    const faults = errors.map((nested) => toRowFaults(document, nested, path));
    if (errors.length > 0 && faults.every((fault) => fault !== null)) return faults.flat();
  }
  return null;
}

function textOf({ path, message }: Issue): string {
  return `a row is not as expected: ${message} at ${path.join('.')}`;
}

/** The innermost member of a list that has members itself: a cell is no row. */
function rowAt(document: unknown, path: Path): Path | null {
  for (let end = path.length; end > 0; end--) {
    const start = path.slice(0, end);
    if (Array.isArray(valueAt(document, start.slice(0, -1))) && isObject(valueAt(document, start))) return start;
  }
  return null;
}

/** Returns false, and leaves the document as it was, if it is not a few rows that are at fault. */
function removeRows(document: unknown, faults: readonly RowFault[]): boolean {
  const lists = new Map<unknown[], { readonly isWhole: boolean; readonly at: Set<number> }>();
  for (const { row } of faults) {
    const list = valueAt(document, row.slice(0, -1)) as unknown[];
    const found = lists.get(list) ?? { isWhole: list === document && Array.isArray(list[0]), at: new Set<number>() };
    lists.set(list, found);
    const index = row.at(-1);
    if (typeof index === 'number') found.at.add(index);
  }
  for (const [list, { isWhole, at }] of lists) {
    // Of lines that are the whole document, the last one may have been cut off.
    if (!isFew(at.size, list.length) || (isWhole && at.has(list.length - 1))) return false;
  }
  for (const [list, { at }] of lists) for (const index of [...at].sort((one, two) => two - one)) list.splice(index, 1);
  return true;
}

/** One row is a slip, and so are others up to a tenth of a list, but never more than half. */
export function isFew(count: number, of: number): boolean {
  return (count === 1 || count * 10 <= of) && count * 2 <= of;
}

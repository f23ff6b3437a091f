/** Breaks JSON documents. Numbers keep their text. */
import { isLosslessNumber, parse, stringify } from 'lossless-json';
import type { Edited, Mutator } from './mutator.ts';

type Visit = (value: unknown, key: string | null) => unknown;

/**
 * Swapping every pair of 40 columns would make 780 documents. Sources swap neighbours, so only those are swapped here.
 */
const SWAPS_MAX = 6;
const MARK = 'the map';
const NAME = /^([A-Z]{3}|\d{4}-\d\d-\d\d)$/;

export function mutateJson(text: string): Mutator {
  const document = parse(
    Buffer.from(text, 'latin1')
      .toString('utf8')
      .replace(/^\ufeff/, ''),
  );
  const lists = listsOf(document).sort((left, right) => right.length - left.length);
  const longest = lists[0] ?? [];
  const write = (how: string, changed: unknown): Edited => ({
    how,
    text: Buffer.from(stringify(changed) ?? '').toString('latin1'),
  });
  const replaced = (how: string, to: unknown[]) =>
    write(
      how,
      walk(document, (value) => (value === longest ? to : value)),
    );
  const keys = [...new Set(keysOf(document))];
  const maps = mapsOf(document);
  return {
    empty: [
      ...(lists.length === 0 ? [] : [replaced('the longest list is empty', [])]),
      ...maps.map((map) =>
        write(
          'a map of figures is empty',
          walk(document, (value) => (value === map ? {} : value)),
        ),
      ),
    ],
    renamed: keys.map((key) => write(`${key} is renamed`, renamed(document, new Map([[key, `${key}_2`]])))),
    swapped: [...swappedKeys(document, longest), ...swappedCells(longest)].map(({ how, change }) =>
      write(how, change(document)),
    ),
    doubled: [
      ...(lists.length === 0 ? [] : [replaced('the longest list twice', [...longest, ...longest])]),
      ...maps.map(doubledMap),
    ],
  };

  /** An object cannot hold a name twice, so the names are written twice into the text. */
  function doubledMap(map: object): Edited {
    const { text: marked } = write(
      '',
      walk(document, (value) => (value === map ? MARK : value)),
    );
    const members = (stringify(map) ?? '').slice(1, -1);
    const twice = Buffer.from(`{${members},${members}}`).toString('latin1');
    return { how: 'a map of figures twice', text: marked.replace(`"${MARK}"`, () => twice) };
  }

  function swappedCells(rows: readonly unknown[]) {
    const width = Array.isArray(rows[0]) ? rows[0].length : 0;
    const pairs = Array.from({ length: Math.max(0, width - 1) }, (_, index) => [index, index + 1] as const);
    const both = pairs.filter(([left, right]) =>
      rows.some((row) => isFigure(cell(row, left)) && isFigure(cell(row, right))),
    );
    return both.slice(0, SWAPS_MAX).map(([left, right]) => ({
      how: `cells ${left} and ${right} are swapped`,
      change: (whole: unknown) =>
        walk(whole, (value) => (Array.isArray(value) && rows.includes(value) ? swap(value, left, right) : value)),
    }));
  }
}

/** Objects whose members are named by currencies or days, in the order of the document. */
function mapsOf(document: unknown): readonly object[] {
  const maps: object[] = [];
  walk(document, (value) => {
    if (isObject(value) && Object.keys(value).length > 0 && Object.keys(value).every((key) => NAME.test(key))) {
      if (Object.values(value).every((member) => isFigure(member) || typeof member === 'string')) maps.push(value);
    }
    return value;
  });
  return maps;
}

/** Swaps the names of neighbouring figures, such as buying and selling, or dollar and euro. */
function swappedKeys(document: unknown, longest: readonly unknown[]) {
  const row = longest.find((value) => isObject(value)) ?? document;
  const named = isObject(row) ? Object.entries(row).filter(([, value]) => isFigure(value)) : [];
  const pairs = named.slice(1).map(([key], index) => [named[index]?.[0] ?? '', key] as const);
  return pairs.slice(0, SWAPS_MAX).map(([left, right]) => ({
    how: `${left} and ${right} are swapped`,
    change: (whole: unknown) =>
      renamed(
        whole,
        new Map([
          [left, right],
          [right, left],
        ]),
      ),
  }));
}

function renamed(document: unknown, names: ReadonlyMap<string, string>): unknown {
  return walk(document, (value) => {
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, own]) => [names.get(key) ?? key, own]));
  });
}

/** Visits a value first, and then the parts of what `visit` returned. */
function walk(value: unknown, visit: Visit, key: string | null = null): unknown {
  const visited = visit(value, key);
  if (Array.isArray(visited)) return visited.map((own) => walk(own, visit));
  if (!isObject(visited)) return visited;
  return Object.fromEntries(Object.entries(visited).map(([name, own]) => [name, walk(own, visit, name)]));
}

export function listsOf(value: unknown): unknown[][] {
  if (Array.isArray(value)) return [value, ...value.flatMap(listsOf)];
  return isObject(value) ? Object.values(value).flatMap(listsOf) : [];
}

function keysOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.slice(0, 4).flatMap(keysOf);
  return isObject(value) ? Object.entries(value).flatMap(([key, own]) => [key, ...keysOf(own)]) : [];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

function isFigure(value: unknown): boolean {
  return isLosslessNumber(value) || (typeof value === 'string' && /^\d[\d,]*\.\d+$/.test(value));
}

function cell(row: unknown, index: number): unknown {
  return Array.isArray(row) ? row[index] : undefined;
}

function swap(row: readonly unknown[], left: number, right: number): unknown[] {
  return row.map((value, index) => (index === left ? row[right] : index === right ? row[left] : value));
}

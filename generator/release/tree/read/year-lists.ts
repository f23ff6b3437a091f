/**
 * Lists that grow with every year: corrections and quarantine. Each has a file for every year in which something on it
 * was seen, and its stable address has the newest two of these years, so that no file grows without end.
 */

import { groupBy } from '../../../kit/items.ts';
import { CORRECTION_COLUMNS } from '../../../rates/corrections/release-ledger.ts';
import { QUARANTINE_COLUMNS } from '../../../rates/quarantine/list.ts';
import type { SpanLines } from '../../../rates/walk/span-state.ts';
import { correctionsPath, quarantinePath, type TreePath, yearListPath } from '../../../wire/answers/paths.ts';
import type { FileEntry } from '../../../wire/release/manifest.ts';
import { compareTexts, getOrInsert } from '../../../wire/words/order.ts';
import type { TreeInForce } from './in-force.ts';
import { DamagedObject } from './objects.ts';
import type { TreeFile } from './tree-options.ts';

const YEARS_AT_STABLE_ADDRESS = 2;
/** Lines are listed by provider, date, base and quote, their first cells, and then by the instant they were seen. */
const FIGURE_CELLS = 4;
/** In both lists no cell before it can have a comma. */
const SEEN_CELL = 9;
const LINE_END = '\r\n';

export class YearLists {
  readonly #corrections: YearList;
  readonly #quarantine: YearList;

  /** @param keeps whether what the tree in force lists stays, except for the lines that are replaced */
  constructor(inForce: TreeInForce, keeps: boolean) {
    const corrections = CORRECTION_COLUMNS.join();
    const quarantine = QUARANTINE_COLUMNS.join();
    this.#corrections = new YearList('corrections', correctionsPath, corrections, inForce, keeps);
    this.#quarantine = new YearList('quarantine', quarantinePath, quarantine, inForce, keeps);
  }

  replace(before: SpanLines | null, after: SpanLines): void {
    this.#corrections.replace(before?.corrections ?? [], after.corrections);
    this.#quarantine.replace(before?.quarantine ?? [], after.quarantine);
  }

  /** Files that are new, and entries of files of the tree in force that stay as they are. */
  *files(): Generator<TreeFile | FileEntry> {
    yield* this.#corrections.files();
    yield* this.#quarantine.files();
  }
}

class YearList {
  /** By year the lines to add, in portions, and those to take out. A first run adds 200,000, which wait as bytes. */
  readonly #added = new Map<string, Buffer[]>();
  readonly #removed = new Map<string, Set<string>>();

  constructor(
    readonly name: 'corrections' | 'quarantine',
    readonly stable: TreePath,
    readonly header: string,
    readonly inForce: TreeInForce,
    readonly keeps: boolean,
  ) {}

  replace(before: readonly string[], after: readonly string[]): void {
    const [old, now] = [new Set(before), new Set(after)];
    for (const [year, lines] of byYear(before, now)) {
      const removed = getOrInsert(this.#removed, year, () => new Set());
      for (const line of lines) removed.add(line);
    }
    for (const [year, lines] of byYear(after, old)) {
      getOrInsert(this.#added, year, () => []).push(Buffer.from(lines.join(LINE_END)));
    }
  }

  *files(): Generator<TreeFile | FileEntry> {
    const inForce = this.#yearsInForce();
    const touched = new Set([...this.#added.keys(), ...this.#removed.keys()]);
    const stay = this.keeps ? [...inForce].filter(([year]) => !touched.has(year)) : [];
    const stable = this.inForce.lists().get(this.stable);
    for (const [, entry] of stay) yield entry;
    if (this.keeps && touched.size === 0 && stable !== undefined) {
      yield stable;
      return;
    }
    const lines = new Map([...touched].map((year) => [year, this.#linesOf(year)]));
    for (const [year, own] of lines) {
      if (own.length > 0) yield { path: yearListPath(this.name, year), bytes: this.#bytes(own) };
      else lines.delete(year);
    }
    const years = [...stay.map(([year]) => year), ...lines.keys()].sort();
    const newest = years.slice(-YEARS_AT_STABLE_ADDRESS).flatMap((year) => lines.get(year) ?? this.#linesOf(year));
    yield { path: this.stable, bytes: this.#bytes(newest.sort(byFigure)) };
  }

  #linesOf(year: string): readonly string[] {
    const [portions, removed] = [this.#added.get(year) ?? [], this.#removed.get(year)];
    const added = portions.flatMap((portion) => portion.toString('utf8').split(LINE_END));
    const entry = this.keeps ? this.#yearsInForce().get(year) : undefined;
    const kept = entry === undefined ? [] : this.#read(entry);
    return [...new Set([...kept.filter((line) => !removed?.has(line)), ...added])].sort(byFigure);
  }

  #read(entry: FileEntry): readonly string[] {
    const [header, ...lines] = this.inForce.objects.file(entry).toString('utf8').split(LINE_END);
    if (header !== this.header || lines.pop() !== '') throw new DamagedObject(entry.path, 'is not the list of a year');
    return lines;
  }

  #yearsInForce(): ReadonlyMap<string, FileEntry> {
    const named = new RegExp(`^v1/${this.name}-(\\d{4})\\.csv$`);
    const years = [...this.inForce.lists()].flatMap(([path, entry]) => {
      const year = named.exec(path)?.[1];
      return year === undefined ? [] : [[year, entry] as const];
    });
    return new Map(years);
  }

  #bytes(lines: readonly string[]): Buffer {
    return Buffer.from([this.header, ...lines, ''].join(LINE_END));
  }
}

/** The lines that are not among the others, by the year in which what they tell was seen. */
function byYear(lines: readonly string[], others: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
  const own = lines.filter((line) => !others.has(line));
  return groupBy(own, (line) => (line.split(',', SEEN_CELL + 1)[SEEN_CELL] ?? '').slice(0, 4));
}

function byFigure(left: string, right: string): number {
  return compareTexts(toKey(left), toKey(right));
}

function toKey(line: string): string {
  const cells = line.split(',', SEEN_CELL + 1);
  return `${cells.slice(0, FIGURE_CELLS).join()},${cells[SEEN_CELL]},${line}`;
}

/**
 * Lists that grow with every year: corrections and quarantine. Each has a file for every year in which something on it
 * was seen, and its stable address has the newest two of these years, so that no file grows without end.
 */
import type { Hold } from '../archive/holds.ts';
import { CORRECTION_COLUMNS, type Correction, correctionLines } from '../corrections/columns.ts';
import type { RevisionLine } from '../corrections/release-ledger.ts';
import { globalHoldLine, QUARANTINE_COLUMNS, quarantineLine } from '../quarantine/list.ts';
import type { Quarantined } from '../quarantine/quarantine.ts';
import { compareTexts } from '../wire/order.ts';
import { correctionsPath, LISTS_FOLDER, quarantinePath, type TreePath, yearListPath } from '../wire/paths.ts';
import type { Change, TreeInPlace } from './change.ts';

const YEARS_AT_STABLE_ADDRESS = 2;
/** Lines are listed by provider, date, base and quote, their first cells, and then by the instant they were seen. */
const FIGURE_CELLS = 4;

export class YearLists {
  readonly #corrections = new YearList('corrections', correctionsPath, CORRECTION_COLUMNS.join());
  readonly #quarantine = new YearList('quarantine', quarantinePath, QUARANTINE_COLUMNS.join());

  addCorrections(corrections: readonly Correction[], global: readonly Pick<RevisionLine, 'seen' | 'text'>[]): void {
    const texts = correctionLines(corrections);
    for (const [place, { seen }] of corrections.entries()) this.#corrections.add(seen, texts[place] ?? '');
    for (const { seen, text } of global) this.#corrections.add(seen, text);
  }

  addQuarantined(quarantined: readonly Quarantined[]): void {
    for (const held of quarantined) this.#quarantine.add(held.row.seen, quarantineLine(held));
  }

  addGlobalHolds(holds: readonly Hold[]): void {
    for (const hold of holds) this.#quarantine.add(hold.at, globalHoldLine(hold));
  }

  *changes(inPlace: TreeInPlace): Generator<Change> {
    yield* this.#corrections.changes(inPlace);
    yield* this.#quarantine.changes(inPlace);
  }
}

class YearList {
  /** By year the lines, by the text in whose order they are listed. */
  readonly #lines = new Map<string, Map<string, string>>();

  constructor(
    readonly name: 'corrections' | 'quarantine',
    readonly stable: TreePath,
    readonly header: string,
  ) {}

  add(seen: string, line: string): void {
    const year = seen.slice(0, 4);
    const lines = this.#lines.get(year) ?? new Map<string, string>();
    this.#lines.set(year, lines);
    lines.set(`${line.split(',', FIGURE_CELLS).join()},${seen},${line}`, line);
  }

  *changes(inPlace: TreeInPlace): Generator<Change> {
    const years = [...this.#lines.keys()].sort();
    for (const year of years) yield { path: yearListPath(this.name, year), bytes: this.#bytes([year]) };
    yield { path: this.stable, bytes: this.#bytes(years.slice(-YEARS_AT_STABLE_ADDRESS)) };
    const named = new RegExp(`^${this.name}-(\\d{4})\\.csv$`);
    for (const file of inPlace.list(LISTS_FOLDER)) {
      const year = named.exec(file)?.[1];
      if (year !== undefined && !this.#lines.has(year)) yield { path: yearListPath(this.name, year), bytes: null };
    }
  }

  #bytes(years: readonly string[]): Buffer {
    const keyed = years.flatMap((year) => [...(this.#lines.get(year) ?? [])]);
    const lines = keyed.sort(([left], [right]) => compareTexts(left, right)).map(([, line]) => line);
    return Buffer.from([this.header, ...lines, ''].join('\r\n'));
  }
}

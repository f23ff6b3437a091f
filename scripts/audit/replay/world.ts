/**
 * A world on disk: an archive that its banks' lists are written into, through the archive's own functions, and the
 * store and the tree that the program makes of it night by night.
 */
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readArchive, writeRows } from '../../../generator/sources/archive/archive.ts';
import { addDocuments } from '../../../generator/sources/archive/documents.ts';
import { type ArchiveRow, compareRows, type DocumentRow } from '../../../generator/sources/archive/rows.ts';
import { addDays, weekday } from '../../../generator/wire/words/calendar.ts';
import { hashOf } from '../../../generator/wire/words/hash.ts';
import type { IsoDate } from '../../../generator/wire/words/schemas.ts';
import type { Bank } from './banks.ts';
import { arrivalOf, daysFrom, isClosed } from './habits.ts';
import { type Fault, type Life, listOf, type Statement } from './lists.ts';
import type { Market } from './market.ts';

/** What is otherwise than in ordinary life. */
export interface Plot {
  /** Of the list that a bank states for a day; what is right in it and what is wrong. */
  life(bank: string, day: IsoDate): Life;
  fault(bank: string, day: IsoDate): Fault | null;
  /** Banks that are neither closed nor late, because the case is about them. */
  readonly punctual: readonly string[];
  /** Lists of earlier days that a bank states again, with a fault in them. */
  readonly again?: { readonly bank: string; readonly on: IsoDate; readonly days: readonly IsoDate[] };
}

export interface Setting {
  readonly seed: string;
  readonly banks: readonly Bank[];
  readonly market: Market;
}

/** A list as it was stated and as it is without its fault. */
export interface Stated {
  readonly bank: Bank;
  readonly day: IsoDate;
  readonly isFaulty: boolean;
  readonly rows: readonly Statement[];
}

const ORDINARY: Plot = { life: () => ({}), fault: () => null, punctual: [] };
/** Hours of a day at which lists are seen; nights are later. */
const SEEN = 'T18:00:00Z';
/** A document is named by so many digits of its hash. */
const NAME_DIGITS = 12;
/** A list is at most so late. */
const LATE_DAYS_MAX = 1;

export class World {
  readonly #archives = new Map<string, { rows: readonly ArchiveRow[]; readonly documents: Set<string> }>();
  /** Days whose lists nobody could fetch yet, by bank. */
  readonly #waiting = new Map<string, readonly IsoDate[]>();

  constructor(
    readonly folder: string,
    readonly setting: Setting,
    readonly plot: Plot = ORDINARY,
  ) {}

  get archive(): string {
    return join(this.folder, 'archive');
  }

  /** An empty world in place of what was in the folder. */
  static empty(folder: string, setting: Setting): World {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, 'archive'), { recursive: true });
    return new World(folder, setting);
  }

  /** A copy of the world, of which a case is made. */
  copy(folder: string, setting: Setting, plot: Plot): World {
    rmSync(folder, { recursive: true, force: true });
    cpSync(this.folder, folder, { recursive: true, preserveTimestamps: true });
    return new World(folder, setting, plot);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The list without what is wrong in it. */
  cleanList(bank: Bank, day: IsoDate): readonly Statement[] {
    return listOf({ ...this.setting, bank }, day, this.plot.life(bank.code, day));
  }

  /**
   * Writes the lists that arrived on some days, all of them seen on the last one, and returns them.
   * @param unreachable banks whose lists wait until they can be reached
   */
  async bring(days: readonly IsoDate[], unreachable: readonly Bank[] = []): Promise<readonly Stated[]> {
    const last = days.at(-1);
    const [first] = days;
    if (first === undefined || last === undefined) return [];
    const stated: Stated[] = [];
    for (const bank of this.setting.banks) {
      const waiting = this.#waiting.get(bank.code) ?? [];
      const arrived = daysFrom(addDays(first, -LATE_DAYS_MAX), last).filter((day) => this.#arrives(bank, day, days));
      const due = [...waiting, ...arrived];
      const isReached = !unreachable.includes(bank);
      this.#waiting.set(bank.code, isReached ? [] : due);
      if (!isReached) continue;
      const lists = [...due, ...this.#statedAgain(bank, days)].map((day) => this.#stated(bank, day));
      await this.#write(bank, lists, last);
      stated.push(...lists.filter(({ rows }) => rows.length > 0));
    }
    return stated;
  }

  #arrives(bank: Bank, day: IsoDate, days: readonly IsoDate[]): boolean {
    const { seed } = this.setting;
    if (this.plot.punctual.includes(bank.code)) return weekday(day) < 6 && days.includes(day);
    return !isClosed(seed, bank, day) && days.includes(arrivalOf(seed, bank, day));
  }

  #statedAgain(bank: Bank, days: readonly IsoDate[]): readonly IsoDate[] {
    const { again } = this.plot;
    const isNow = again !== undefined && again.bank === bank.code && days.includes(again.on);
    return isNow ? again.days.filter((day) => !isClosed(this.setting.seed, bank, day)) : [];
  }

  #stated(bank: Bank, day: IsoDate): Stated {
    const fault = this.plot.fault(bank.code, day);
    const rows = listOf({ ...this.setting, bank }, day, this.plot.life(bank.code, day), fault ?? {});
    const isFaulty = fault !== null && JSON.stringify(rows) !== JSON.stringify(this.cleanList(bank, day));
    return { bank, day, isFaulty, rows };
  }

  async #write({ code }: Bank, lists: readonly Stated[], on: IsoDate): Promise<void> {
    const known = await this.#archiveOf(code);
    const documents: DocumentRow[] = [];
    const added: ArchiveRow[] = [];
    for (const { rows, day } of lists) {
      const texts = new Map<string, string>();
      for (const { table, row } of rows) texts.set(table.name, `${texts.get(table.name) ?? day}${JSON.stringify(row)}`);
      for (const { table, row } of rows) {
        const sha256 = hashOf(Buffer.from(`${code} ${on} ${table.name} ${texts.get(table.name)}`));
        const document = sha256.slice(0, NAME_DIGITS);
        const seen = `${on}${SEEN}`;
        if (!known.documents.has(document)) {
          known.documents.add(document);
          documents.push({ document, table: table.name, url: table.url, sha256, fetched: seen });
        }
        added.push({ ...row, seen, document, table: table.name });
      }
    }
    if (added.length === 0) return;
    known.rows = [...known.rows, ...added].sort(compareRows);
    await addDocuments(this.archive, code, documents);
    await writeRows(this.archive, { provider: code, rows: known.rows, documents: new Map() }, added);
  }

  async #archiveOf(code: string) {
    const known = this.#archives.get(code);
    if (known !== undefined) return known;
    const { rows, documents } = await readArchive(this.archive, code);
    const read = { rows, documents: new Set(documents.keys()) };
    this.#archives.set(code, read);
    return read;
  }
}

/** Works as they go to another thread: the figures of a date as a list, because classes do not pass. */

import { type Figures, SIDES, type TableFacts } from '../../wire/answers/table.ts';
import { Ratio } from '../../wire/exact/decimal.ts';
import type { CurrencyCode } from '../../wire/words/schemas.ts';
import type { Rows } from '../read/provenance.ts';
import type { AveragesWork } from '../render/average-files.ts';
import type { DateWork } from '../render/date-files.ts';
import type { SeriesWork } from '../render/series-work.ts';
import type { Work } from '../render/work.ts';
import type { Made } from '../render/workshop.ts';
import type { Counts } from './tree-writer.ts';

export interface WorkMessage {
  /** Whether one of the threads that know the work has begun it, in memory that they share. */
  readonly claimed: Int32Array;
  readonly work: DateMessage | SeriesWork | AveragesWork;
}

interface DateMessage extends Omit<DateWork, 'table' | 'provenance'> {
  readonly provenance: SentProvenance;
  readonly facts: TableFacts;
  readonly currencies: readonly CurrencyCode[];
  /** For each currency mid, bid and ask: the numerator, or null, and the denominator. */
  readonly figures: readonly (bigint | null)[];
}

type SentProvenance = Readonly<Record<string, string | SentRows>>;
/** Two lists pass in a third of the time that a list of rows takes: a fixing of GLOBAL has a thousand of them. */
interface SentRows {
  readonly columns: readonly string[];
  /** The cells of all rows. */
  readonly cells: string;
  /** Numerator and denominator of the exact figures among them. */
  readonly figures: readonly bigint[];
}

/** Between cells, and in the place of a figure. No text of an archive has such characters. */
const [SEPARATOR, FIGURE] = ['\u0000', '\u0001'];

/** What a thread is started with. */
export interface Place {
  readonly dir: string;
  readonly isDoubted: boolean;
}

/**
 * What a thread answers to each message, in the order of the messages. A work that failed there is made again on the
 * first thread, where the error is thrown, or that was taken back, is `undone`.
 */
export type Answer = { readonly made: Made; readonly counts: Counts } | { readonly undone: 'failed' | 'taken back' };

export function unclaimed(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** True for the first caller, of all threads. */
export function claim(claimed: Int32Array): boolean {
  return Atomics.exchange(claimed, 0, 1) === 0;
}

export function toMessage(work: Work, claimed: Int32Array): WorkMessage {
  return { claimed, work: 'table' in work ? toDateMessage(work) : work };
}

export function fromMessage({ work }: WorkMessage): Work {
  return 'figures' in work ? toDateWork(work) : work;
}

const CELLS = SIDES.length * 2;

function toDateMessage({ table, provenance, ...work }: DateWork): DateMessage {
  const { provider, date, reference, bidAsk } = table;
  const figures: (bigint | null)[] = [];
  for (const own of table.figures.values()) {
    for (const side of SIDES) figures.push(own[side]?.numerator ?? null, own[side]?.denominator ?? null);
  }
  const facts = { provider, date, reference, bidAsk };
  const currencies = [...table.figures.keys()];
  return { ...work, facts, currencies, figures, provenance: toSent(provenance) };
}

function toDateWork({ facts, currencies, figures, provenance, ...work }: DateMessage): DateWork {
  const ratioAt = (place: number) => {
    const [numerator, denominator] = [figures[place] ?? null, figures[place + 1] ?? null];
    return numerator === null || denominator === null ? null : Ratio.of(numerator, denominator);
  };
  const own = currencies.map((currency, place): [CurrencyCode, Figures] => {
    const [mid = null, bid = null, ask = null] = SIDES.map((_, side) => ratioAt(place * CELLS + side * 2));
    return [currency, { mid, bid, ask }];
  });
  return { ...work, provenance: fromSent(provenance), table: { ...facts, figures: new Map(own) } };
}

function toSent(provenance: DateWork['provenance']): DateMessage['provenance'] {
  const members = Object.entries(provenance).map(([name, value]) => {
    return [name, typeof value === 'string' ? value : toSentRows(value)] as const;
  });
  return Object.fromEntries(members);
}

function toSentRows({ columns, rows }: Rows): SentRows {
  const cells: string[] = [];
  const figures: bigint[] = [];
  for (const cell of rows.flat()) {
    cells.push(typeof cell === 'string' ? cell : FIGURE);
    if (typeof cell !== 'string') figures.push(cell.numerator, cell.denominator);
  }
  return { columns, cells: cells.join(SEPARATOR), figures };
}

function fromSent(provenance: DateMessage['provenance']): DateWork['provenance'] {
  const members = Object.entries(provenance).map(([name, value]) => {
    return [name, typeof value === 'string' ? value : fromSentRows(value)] as const;
  });
  return Object.fromEntries(members);
}

function fromSentRows({ columns, cells, figures }: SentRows): Rows {
  const rows: (string | Ratio)[][] = [];
  let place = 0;
  for (const [index, text] of cells === '' ? [] : cells.split(SEPARATOR).entries()) {
    if (index % columns.length === 0) rows.push([]);
    rows.at(-1)?.push(text === FIGURE ? Ratio.of(figures[place++] ?? 0n, figures[place++] ?? 1n) : text);
  }
  return { columns, rows };
}

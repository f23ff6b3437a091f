/** The work of a date as it goes to another thread: the figures as a list, because classes do not pass. */
import { Ratio } from '../wire/decimal.ts';
import type { CurrencyCode } from '../wire/schemas.ts';
import { type Figures, SIDES, type TableFacts } from '../wire/table.ts';
import type { DateMade, DateWork } from './date-files.ts';
import type { Rows } from './provenance.ts';
import type { Counts } from './staged-files.ts';

export interface DateMessage extends Omit<DateWork, 'table' | 'provenance'> {
  readonly provenance: string | SentProvenance;
  readonly facts: TableFacts;
  readonly currencies: readonly CurrencyCode[];
  /** For each currency mid, bid and ask: the numerator, or null, and the denominator. */
  readonly figures: readonly (bigint | null)[];
}

/** Exact figures as numerator and denominator. */
type SentProvenance = Readonly<Record<string, string | SentRows>>;
interface SentRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | readonly [bigint, bigint])[])[];
}

/** What a thread is started with. */
export interface Place {
  readonly outDir: string;
  readonly hasTree: boolean;
}

/** What a thread answers to each message, in the order of the messages. */
export type Answer = { readonly made: DateMade; readonly counts: Counts } | { readonly fault: Fault };

/** An error of the operating system keeps its code, by which the command that failed knows it. */
export interface Fault {
  readonly message: string;
  readonly stack: string | undefined;
  readonly facts: Readonly<Record<string, unknown>>;
}

const CELLS = SIDES.length * 2;

export function toMessage({ table, provenance, ...work }: DateWork): DateMessage {
  const { provider, date, reference, bidAsk } = table;
  const figures: (bigint | null)[] = [];
  for (const own of table.figures.values()) {
    for (const side of SIDES) figures.push(own[side]?.numerator ?? null, own[side]?.denominator ?? null);
  }
  const facts = { provider, date, reference, bidAsk };
  const currencies = [...table.figures.keys()];
  return { ...work, facts, currencies, figures, provenance: toSent(provenance) };
}

export function fromMessage({ facts, currencies, figures, provenance, ...work }: DateMessage): DateWork {
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
  if (typeof provenance === 'string') return provenance;
  const members = Object.entries(provenance).map(([name, value]): [string, string | SentRows] => {
    if (typeof value === 'string') return [name, value];
    const rows = value.rows.map((row) => (isTexts(row) ? row : row.map(toPair)));
    return [name, { columns: value.columns, rows }];
  });
  return Object.fromEntries(members);
}

function isTexts(row: readonly (string | Ratio)[]): row is readonly string[] {
  return row.every((cell) => typeof cell === 'string');
}

function toPair(cell: string | Ratio): string | readonly [bigint, bigint] {
  return typeof cell === 'string' ? cell : [cell.numerator, cell.denominator];
}

function fromSent(provenance: DateMessage['provenance']): DateWork['provenance'] {
  if (typeof provenance === 'string') return provenance;
  const members = Object.entries(provenance).map(([name, value]): [string, string | Rows] => {
    if (typeof value === 'string') return [name, value];
    const rows = value.rows.map((row) => row.map((cell) => (typeof cell === 'string' ? cell : Ratio.of(...cell))));
    return [name, { columns: value.columns, rows }];
  });
  return Object.fromEntries(members);
}

export function toFault(error: unknown): Fault {
  if (!(error instanceof Error)) return { message: `${error}`, stack: undefined, facts: {} };
  return { message: error.message, stack: error.stack, facts: { ...error } };
}

export function fromFault({ message, stack, facts }: Fault): Error {
  return Object.assign(new Error(message), { ...(stack === undefined ? {} : { stack }), ...facts });
}

/**
 * `holds.csv`, in a provider's folder of the archive or in the folder `GLOBAL`: what is kept out of the tree by name,
 * since when, by whom and why. A person writes it, or the gate, which withholds a single figure so that the rest of a
 * night can be published. Lines are only added, so a tree of the past still knows what was held then.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { dayCell, textCell } from '../../kit/csv-rows.ts';
import { Ratio } from '../../wire/exact/decimal.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { appendLater, instantCell, type Ledger, readLedger, refuseBadNote } from './ledger.ts';
import type { ArchiveRow } from './rows.ts';

/** Units of the currency per EUR, as `Ratio` writes it; '' where it says nothing. */
const ratioCell = z.string().regex(/^(\d+(\.\d+)?(\/\d+)?)?$/, 'is not a figure');

const holdRow = z.object({
  at: instantCell,
  /** `accepted` ends the gate's hold and says that its finding is right; `released` only ends a hold. */
  change: z.enum(['held', 'accepted', 'released']),
  by: z.enum(['person', 'gate']),
  /** The currency; '' for everything that the provider states. */
  code: z.string().regex(/^([A-Z]{3})?$/, 'is not three capital letters'),
  /** The first and the last date that is held; '' for no end. */
  from: dayCell,
  until: z.union([z.literal(''), dayCell]),
  /** Statements seen up to this instant are not held, because the release before had them; '' for all. */
  after: z.union([z.literal(''), instantCell]),
  /** For GLOBAL, which has no statements: the last figure before the one that the gate refused, and the refused one. */
  stated: ratioCell,
  refused: ratioCell,
  /** The name of the gate's finding; '' for a person's hold. */
  fact: z.string(),
  note: textCell,
});
export type HoldRow = z.infer<typeof holdRow>;
/** A row that holds and has not been ended. */
export type Hold = HoldRow;

const COLUMNS = ['at', 'change', 'by', 'code', 'from', 'until', 'after', 'stated', 'refused', 'fact', 'note'] as const;
const LEDGER: Ledger<HoldRow> = { columns: COLUMNS, row: holdRow };

/** @param provider or GLOBAL. @throws InputError naming file, line and column */
export function readHoldRows(dir: string, provider: string): Promise<readonly HoldRow[]> {
  return readLedger(fileOf(dir, provider), LEDGER);
}

/** The holds in effect at that instant, oldest first; null: now. */
export function holdsUntil(rows: readonly HoldRow[], asOf: string | null): readonly Hold[] {
  let inEffect: readonly Hold[] = [];
  for (const row of inOrder(rows)) {
    if (asOf !== null && row.at > asOf) break;
    if (row.change === 'held') inEffect = [...inEffect, row];
    else inEffect = inEffect.filter((hold) => !isSameSpan(hold, row));
  }
  return inEffect;
}

/**
 * @returns the instant of the new lines, later than that of any line in the file
 * @throws InputError if a note could not be read back
 */
export async function writeHolds(
  dir: string,
  provider: string,
  rows: readonly Omit<HoldRow, 'at'>[],
  now: Date,
): Promise<string> {
  for (const { note } of rows) refuseBadNote(note);
  return appendLater(fileOf(dir, provider), LEDGER, rows, now);
}

/**
 * Whether the hold keeps the statement out. The gate's hold covers only what had been seen by then: what the bank
 * states later is judged again.
 */
export function holdsBack(hold: Hold, { date, base, quote, seen }: ArchiveRow): boolean {
  if (!isWithin(hold, date) || (hold.code !== '' && hold.code !== base && hold.code !== quote)) return false;
  return hold.by === 'person' || (hold.after < seen && seen <= hold.at);
}

/**
 * Whether the hold keeps a figure of GLOBAL out. The gate's hold covers figures that are nearer to the one it refused
 * than to the one that had been stated, so a figure that a late list mends comes back.
 */
export function holdsBackOfGlobal(hold: Hold, date: IsoDate, code: string, figure: Ratio): boolean {
  if (!isWithin(hold, date) || hold.code !== code) return false;
  if (hold.stated === '' || hold.refused === '') return true;
  return isNearer(figure, Ratio.parse(hold.refused), Ratio.parse(hold.stated));
}

/** Whether a figure is nearer to the first of two others, as a factor: squares are compared with their product. */
export function isNearer(figure: Ratio, first: Ratio, second: Ratio): boolean {
  const isAbove = figure.times(figure).compareTo(first.times(second)) > 0;
  return isAbove ? first.compareTo(second) > 0 : first.compareTo(second) < 0;
}

export function isWithin({ from, until }: Pick<Hold, 'from' | 'until'>, date: IsoDate): boolean {
  return from <= date && (until === '' || date <= until);
}

/** What a reason begins with if a figure was left out by name. */
export const HELD = /^(held by a person|withheld by the gate): /;

/** Part of the provenance and of v1/quarantine.csv; the gate knows by its first words what was left out on purpose. */
export function toReason({ by, note }: Pick<Hold, 'by' | 'note'>): string {
  return `${holderWords({ by })}: ${note}`;
}

export function holderWords({ by }: Pick<Hold, 'by'>): string {
  return by === 'person' ? 'held by a person' : 'withheld by the gate';
}

export function endWords({ until }: Pick<Hold, 'until'>): string {
  return until === '' ? 'until it is released' : `until ${until}`;
}

/** `HKMA/2025-10-28/PHP`, `NBP/CUP`, `NBP`, `GLOBAL/CUP`: the name by which a person ends the hold. */
export function holdName(provider: string, { code, from, until }: Pick<Hold, 'code' | 'from' | 'until'>): string {
  return [provider, from === until ? from : '', code].filter((part) => part !== '').join('/');
}

/** Whether a line about one hold is about the other as well. */
export function isSameSpan(left: Hold, right: Hold): boolean {
  return left.code === right.code && left.from === right.from && left.until === right.until;
}

/** The instants of a file are in order already, unless the copies of two machines were merged within a second. */
function inOrder(rows: readonly HoldRow[]): readonly HoldRow[] {
  const rank = ({ at, change }: HoldRow) => `${at} ${change === 'held' ? 0 : 1}`;
  return rows.toSorted((left, right) => (rank(left) < rank(right) ? -1 : rank(left) > rank(right) ? 1 : 0));
}

function fileOf(dir: string, provider: string): string {
  return join(dir, provider, 'holds.csv');
}

/**
 * `holds.csv`, in a provider's folder of the archive or in the folder `GLOBAL`: what a person keeps out of the tree by
 * name, since when and why. Lines are only added, so a tree of the past still knows what was held then. Until version
 * 0.4 the gate wrote lines, too; quarantine judges those figures now, and the lines hold nothing any more.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { dayCell, textCell } from '../../kit/csv-rows.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { appendLater, instantCell, type Ledger, readLedger, refuseBadNote } from './ledger.ts';
import type { ArchiveRow } from './rows.ts';

const holdRow = z.object({
  at: instantCell,
  /** `released` ends a hold. */
  change: z.enum(['held', 'accepted', 'released']),
  by: z.enum(['person', 'gate']),
  /** The currency; '' for everything that the provider states. */
  code: z.string().regex(/^([A-Z]{3})?$/, 'is not three capital letters'),
  /** The first and the last date that is held; '' for no end. */
  from: dayCell,
  until: z.union([z.literal(''), dayCell]),
  /** Written by the gate until 0.4: what its hold covered. */
  after: z.string(),
  stated: z.string(),
  refused: z.string(),
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
  for (const row of inOrder(rows.filter(({ by }) => by === 'person'))) {
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

/** Whether the hold keeps the statement out. */
export function holdsBack(hold: Hold, { date, base, quote }: ArchiveRow): boolean {
  return isWithin(hold, date) && (hold.code === '' || hold.code === base || hold.code === quote);
}

export function isWithin({ from, until }: Pick<Hold, 'from' | 'until'>, date: IsoDate): boolean {
  return from <= date && (until === '' || date <= until);
}

/** What a reason begins with if a figure was left out by name. */
export const HELD = /^held by a person: /;

/** Part of the provenance and of v1/quarantine.csv; the gate knows by its first words what was left out on purpose. */
export function toReason({ note }: Pick<Hold, 'note'>): string {
  return `held by a person: ${note}`;
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

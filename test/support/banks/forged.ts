/** A bank's next list, forged: the newest one again, a day later, with some of its figures changed. */

import { ALL_DAYS, judgeProvider } from '../../../generator/rates/quarantine/judge.ts';
import { isNear, STEP } from '../../../generator/rates/quarantine/steps.ts';
import type { Witnesses } from '../../../generator/rates/quarantine/witnesses.ts';
import type { Holding } from '../../../generator/sources/archive/archive.ts';
import {
  type ArchiveRow,
  compareRows,
  firstIndexFrom,
  isWithdrawn,
  levelOf,
} from '../../../generator/sources/archive/rows.ts';
import { Ratio } from '../../../generator/wire/exact/decimal.ts';
import { addDays, laterOf, parseIsoDate } from '../../../generator/wire/words/calendar.ts';

/** Older figures say nothing about the newest ones. */
const RECENT_DAYS = 10;
const TODAY = parseIsoDate('2026-03-13');

/** The figures of the bank's newest date, as it stated them. */
function newestRows({ archive: { rows } }: Holding): readonly ArchiveRow[] {
  const newest = rows.at(-1)?.date;
  return rows.filter((row) => row.date === newest && !isWithdrawn(row));
}

/** The row with this mid per one unit of the base in place of what it stated. A metal per gram stays as it is. */
function stating(row: ArchiveRow, level: Ratio): ArchiveRow {
  return row.unit === 'g' ? row : { ...row, per: '1', mid: `${level.roundSignificant(12)}`, bid: '', ask: '' };
}

function times(row: ArchiveRow, factor: Ratio): ArchiveRow {
  return stating(row, levelOf(row).times(factor));
}

function inverted(row: ArchiveRow): ArchiveRow {
  return stating(row, levelOf(row).inverse());
}

function withForged(holding: Holding, forge: (row: ArchiveRow) => ArchiveRow): Holding {
  const forged = newestRows(holding).map((row) => {
    // Also where the newest list was collected days after its date, the forged one is seen after it.
    const seen = addDays(laterOf(row.date, parseIsoDate(row.seen.slice(0, 10))), 1);
    return { ...forge(row), date: addDays(row.date, 1), seen: `${seen}T23:00:00Z` };
  });
  const { archive } = holding;
  const recent = archive.rows.slice(firstIndexFrom(archive.rows, addDays(forged[0]?.date ?? TODAY, -RECENT_DAYS)));
  return { ...holding, archive: { ...archive, rows: [...recent, ...forged].sort(compareRows) } };
}

const FACTORS = ['1.5', '3', '1/7'].map((text) => Ratio.parse(text));

/** What quarantine holds of the forged list, and what it should hold, as `NBP USD/PLN 6f1e9…`. */
interface Held {
  readonly held: readonly string[];
  readonly expected: readonly string[];
}

/**
 * The bank's figures of these currencies are multiplied by each factor. What quarantine holds of the honest list is
 * expected as well.
 */
export function heldOfForged(holding: Holding, witnesses: Witnesses, currencies: readonly string[]): readonly Held[] {
  const reference = holding.definition.references.at(-1)?.currency;
  const isForged = ({ base, quote, unit }: ArchiveRow) =>
    unit === '' && currencies.some((code) => code !== reference && (base === code || quote === code));
  const rows = newestRows(holding);
  const honest = namesHeld(holding, witnesses, (row) => row);
  const expected = new Set([...honest, ...rows.filter(isForged).map((row) => nameOf(holding, row))]);
  return FACTORS.map((factor) => {
    const held = namesHeld(holding, witnesses, (row) => (isForged(row) ? times(row, factor) : row));
    return { held: [...held].sort(), expected: [...expected].sort() };
  });
}

/** Every figure is inverted. Expected are those that this moves by more than a tenth. */
export function heldOfInverted(holding: Holding, witnesses: Witnesses): Held {
  const isFar = (row: ArchiveRow) => !isNear(levelOf(row), levelOf(inverted(row)), STEP);
  const expected = newestRows(holding)
    .filter(isFar)
    .map((row) => nameOf(holding, row));
  const held = namesHeld(holding, witnesses, inverted);
  return { held: expected.filter((name) => held.has(name)), expected };
}

function namesHeld(holding: Holding, witnesses: Witnesses, forge: (row: ArchiveRow) => ArchiveRow) {
  const newest = newestRows(holding)[0]?.date ?? '';
  const held = judgeProvider(withForged(holding, forge), witnesses, ALL_DAYS).held.filter(
    ({ row }) => row.date > newest,
  );
  return new Set(held.map(({ row }) => nameOf(holding, row)));
}

function nameOf({ definition }: Holding, { base, quote, document }: ArchiveRow): string {
  return `${definition.code} ${base}/${quote} ${document}`;
}

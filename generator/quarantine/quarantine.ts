/**
 * Well-formed figures that contradict the market: a unit that changed under an unchanged header, a spike, a rate that
 * nobody else sees. They are kept in the archive but left out of the tree until a person accepts them or another
 * provider confirms them. Pure, and worked out again from the whole archive each time, so a witness that arrives later
 * sets a figure free.
 */

import type { Holding } from '../archive/holdings.ts';
import { levelOf } from '../archive/per-unit.ts';
import { type ArchiveRow, isWithdrawn, type ProviderArchive, rowKey } from '../archive/rows.ts';
import { addDays, daysBetween } from '../wire/calendar.ts';
import type { IsoDate } from '../wire/schemas.ts';
import { SILENCE_DAYS } from './bounds.ts';
import { Bridges, isBridge } from './bridges.ts';
import { doubt } from './doubt.ts';
import { splitHeld } from './held.ts';
import type { Point } from './steps.ts';
import { Witnesses } from './witnesses.ts';

export interface Quarantined {
  readonly provider: string;
  readonly row: ArchiveRow;
  /** A sentence for people. */
  readonly reason: string;
}

/** One table's statements about one pair and one date, oldest first. */
interface Statements {
  readonly date: IsoDate;
  readonly rows: ArchiveRow[];
}

/** How far ahead to look for a figure that was seen earlier, if there is no figure before. */
const KNOWN_DAYS = 731;

/** In the order of the holdings and of the rows in each. */
export function toQuarantined(holdings: readonly Holding[]): readonly Quarantined[] {
  const split = holdings.map(splitHeld);
  const witnesses = new Witnesses(split.map(({ free }) => free));
  return split.flatMap(({ free, held }) => [...held, ...toQuarantinedOf(free, witnesses)]);
}

/** The figures of one provider, in the order of its pairs. */
export function toQuarantinedOf(holding: Holding, witnesses: Witnesses): readonly Quarantined[] {
  const series = [...toSeries(holding.archive).values()];
  const bridges = toBridges(holding, series, witnesses);
  return series.flatMap((groups) => judged(holding, groups, witnesses, bridges));
}

/**
 * No figure is confirmed through one that has not been judged. The source's dollars and euros are confirmed first by
 * those alone who quote its reference currency, and then the dollars through the euros that stood, and the euros through
 * the dollars. What stands after that is a bridge for all other figures.
 */
function toBridges(holding: Holding, series: readonly (readonly Statements[])[], witnesses: Witnesses): Bridges {
  const { definition, archive } = holding;
  const own = series.filter((groups) => groups.some(({ rows }) => rows.some((row) => isBridge(definition, row))));
  let bridges = new Bridges(definition, archive, null);
  for (let round = 0; round < 2; round++) {
    const held = own.flatMap((groups) => judged(holding, groups, witnesses, bridges)).map(({ row }) => row);
    bridges = new Bridges(definition, archive, new Set(held));
  }
  return bridges;
}

/** Whether the figure is among those that `PROVIDER`, `PROVIDER/CODE`, `PROVIDER/DATE` or `PROVIDER/DATE/CODE` names. */
export function isSelected({ provider, row }: Quarantined, text: string): boolean {
  const [code, ...parts] = text.split('/');
  return code === provider && parts.every((part) => [row.date, row.base, row.quote].some((own) => own === part));
}

function toSeries({ rows, documents }: ProviderArchive): Map<string, Statements[]> {
  const series = new Map<string, Statements[]>();
  for (const row of rows) {
    const table = documents.get(row.document)?.table ?? '';
    const key = `${row.base}/${row.quote} ${row.unit} ${table}`;
    const groups = series.get(key) ?? [];
    if (groups.length === 0) series.set(key, groups);
    const last = groups.at(-1);
    if (last?.date === row.date) last.rows.push(row);
    else groups.push({ date: row.date, rows: [row] });
  }
  return series;
}

/**
 * Date by date, and within a date in the order in which statements were seen. Each is compared with the ones that
 * stand.
 */
function judged(
  { definition: { code }, accepted }: Holding,
  groups: readonly Statements[],
  witnesses: Witnesses,
  bridges: Bridges,
): Quarantined[] {
  const found: Quarantined[] = [];
  let level: Point | null = null;
  for (const [index, { date, rows }] of groups.entries()) {
    const before = groups[index - 1]?.date ?? date;
    const silence = isSameMonth(before, date) ? 0 : daysBetween(before, date);
    if (silence > SILENCE_DAYS) level = null;
    const next = () => groups[index + 1]?.rows.findLast((row) => !isWithdrawn(row));
    let standing: Point | null = null;
    for (const row of rows) {
      if (isWithdrawn(row)) {
        standing = null;
        continue;
      }
      const value = levelOf(row);
      const ask = () => witnesses.about(bridges, date, row.base, row.quote);
      const known = () => laterKnown(groups, index, row);
      const reason = accepted.has(rowKey(row))
        ? null
        : doubt({ date, value }, { level, standing, silence, next, known, ask });
      if (reason === null) standing = { date, value };
      else found.push({ provider: code, row, reason });
    }
    level = standing ?? level;
  }
  return found;
}

function laterKnown(groups: readonly Statements[], index: number, { date, seen }: ArchiveRow): ArchiveRow | undefined {
  const last = addDays(date, KNOWN_DAYS);
  for (let place = index + 1; place < groups.length && (groups[place]?.date ?? '') <= last; place++) {
    const known = groups[place]?.rows.find((row) => row.seen < seen && !isWithdrawn(row));
    if (known !== undefined) return known;
  }
  return undefined;
}

function isSameMonth(left: IsoDate, right: IsoDate): boolean {
  return left.slice(0, 7) === right.slice(0, 7);
}

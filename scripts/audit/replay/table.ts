/** A case as a row of the table: how far and how long figures were wrong, how long true ones were held. Pure. */
import { stringify } from 'csv-stringify/sync';
import { GLOBAL } from '../../../generator/wire/words/schemas.ts';
import { type Finding, type Judged, sizeOf } from './judge.ts';
import type { Counts } from './recorded.ts';

/** The columns of data/replay.csv. Those of the other world are empty in a row. */
export const COLUMNS = [
  'rules',
  'world',
  'case',
  'seed',
  'unreachable',
  'nights',
  'global_wrong',
  'global_nights',
  'global_silent',
  'bank_wrong',
  'bank_nights',
  'bank_silent',
  'worst',
  'global_held',
  'bank_held',
  'held_figures',
  'alarms',
  'codes',
  'first_held',
  'freed_1',
  'freed_2',
  'freed_7',
  'freed_later',
  'held_for_ever',
  'accepted',
] as const;
export type Row = Readonly<Partial<Record<(typeof COLUMNS)[number], string | undefined>>>;

export interface CaseNight extends Judged {
  /** Whether a list that came for this night has a fault. */
  readonly isFaulty: boolean;
}

/** A night's code that says that all is well. */
const WELL = 0;

export function toRow(name: string, nights: readonly CaseNight[]): Row {
  const isGlobal = ({ who }: Finding) => who === GLOBAL;
  const isBank = (one: Finding) => !isGlobal(one);
  const all = nights.flatMap(({ wrong }) => wrong);
  const worst = worstOf(all);
  return {
    world: 'invented',
    case: name,
    nights: `${nights.length}`,
    global_wrong: percentOf(worstOf(all.filter(isGlobal))),
    global_nights: count(nights, ({ wrong }) => wrong.some(isGlobal)),
    global_silent: count(nights, ({ wrong }) => wrong.some((one) => isGlobal(one) && !one.isNamed)),
    bank_wrong: percentOf(worstOf(all.filter(isBank))),
    bank_nights: count(nights, ({ wrong }) => wrong.some(isBank)),
    bank_silent: count(nights, ({ wrong }) => wrong.some((one) => isBank(one) && !one.isNamed)),
    worst: worst === null ? '' : `${worst.who} ${worst.currency}`,
    global_held: count(nights, ({ held }) => held.some(isGlobal)),
    bank_held: count(nights, ({ held }) => held.some(isBank)),
    held_figures: `${nights.reduce((sum, { held }) => sum + held.length, 0)}`,
    alarms: count(nights, ({ night, isFaulty }) => night.code !== WELL && !isFaulty),
    codes: codesOf(nights),
  };
}

/** Of the recorded world. @param name the year, or all of them */
export function toRecordedRow(name: string, { held, freed, heldForEver, accepted }: Counts): Row {
  const [one, two, seven, later] = freed.map((number) => `${number}`);
  return {
    world: 'recorded',
    case: name,
    first_held: `${held}`,
    freed_1: one,
    freed_2: two,
    freed_7: seven,
    freed_later: later,
    held_for_ever: `${heldForEver}`,
    accepted: `${accepted}`,
  };
}

function count(nights: readonly CaseNight[], isCounted: (night: CaseNight) => boolean): string {
  return `${nights.filter(isCounted).length}`;
}

function worstOf(findings: readonly Finding[]): Finding | null {
  const size = ({ ratio }: Finding) => sizeOf(ratio ?? 1);
  return findings.reduce<Finding | null>((best, one) => (best !== null && size(best) >= size(one) ? best : one), null);
}

/** Per cent, such as `+900` or `-8.7`; '' for none. */
function percentOf(finding: Finding | null): string {
  if (finding === null || finding.ratio === null) return '';
  const percent = (finding.ratio - 1) * 100;
  return `${percent > 0 ? '+' : ''}${percent.toFixed(Math.abs(percent) < 100 ? 1 : 0)}`;
}

/** The codes in the order of the nights; of many nights, how often each. */
function codesOf(nights: readonly CaseNight[]): string {
  const codes = nights.map(({ night }) => night.code);
  if (codes.length <= 10) return codes.join(' ');
  const kinds = [...new Set(codes)].sort();
  return kinds.map((code) => `${codes.filter((one) => one === code).length} x ${code}`).join(', ');
}

export function toCsv(rows: readonly Row[], header: boolean): string {
  return stringify([...rows], { columns: [...COLUMNS], header });
}

/** The columns that some row has, padded. */
export function toText(rows: readonly Row[]): string {
  const columns = COLUMNS.filter((column) => rows.some((row) => (row[column] ?? '') !== ''));
  const cells = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  return cells.map((line) => line.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')).join('\n');
}

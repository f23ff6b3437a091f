/** Figures in quarantine as a list: `v1/quarantine.csv` in the tree, and lines for a person at a terminal. */
import { stringify } from 'csv-stringify/sync';
import { groupBy } from '../../kit/items.ts';
import { counted } from '../../kit/terminal.ts';
import { endWords, type Hold, toReason } from '../../sources/archive/holds.ts';
import { type ArchiveRow, ROW_COLUMNS } from '../../sources/archive/rows.ts';
import { EUR, GLOBAL } from '../../wire/words/schemas.ts';

export interface Quarantined {
  readonly provider: string;
  readonly row: ArchiveRow;
  /** A sentence for people. */
  readonly reason: string;
}

export const QUARANTINE_COLUMNS = ['provider', ...ROW_COLUMNS, 'reason'] as const;

/** The line without its line end. */
export function quarantineLine({ provider, row, reason }: Quarantined): string {
  return toLine({ provider, ...row, reason });
}

/** The line of a held currency of GLOBAL: its date is the first one that is held, and it has no figure. */
export function globalHoldLine(hold: Hold): string {
  const reason = `${toReason(hold)} (${endWords(hold)})`;
  return toLine({ provider: GLOBAL, date: hold.from, base: EUR, quote: hold.code, per: '1', seen: hold.at, reason });
}

function toLine(cells: Readonly<Partial<Record<(typeof QUARANTINE_COLUMNS)[number], string>>>): string {
  return stringify([cells], { columns: [...QUARANTINE_COLUMNS], eof: false });
}

/** `HKMA/2025-10-28/PHP/HKD 0.1218: 8.0 % or more from BOC, ECB` */
export function toQuarantineLine({ provider, row, reason }: Quarantined): string {
  const figures = [row.mid, row.bid && `bid ${row.bid}`, row.ask && `ask ${row.ask}`].filter((text) => text !== '');
  const per = row.per === '1' ? '' : ` per ${row.per}`;
  return `${provider}/${row.date}/${row.base}/${row.quote} ${figures.join(' ')}${per}${row.unit && ' gram'}: ${reason}`;
}

/**
 * A line for each figure seen on that day, or for all of a list that are held for one reason, and one for each provider
 * with older ones: a night names what is new to it.
 */
export function toQuarantineNotes(quarantined: readonly Quarantined[], today: string): readonly string[] {
  return [...new Set(quarantined.map(({ provider }) => provider))].flatMap((provider) => {
    const own = quarantined.filter((one) => one.provider === provider);
    const fresh = own.filter(({ row }) => row.seen.startsWith(today));
    const older = own.length - fresh.length;
    const groups = groupBy(fresh, ({ row: { date }, reason }) => `${provider}/${date}: ${reason}`);
    return [
      ...[...groups].flatMap(([words, group]) =>
        group.length > 1 ? [`in quarantine: ${words}`] : group.map((one) => `in quarantine: ${toQuarantineLine(one)}`),
      ),
      ...(older > 0
        ? [`${provider}: ${counted(older, 'figure')} seen earlier in quarantine (ratetree quarantine lists them)`]
        : []),
    ];
  });
}

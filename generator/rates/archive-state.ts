/**
 * The archive as it was known at an instant: the rows seen, the figures accepted, and the figures in quarantine. Pure.
 */
import { acceptedUntil } from '../archive/accepted.ts';
import type { DatedHolding } from '../archive/holdings.ts';
import { type ArchiveRow, toAsOf } from '../archive/rows.ts';
import { type Quarantined, toQuarantined } from '../quarantine/quarantine.ts';
import { parseIsoDate } from '../wire/calendar.ts';
import type { IsoDate } from '../wire/schemas.ts';
import { History } from './history.ts';

export interface ArchiveState {
  /** Null for all that is known. */
  readonly until: string | null;
  readonly holdings: readonly DatedHolding[];
  readonly quarantined: readonly Quarantined[];
  readonly heldBack: ReadonlySet<ArchiveRow>;
}

/** @param holdings the archives as they were at that instant */
export function toArchiveState(holdings: readonly DatedHolding[], until: string | null): ArchiveState {
  const quarantined = toQuarantined(holdings);
  return { until, holdings, quarantined, heldBack: new Set(quarantined.map(({ row }) => row)) };
}

/** The same archives at an earlier instant: an archive only ever grows, and each row says when it was seen. */
export function toEarlier({ holdings }: ArchiveState, until: string): ArchiveState {
  const earlier = holdings.map((holding) => {
    const { archive, acceptances } = holding;
    return { ...holding, archive: toAsOf(archive, until), accepted: acceptedUntil(acceptances, until) };
  });
  return toArchiveState(earlier, until);
}

/** The instants at which rows were seen or figures were accepted, after `from` and up to the state's own instant. */
export function newsSince({ holdings, until }: ArchiveState, from: string): readonly string[] {
  return holdings.flatMap(({ archive, acceptances }) => {
    const seen = archive.rows.filter((row) => row.seen > from).map((row) => row.seen);
    const accepted = [...acceptances.values()].filter((at) => at > from && (until === null || at <= until));
    return [...new Set(seen), ...accepted];
  });
}

/**
 * The history of each provider that has a row in force.
 * @param since earlier dates are left out; null keeps all
 * @param others the histories of another state, whose fixings are used again where the rows are the same
 */
export function toHistories(
  { holdings, heldBack }: ArchiveState,
  since: IsoDate | null,
  others: readonly History[] = [],
): readonly History[] {
  const byCode = new Map<string, History>(others.map((history) => [history.provider, history]));
  const histories = holdings.map(({ definition, archive }) => {
    const rows = since === null ? archive.rows : archive.rows.filter(({ date }) => date >= since);
    return new History(definition, { ...archive, rows }, heldBack, byCode.get(definition.code) ?? null);
  });
  return histories.filter(({ dates }) => dates.length > 0);
}

/** The UTC day of the newest fetch; null for an archive without documents. */
export function newestFetchOf(holdings: readonly Pick<DatedHolding, 'archive'>[]): IsoDate | null {
  const fetched = holdings.flatMap(({ archive }) =>
    [...archive.documents.values()].map((document) => document.fetched),
  );
  const newest = fetched.sort().at(-1);
  return newest === undefined ? null : parseIsoDate(newest.slice(0, 10));
}

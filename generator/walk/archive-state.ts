/**
 * The archive as it was known at an instant: the rows seen, the figures accepted, and the figures in quarantine. Pure.
 */
import { acceptedUntil } from '../archive/accepted.ts';
import type { DatedHolding } from '../archive/holdings.ts';
import { type Hold, type HoldRow, holdsUntil } from '../archive/holds.ts';
import type { RedenominationRow } from '../archive/redenominated.ts';
import { type ArchiveRow, toAsOf } from '../archive/rows.ts';
import type { Quarantined } from '../quarantine/list.ts';
import { splitHeld } from '../quarantine/quarantine.ts';
import { exclusionOf } from '../rates/global.ts';
import { History } from '../rates/history.ts';
import type { IsoDate } from '../wire/words/schemas.ts';

export interface ArchiveState {
  /** Null for all that is known. */
  readonly until: string | null;
  readonly holdings: readonly DatedHolding[];
  readonly quarantined: readonly Quarantined[];
  readonly heldBack: ReadonlySet<ArchiveRow>;
  /** Every line about holds of GLOBAL, including those after the instant. */
  readonly globalRows: readonly HoldRow[];
  /** The holds of GLOBAL that were in effect at the instant. */
  readonly globalHolds: readonly Hold[];
  /** Every line about redenominations, including those after the instant. */
  readonly redenominations: readonly RedenominationRow[];
}

/** The same holdings at an earlier instant: an archive only ever grows, and each row says when it was seen. */
export function toEarlier(holdings: readonly DatedHolding[], until: string): readonly DatedHolding[] {
  return holdings.map((holding) => {
    const { archive, acceptances, holdRows } = holding;
    const accepted = acceptedUntil(acceptances, until);
    return { ...holding, archive: toAsOf(archive, until), accepted, holds: holdsUntil(holdRows, until) };
  });
}

/**
 * The instants at which rows were seen, figures were accepted, or holds began or ended, after `from` and up to the
 * state's own instant.
 */
export function newsSince(
  {
    holdings,
    globalRows,
    redenominations,
    until,
  }: Pick<ArchiveState, 'holdings' | 'globalRows' | 'redenominations' | 'until'>,
  from: string,
): readonly string[] {
  const isNews = (at: string) => at > from && (until === null || at <= until);
  const ofGlobal = [...globalRows, ...redenominations].map(({ at }) => at).filter(isNews);
  const ofProviders = holdings.flatMap(({ archive, acceptances, holdRows }) => {
    const seen = archive.rows.filter((row) => row.seen > from).map((row) => row.seen);
    return [...new Set(seen), ...[...acceptances.values(), ...holdRows.map(({ at }) => at)].filter(isNews)];
  });
  return [...ofProviders, ...ofGlobal];
}

/**
 * The history of each provider that has a row in force.
 * @param settled the histories of the span before, whose dates before a day are the same
 * @param others the histories of another state, whose fixings are used again where the rows are the same
 */
export function toHistories(
  { holdings, heldBack }: Pick<ArchiveState, 'holdings' | 'heldBack'>,
  others: readonly History[] = [],
  settled: { readonly histories: readonly History[]; readonly until: IsoDate } | null = null,
): readonly History[] {
  const byCode = new Map<string, History>(others.map((history) => [history.provider, history]));
  const histories = holdings.map(({ definition, archive }) => {
    const held = settled?.histories.find(({ provider }) => provider === definition.code);
    const before = settled === null || held === undefined ? null : { history: held, until: settled.until };
    return new History(definition, archive, heldBack, byCode.get(definition.code) ?? null, before);
  });
  return histories.filter(({ dates }) => dates.length > 0);
}

/**
 * Of each contributor with a figure in quarantine, its history as if only what is held by name were left out.
 * @param histories without the figures in quarantine; where the rows are the same, their fixings are used again
 */
export function spokenHistories(
  { holdings, heldBack }: Pick<ArchiveState, 'holdings' | 'heldBack'>,
  histories: readonly History[],
): readonly History[] {
  const byCode = new Map<string, History>(histories.map((history) => [history.provider, history]));
  return holdings.flatMap((holding) => {
    const { definition, archive } = holding;
    if (exclusionOf(definition) !== null || !archive.rows.some((row) => heldBack.has(row))) return [];
    const byName = new Set(splitHeld(holding).held.map(({ row }) => row));
    return [new History(definition, archive, byName, byCode.get(definition.code) ?? null)];
  });
}

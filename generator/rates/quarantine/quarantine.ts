/**
 * Well-formed figures that contradict the market: a unit that changed under an unchanged header, a spike, a rate that
 * nobody else sees. They are kept in the archive but left out of the tree until a person accepts them or another
 * provider confirms them. Pure, and worked out again whenever a figure that it depends on changes, so a witness that
 * arrives later sets a figure free.
 */
import type { Holding } from '../../sources/archive/archive.ts';
import { holdsBack, toReason } from '../../sources/archive/holds.ts';
import { type ArchiveRow, isWithdrawn, onDays, rowKey } from '../../sources/archive/rows.ts';
import type { Span } from '../../sources/archive/spans.ts';
import type { ProviderFacts } from '../../sources/feeds/provider.ts';
import { addDays } from '../../wire/words/calendar.ts';
import { Copies } from './copies.ts';
import { ALL_DAYS, type Judgement, judgeProvider, type Scope, type SeriesLevel, stillCounting } from './judge.ts';
import type { Quarantined } from './list.ts';
import { relistedIn } from './relisted.ts';
import type { Renewal } from './renewal.ts';
import { DAYS_AFTER, DAYS_BEFORE } from './steps.ts';
import { Witnesses } from './witnesses.ts';

/** In the order of the holdings and of the rows in each. */
export function toQuarantined(holdings: readonly Holding[], renewals: readonly Renewal[] = []): readonly Quarantined[] {
  return judgeDays(holdings, { ...ALL_DAYS, renewals }).held;
}

/**
 * @param holdings their rows on the days to judge, and near them
 * @param isJudged whether a provider's figures are judged; all of them are asked about the others
 */
export function judgeDays(
  holdings: readonly Holding[],
  days: Scope,
  isJudged: (definition: ProviderFacts) => boolean = () => true,
): Judgement {
  const { span, before } = days;
  const split = holdings.map((holding) => splitKnown(holding, aboutSpan(span)));
  const free = split.map((one) => one.free);
  const near = free.map((one) => ({ ...one, archive: onDays(one.archive, aboutSpan(span)) }));
  const witnesses = new Witnesses(near, new Copies(free));
  const isOurs = ({ row: { date } }: Quarantined) => span.from <= date && date <= span.to;
  const after = new Map<string, SeriesLevel>(stillCounting(before, span.to));
  const held = split.flatMap(({ free: own, held: known }) => {
    if (!isJudged(own.definition)) return [];
    const judgement = judgeProvider(own, witnesses, days);
    for (const [series, level] of judgement.after) after.set(series, level);
    return [...known.filter(isOurs), ...judgement.held];
  });
  return { held, after };
}

/** Others are asked about the days near a figure only. */
function aboutSpan({ from, to }: Span): Span {
  return { from: addDays(from, -DAYS_BEFORE), to: addDays(to, DAYS_AFTER) };
}

/**
 * Whether the figure is among those that `PROVIDER`, `PROVIDER/CODE`, `PROVIDER/DATE` or `PROVIDER/DATE/CODE` names.
 */
export function isSelected({ provider, row }: Quarantined, text: string): boolean {
  const [code, ...parts] = text.split('/');
  return code === provider && parts.every((part) => [row.date, row.base, row.quote].some((own) => own === part));
}

interface Split {
  /** The rows that are judged one by one. */
  readonly free: Holding;
  readonly held: readonly Quarantined[];
}

/**
 * Takes out of a holding the rows that a person holds by name: they are no past for later figures, and are no
 * witnesses. A withdrawal states nothing and is never held.
 */
function splitHeld(holding: Holding): Split {
  const { definition, archive, holds } = holding;
  if (holds.length === 0) return { free: holding, held: [] };
  const free: ArchiveRow[] = [];
  const held: Quarantined[] = [];
  for (const row of archive.rows) {
    const hold = isWithdrawn(row) ? undefined : holds.findLast((one) => holdsBack(one, row));
    if (hold === undefined) free.push(row);
    else held.push({ provider: definition.code, row, reason: toReason(hold) });
  }
  return { free: { ...holding, archive: { ...archive, rows: free } }, held };
}

/** Takes out what a person holds, and the lists of those days that are older ones under a new date. */
export function splitKnown(holding: Holding, days: Span): Split {
  const { free, held } = splitHeld(holding);
  const { definition, archive, accepted } = free;
  const relisted = relistedIn(archive, days).filter(({ rows }) => !rows.some((row) => accepted.has(rowKey(row))));
  if (relisted.length === 0) return { free, held };
  const out = new Set(relisted.flatMap(({ rows }) => rows));
  const doubts = relisted.flatMap(({ original, rows }) => {
    const reason = `all ${rows.length} figures of its list are those of ${original}`;
    return rows.map((row) => ({ provider: definition.code, row, reason }));
  });
  const rest = archive.rows.filter((row) => !out.has(row));
  return { free: { ...free, archive: { ...archive, rows: rest } }, held: [...held, ...doubts] };
}

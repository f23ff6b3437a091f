/** Reads the rows that lie after the days at hand, for the few figures whose judgement needs them. */
import { holdsBack, holdsUntil } from '../../sources/archive/holds.ts';
import { type ArchiveRow, isWithdrawn } from '../../sources/archive/rows.ts';
import { DAYS_AFTER, type Span } from '../../sources/archive/spans.ts';
import { addDays, parseIsoDate } from '../../wire/words/calendar.ts';
import { getOrInsert } from '../../wire/words/order.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { type Beyond, type Statements, seriesOf } from '../quarantine/judge.ts';
import type { Lookup } from './span-state.ts';
import type { Source } from './walk-sources.ts';

const END = parseIsoDate('9999-12-31');

/**
 * Holds on to what was read last, because the series of a provider are judged one after another.
 * @param asOf only rows that had been seen by that instant; null: all
 * @param lookups notes what was asked
 */
export function beyond(sources: readonly Source[], span: Span, asOf: string | null, lookups: Lookup[]): Beyond {
  const byCode = new Map(sources.map((source) => [source.definition.code, source]));
  const from = addDays(span.to, DAYS_AFTER + 1);
  let held: { readonly provider: string; readonly until: IsoDate; readonly series: Series } | null = null;
  const seriesUntil = (provider: string, until: IsoDate): Series => {
    if (held?.provider !== provider || held.until !== until)
      held = { provider, until, series: toSeriesOf(rowsOf(byCode.get(provider), asOf, from, until)) };
    return held.series;
  };
  const note = (provider: string, series: string, until: IsoDate, seen: string) => {
    const [pair = ''] = series.split(' ');
    lookups.push({ provider, pair: `,${pair.replace('/', ',')},`, from, until, seen });
  };
  return {
    next(provider, series) {
      const found = firstOf(rowsOf(byCode.get(provider), asOf, from, END), series);
      note(provider, series, found?.date ?? END, '');
      return found;
    },
    known(provider, series, until, seen) {
      const rows = seriesUntil(provider, until).get(series) ?? [];
      const found = rows.find((row) => row.seen < seen && !isWithdrawn(row));
      note(provider, series, found?.date ?? until, seen);
      return found;
    },
  };
}

type Series = ReadonlyMap<string, readonly ArchiveRow[]>;

function toSeriesOf(rows: Rows): Series {
  const series = new Map<string, ArchiveRow[]>();
  for (const { row, key } of rows) getOrInsert(series, key, () => []).push(row);
  return series;
}

function firstOf(rows: Rows, series: string): Statements | undefined {
  let found: Statements | undefined;
  for (const { row, key } of rows) {
    if (found !== undefined && row.date > found.date) break;
    if (key !== series) continue;
    found ??= { date: row.date, rows: [] };
    found.rows.push(row);
  }
  return found;
}

type Rows = Iterable<{ readonly row: ArchiveRow; readonly key: string }>;

/** Leaves out rows that are held by name: no other figure is compared with them, earlier or later. */
function* rowsOf(source: Source | undefined, asOf: string | null, from: IsoDate, until: IsoDate) {
  if (source === undefined) return;
  const { window, holdRows } = source;
  const holds = holdsUntil(holdRows, asOf);
  for (const row of window.beyond({ from, to: until })) {
    if ((asOf !== null && row.seen > asOf) || holds.some((hold) => holdsBack(hold, row))) continue;
    yield { row, key: seriesOf(row) };
  }
}

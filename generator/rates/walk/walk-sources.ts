/**
 * What a walk is told, and what it opens: the providers that an archive has rows of. The few figures whose judgement
 * needs rows after the days at hand read them here.
 */
import { listArchive } from '../../sources/archive/archive.ts';
import { readAcceptances } from '../../sources/archive/confirmed.ts';
import { type HoldRow, holdsBack, holdsUntil, readHoldRows } from '../../sources/archive/holds.ts';
import { type ArchiveRow, isWithdrawn } from '../../sources/archive/rows.ts';
import { DAYS_AFTER, type Span, spansBetween } from '../../sources/archive/spans.ts';
import { ArchiveWindow } from '../../sources/archive/window.ts';
import type { CurrencyFacts } from '../../sources/facts/currencies.ts';
import type { KnownFigures } from '../../sources/facts/known-figures.ts';
import type { Peg } from '../../sources/facts/pegs.ts';
import type { ProviderFacts } from '../../sources/feeds/provider.ts';
import { addDays, laterOf, parseIsoDate } from '../../wire/words/calendar.ts';
import { getOrInsert } from '../../wire/words/order.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { madeOn } from '../blend/fixing.ts';
import { type Beyond, type Statements, seriesOf } from '../quarantine/judge.ts';
import type { Lookup } from './span-state.ts';

export interface WalkOptions {
  readonly archiveDir: string;
  readonly definitions: readonly ProviderFacts[];
  /** Codes of providers whose folders are not read, because whoever runs the program excludes them; absent: none. */
  readonly leftOut?: ReadonlySet<string>;
  /** Only what was known at that instant; null: all. */
  readonly asOf: string | null;
  readonly currencies: readonly CurrencyFacts[];
  readonly pegs: readonly Peg[];
  /** Figures known to be right, which quarantine lets in; absent: none. */
  readonly known?: KnownFigures;
}

/** One provider of the archive. */
export interface Source {
  readonly definition: ProviderFacts;
  readonly window: ArchiveWindow;
  /** When each row was accepted, by the row's key. */
  readonly acceptances: ReadonlyMap<string, string>;
  /** Every line about holds. */
  readonly holdRows: readonly HoldRow[];
}

interface Sources {
  readonly sources: readonly Source[];
  /** One line for each folder of the archive without an adapter. */
  readonly unknown: readonly string[];
}

export async function readSources({ archiveDir, definitions, leftOut, asOf }: WalkOptions): Promise<Sources> {
  const byCode = new Map(definitions.map((definition) => [definition.code, definition]));
  const sources: Source[] = [];
  const unknown: string[] = [];
  for (const code of await listArchive(archiveDir)) {
    if (leftOut?.has(code) === true) continue;
    const definition = byCode.get(code);
    if (definition === undefined) {
      unknown.push(`${code}: no adapter has this name, so its archive is left out`);
      continue;
    }
    const acceptances = await readAcceptances(archiveDir, code);
    const holdRows = await readHoldRows(archiveDir, code);
    sources.push({ definition, window: new ArchiveWindow(archiveDir, code, asOf), acceptances, holdRows });
  }
  return { sources, unknown };
}

/** Every half month from the day on which the first row was made to the last row or the newest fetch. */
export function spansOf(sources: readonly Source[], newestFetch: IsoDate | null): readonly Span[] {
  const firsts = sources.flatMap(firstMade).sort();
  const lasts = sources.flatMap(({ window }) => window.lastDate() ?? []).sort();
  const [first, last] = [firsts[0], lasts.at(-1)];
  return first === undefined || last === undefined ? [] : [...spansBetween(first, laterOf(last, newestFetch ?? last))];
}

function firstMade({ definition, window }: Source): readonly IsoDate[] {
  const first = window.firstDate();
  return first === null ? [] : [madeOn(definition, first)];
}

/** The UTC day of the newest fetch up to an instant; null for an archive without documents. */
export function newestFetch(sources: readonly Source[], until: string | null): IsoDate | null {
  const fetched = sources.flatMap(({ window }) => window.newestDocument(until)?.fetched ?? []);
  const newest = fetched.sort().at(-1);
  return newest === undefined ? null : parseIsoDate(newest.slice(0, 10));
}

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

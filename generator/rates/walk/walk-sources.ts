/** What a walk is told, and what it opens: the providers that an archive has rows of. */

import { listArchive } from '../../sources/archive/archive.ts';
import { readAcceptances } from '../../sources/archive/confirmed.ts';
import { type HoldRow, readHoldRows } from '../../sources/archive/holds.ts';
import { type Span, spansBetween } from '../../sources/archive/spans.ts';
import { ArchiveWindow } from '../../sources/archive/window.ts';
import type { CurrencyFacts } from '../../sources/facts/currencies.ts';
import type { KnownFigures } from '../../sources/facts/known-figures.ts';
import type { Peg } from '../../sources/facts/pegs.ts';
import type { ProviderFacts } from '../../sources/feeds/provider.ts';
import { laterOf, parseIsoDate } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { madeOn } from '../blend/fixing.ts';

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

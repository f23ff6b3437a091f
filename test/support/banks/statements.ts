/** Documents of one table written as short lines, and the archive into which they are merged. */

import type { ProviderArchive } from '../../../generator/sources/archive/rows.ts';
import { type Statement, toMerged } from '../../../generator/sources/collect/merge.ts';
import { parseIsoDate } from '../../../generator/wire/words/calendar.ts';
import { archive } from './archives.ts';

export const EMPTY: ProviderArchive = { provider: 'NBP', rows: [], documents: new Map() };

export interface Told {
  readonly seen: string;
  readonly lines: readonly string[];
  readonly table?: string;
  readonly partial?: boolean;
  readonly yields?: boolean;
  readonly url?: string;
  readonly skipped?: readonly string[];
  readonly covered?: readonly [string, string];
}

/** A document of one table, seen at noon of a day, with lines like those of `archive`. */
export function statement(told: Told): Statement {
  const { seen, lines, table = 'A', partial = false, yields = false, skipped = [], covered } = told;
  const { url = 'https://example.org/' } = told;
  const observations = archive('NBP', lines).rows;
  const left = archive('NBP', skipped).rows;
  const dates = [...observations, ...left].map(({ date }) => date).sort();
  const [from, to] = covered ?? [dates[0] ?? '', dates.at(-1) ?? ''];
  const id = Buffer.from(`${table}${seen}`).toString('hex').padEnd(12, '0').slice(-12);
  const fetched = `${seen}T12:00:00Z`;
  const document = { document: id, table, url, sha256: id.repeat(6).slice(0, 64), fetched };
  return {
    document,
    seen: fetched,
    partial,
    yields,
    observations,
    skipped: left,
    covered: { from: parseIsoDate(from), to: parseIsoDate(to) },
  };
}

export function merged(...told: readonly Told[]): ProviderArchive {
  return told.reduce((held, each) => toMerged(held, statement(each)).archive, EMPTY);
}

/** A document of table A, seen on a day of March 2026. Each line begins with its day of March. */
export const A = (seen: string, ...lines: string[]): Told => ({
  seen: `2026-03-${seen}`,
  lines: lines.map((line) => `2026-03-${line}`),
});
/** The same, of table C. */
export const C = (seen: string, ...lines: string[]): Told => ({ ...A(seen, ...lines), table: 'C' });

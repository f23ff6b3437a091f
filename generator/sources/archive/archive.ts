/**
 * The archive: every figure as published, with its document and the time it was seen. It is text that a diff can read,
 * and it only grows: a correction is one more row.
 */

import { join } from 'node:path';
import { listFolder, replaceFile } from '../../kit/files.ts';
import { GLOBAL } from '../../wire/words/schemas.ts';
import type { ProviderFacts } from '../feeds/provider.ts';
import { readDocuments } from './documents.ts';
import type { Hold, HoldRow } from './holds.ts';
import type { ArchiveRow, ProviderArchive } from './rows.ts';
import { type Listed, YearFile, yearsIn, yearText } from './year-file.ts';

/**
 * A provider without a folder has an empty archive.
 * @throws InputError naming file and line of what was damaged or edited
 */
export async function readArchive(dir: string, provider: string): Promise<ProviderArchive> {
  const documents = await readDocuments(dir, provider);
  const rows = await readRows(dir, provider, documents, { from: '0000', to: '9999' });
  return { provider, rows, documents };
}

/**
 * The rows of a span of years, both ends included.
 * @throws InputError naming file and line of what was damaged or edited
 */
export async function readRows(
  dir: string,
  provider: string,
  documents: Listed,
  years: { readonly from: string; readonly to: string },
): Promise<readonly ArchiveRow[]> {
  const folder = join(dir, provider);
  const rows: ArchiveRow[] = [];
  for (const year of yearsIn(folder)) {
    if (year < years.from || year > years.to) continue;
    for (const row of new YearFile(join(folder, `${year}.csv`)).rows(documents)) rows.push(row);
  }
  return rows;
}

/**
 * The codes of the providers that have a folder in the archive, sorted. The folder `GLOBAL` has holds and no figures.
 */
export async function listArchive(dir: string): Promise<readonly string[]> {
  return (await listFolder(dir)).filter((name) => /^[A-Z]{2,12}$/.test(name) && name !== GLOBAL).sort();
}

/** Writes the years that `added` touches. @param archive all rows of these years, with the added ones in them */
export async function writeRows(
  dir: string,
  { provider, rows }: ProviderArchive,
  added: readonly ArchiveRow[],
): Promise<void> {
  const years = new Map<string, ArchiveRow[]>(added.map(({ date }) => [date.slice(0, 4), []]));
  for (const row of rows) years.get(row.date.slice(0, 4))?.push(row);
  for (const [year, own] of years) await replaceFile(join(dir, provider, `${year}.csv`), yearText(own));
}

// What the archive holds of a provider that has an adapter, as it was at an instant.

export interface Holding {
  readonly definition: ProviderFacts;
  readonly archive: ProviderArchive;
  /** The keys of the rows that a person has accepted. */
  readonly accepted: ReadonlySet<string>;
  /** What a person keeps out of the tree by name. */
  readonly holds: readonly Hold[];
}

export interface DatedHolding extends Holding {
  /** When each row was accepted, by the row's key, including acceptances after the instant. */
  readonly acceptances: ReadonlyMap<string, string>;
  /** Every line about holds, including those after the instant. */
  readonly holdRows: readonly HoldRow[];
}

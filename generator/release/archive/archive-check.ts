/**
 * Reads files of an archive from the first line to the last before they are kept: a store never forgets, and a damaged
 * file in it would end every later night on every machine.
 */
import { join } from 'node:path';
import { groupBy } from '../../kit/items.ts';
import { readReleases, readRevisions } from '../../rates/corrections/release-ledger.ts';
import { readRows } from '../../sources/archive/archive.ts';
import { readAsked } from '../../sources/archive/asked.ts';
import { readAcceptances, readRedenominations } from '../../sources/archive/confirmed.ts';
import { DOCUMENTS, Documents } from '../../sources/archive/documents.ts';
import { readHoldRows } from '../../sources/archive/holds.ts';
import { readLedger } from '../../sources/archive/ledger.ts';
import { GLOBAL } from '../../wire/words/schemas.ts';
import { isLedger } from './archive-list.ts';

const DOCUMENTS_FILE = /\/documents(-\d{4})?\.csv$/;

/** @param paths below the archive. @throws InputError naming the first file that is damaged, and its line */
export async function refuseDamaged(dir: string, paths: Iterable<string>): Promise<void> {
  for (const [folder, own] of groupBy([...paths], (path) => path.split('/').slice(0, -1).join())) {
    const isOfReleases = folder === '';
    if (own.some(isLedger)) await (isOfReleases ? readAllReleases(dir) : readLedgers(dir, folder));
    if (!isOfReleases && own.some((path) => !isLedger(path))) await readFigures(dir, folder, own);
  }
}

async function readAllReleases(dir: string): Promise<void> {
  await readReleases(dir, null);
  await readRevisions(dir);
}

async function readLedgers(dir: string, provider: string): Promise<void> {
  await readAcceptances(dir, provider);
  await readHoldRows(dir, provider);
  await readAsked(dir, provider);
  if (provider === GLOBAL) await readRedenominations(dir);
}

async function readFigures(dir: string, provider: string, paths: readonly string[]): Promise<void> {
  for (const path of paths.filter((one) => DOCUMENTS_FILE.test(one))) await readLedger(join(dir, path), DOCUMENTS);
  const listed = new Documents(join(dir, provider));
  for (const year of yearsOf(paths)) await readRows(dir, provider, listed, { from: year, to: year });
}

/** The years whose figures are in the files. */
export function yearsOf(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => /\/(\d{4})\.csv$/.exec(path)?.[1] ?? []);
}

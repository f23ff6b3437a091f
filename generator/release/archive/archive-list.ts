/**
 * The list of an archive's files, each with its hash, as the store keeps it beside a release.
 */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { groupBy } from '../../kit/items.ts';
import { KnownFiles, type ListedFile } from '../../kit/known-files.ts';
import { readReleases, readRevisions } from '../../rates/corrections/release-ledger.ts';
import { readRows } from '../../sources/archive/archive.ts';
import { readAcceptances, readRedenominations } from '../../sources/archive/confirmed.ts';
import { DOCUMENTS, Documents } from '../../sources/archive/documents.ts';
import { readHoldRows } from '../../sources/archive/holds.ts';
import { readAsked, readLedger } from '../../sources/archive/ledger.ts';
import { count, hash } from '../../wire/release/manifest.ts';
import { hashOf } from '../../wire/words/hash.ts';
import { compareTexts } from '../../wire/words/order.ts';
import { GLOBAL } from '../../wire/words/schemas.ts';

/** The files of an archive that a release is made from, by their path below it. */
const ARCHIVE_FILE =
  /^([A-Z]{2,12}\/(\d{4}|documents(-\d{4})?|accepted|holds|redenominations|asked-\d{4})|releases|revisions-\d{4}-\d{2})\.csv$/;
/** Files that hold no figures, only lines that are added to. */
export const isLedger = (path: string) => !/\/(\d{4}|documents(-\d{4})?)\.csv$/.test(path);
/** What is noted of releases after they were made. */
export const isOfReleases = (path: string) => !path.includes('/');

export const archiveList = z.strictObject({
  format: z.literal('ratetree-archive-1'),
  /** Path below the archive, SHA-256 and size in bytes, in path order. */
  files: z.array(z.tuple([z.string().regex(ARCHIVE_FILE), hash, count]).readonly()).readonly(),
});
export type ArchiveList = z.infer<typeof archiveList>;

export interface LocalArchive {
  /** SHA-256 of the list's text. */
  readonly hash: string;
  readonly text: string;
  readonly list: ArchiveList;
}

/** @param hashes those of this run, if it lists the archive more than once */
export async function readArchiveOf(dir: string, hashes: KnownFiles = new KnownFiles(dir)): Promise<LocalArchive> {
  const entries = readdirSync(dir, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() && /^[A-Z]{2,12}$/.test(entry.name));
  const loose = entries.filter((entry) => !entry.isDirectory() && ARCHIVE_FILE.test(entry.name));
  const files = [
    ...folders.flatMap(({ name }) => hashes.filesIn(name, ARCHIVE_FILE)),
    ...loose.map(({ name }) => hashes.of(name)),
  ];
  await hashes.save();
  const held = files.filter(([, , bytes]) => bytes > 0).sort(([left], [right]) => compareTexts(left, right));
  const text = listText(held);
  return { hash: hashOf(text), text, list: { format: 'ratetree-archive-1', files: held } };
}

/** @param files in path order */
export function listText(files: readonly ListedFile[]): string {
  return `${JSON.stringify({ format: 'ratetree-archive-1', files } satisfies ArchiveList)}\n`;
}

/** Digest of the archive without what was noted about releases: a tree's dates are made from the rest. */
export function figuresOf({ files }: ArchiveList): string {
  return hashOf(JSON.stringify(files.filter(([path]) => !isOfReleases(path))));
}

// Reads files of an archive from the first line to the last before they are kept: a store never forgets, and a
// damaged file in it would end every later night on every machine.

const DOCUMENTS_FILE = /\/documents(-\d{4})?\.csv$/;

/** @param paths below the archive. @throws InputError naming the first file that is damaged, and its line */
export async function refuseDamaged(dir: string, paths: Iterable<string>): Promise<void> {
  for (const [folder, own] of groupBy([...paths], (path) => path.split('/').slice(0, -1).join())) {
    const isProvider = folder !== '';
    if (own.some(isLedger)) await (isProvider ? readLedgers(dir, folder) : readAllReleases(dir));
    if (isProvider && own.some((path) => !isLedger(path))) await readFigures(dir, folder, own);
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

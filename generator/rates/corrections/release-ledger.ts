/**
 * What the archive knows about its own releases. `releases.csv` has a line for each release, with the instant up to
 * which it contains everything that had been seen. `revisions-<MONTH>.csv` has the lines of v1/corrections.csv about
 * the figures of GLOBAL that each release stated differently from the one before. They follow from `releases.csv` and
 * the archive's rows, and are kept to spare a night the work of all earlier nights.
 */

import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { listFolder } from '../../kit/files.ts';
import { appendToLedger, instantCell, type Ledger, mergeIntoLedger, readLedger } from '../../sources/archive/ledger.ts';
import { INSTANT } from '../../sources/archive/year-file.ts';
import { releaseId } from '../../wire/release/manifest.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { compareTexts } from '../../wire/words/order.ts';

/** The columns of v1/corrections.csv. */
export const CORRECTION_COLUMNS = [
  'provider',
  'date',
  'base',
  'quote',
  'side',
  'oldPer',
  'old',
  'newPer',
  'new',
  'seen',
  'cause',
] as const;
export type Correction = Readonly<Record<(typeof CORRECTION_COLUMNS)[number], string>>;

const RELEASES_FILE = 'releases.csv';
const REVISIONS_FILE = /^revisions-\d{4}-\d{2}\.csv$/;
const REVISIONS_HEADER = CORRECTION_COLUMNS.join();

const release = z.object({
  /** The release contains everything that was seen up to this instant, and nothing that was seen later. */
  time: instantCell,
  release: releaseId,
  /** The method by which GLOBAL was made; '' where it was not recorded. */
  method: z.string().regex(/^[\w.-]*$/, 'is not the name of a method'),
  /** How many lines the release added to the revisions. */
  revisions: z.string().regex(/^\d+$/, 'is not a number'),
});
export type Release = z.infer<typeof release>;

const LEDGER: Ledger<Release> = { columns: ['time', 'release', 'method', 'revisions'], row: release };

/** A line of v1/corrections.csv about GLOBAL, without its line end. */
export interface RevisionLine {
  readonly text: string;
  readonly date: string;
  readonly currency: string;
  /** The new figure; '' if it is gone. */
  readonly now: string;
  readonly seen: string;
}

const LINE = new RegExp(
  String.raw`^GLOBAL,((?:\d{4}-\d\d-\d\d)?),EUR,((?:[A-Z]{3})?),mid,1?,[^,"]*,1?,([^,"]*),(${INSTANT}),(?:[^",]+|"[^"]+")$`,
);

/**
 * Oldest first. @param asOf only releases up to that instant; null: all. @throws InputError naming file, line and
 * column
 */
export async function readReleases(dir: string, asOf: string | null): Promise<readonly Release[]> {
  const releases = await readLedger(join(dir, RELEASES_FILE), LEDGER);
  return releases
    .filter(({ time }) => asOf === null || time <= asOf)
    .sort((left, right) => compareTexts(left.time, right.time));
}

/** In no particular order. @throws InputError naming the file and the line */
export async function readRevisions(dir: string): Promise<readonly RevisionLine[]> {
  const lines: RevisionLine[] = [];
  for (const name of (await listFolder(dir)).filter((entry) => REVISIONS_FILE.test(entry)).sort()) {
    const [header, ...texts] = (await readFile(join(dir, name), 'utf8')).split('\n');
    if (header !== REVISIONS_HEADER || texts.pop() !== '') {
      const fault = `truncated, or its header is not ${REVISIONS_HEADER}`;
      throw new InputError(`${join(dir, name)}: ${fault}; restore the file from a copy`);
    }
    for (const [index, text] of texts.entries())
      lines.push(parseRevision(text, `${join(dir, name)}, line ${index + 2}`));
  }
  return lines;
}

/** Null if the text is not such a line. */
export function toRevisionLine(text: string): RevisionLine | null {
  const [, date, currency, now, seen] = LINE.exec(text) ?? [];
  if (date === undefined || currency === undefined || now === undefined || seen === undefined) return null;
  return { text, date, currency, now, seen };
}

function parseRevision(text: string, place: string): RevisionLine {
  const line = toRevisionLine(text);
  if (line !== null) return line;
  throw new InputError(
    `${place}: not a revision of a figure of GLOBAL: ${text.slice(0, 120)}; restore the file from a copy`,
  );
}

/**
 * Adds the release that is in force, if it is missing, and the revisions that it made.
 * @param corrections reads its v1/corrections.csv, and is called only for a missing release
 */
export async function noteRelease(
  dir: string,
  facts: Pick<Release, 'time' | 'release' | 'method'>,
  corrections: () => Promise<Buffer | null> | Buffer | null,
): Promise<void> {
  const known = await readReleases(dir, null);
  if (known.some(({ release: id }) => id === facts.release)) return;
  const after = known.findLast(({ time }) => time <= facts.time)?.time ?? '';
  const texts = ((await corrections())?.toString('utf8') ?? '')
    .split('\r\n')
    .filter((line) => line.startsWith('GLOBAL,'));
  const lines = texts.map((line) => parseRevision(line, 'v1/corrections.csv'));
  const own = lines.filter(({ seen }) => after < seen && seen <= facts.time);
  await mkdir(dir, { recursive: true });
  for (const month of new Set(own.map(({ seen }) => seen.slice(0, 7)))) {
    const added = own.filter(({ seen }) => seen.startsWith(month)).map(({ text }) => text);
    await mergeIntoLedger(join(dir, `revisions-${month}.csv`), [REVISIONS_HEADER, ...added.sort(), ''].join('\n'));
  }
  await appendToLedger(join(dir, RELEASES_FILE), LEDGER, [{ ...facts, revisions: `${own.length}` }]);
}

/** Lines of v1/corrections.csv, without their line ends. */
export function correctionLines(rows: readonly Correction[]): readonly string[] {
  if (rows.length === 0) return [];
  return stringify([...rows], { columns: [...CORRECTION_COLUMNS], eof: false }).split('\n');
}

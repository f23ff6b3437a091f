/** The figures that the package holds: whose they are, how old, and copies of them that `ratetree start` works on. */
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot, readDataFile } from '../../kit/package.ts';
import { yearsIn } from '../../sources/archive/year-file.ts';
import { parseIsoDate } from '../../wire/words/calendar.ts';
import { compareTexts } from '../../wire/words/order.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';

const EMBEDDED = join(packageRoot(), 'data', 'archive');

/** A folder that a failed `collect` or `nightly` has made holds no figure, and the embedded ones go into it. */
export function hasFigures(archive: string): boolean {
  if (!existsSync(archive)) return false;
  const folders = readdirSync(archive, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.some(({ name }) => yearsIn(join(archive, name)).length > 0);
}

/** Provider, first and last day of the embedded figures. */
function embeddedRows(): readonly (readonly string[])[] {
  const lines = readDataFile('embedded.csv').text.trimEnd().split('\n');
  return lines.slice(1).map((line) => line.split(','));
}

export function embeddedUntil(): IsoDate {
  return parseIsoDate(
    embeddedRows()
      .map(([, , to = '']) => to)
      .sort(compareTexts)
      .at(-1) ?? '',
  );
}

/** Whose the embedded figures are, and how old: `of 37 banks up to 2026-03-20 (ECB from 2016-01-04)`. */
export function embeddedText(): string {
  const rows = embeddedRows();
  const ecb = rows.find(([code]) => code === 'ECB');
  return `of ${rows.length} banks up to ${embeddedUntil()} (ECB from ${ecb?.[1] ?? 'its first day'})`;
}

export function copyEmbedded(archive: string): void {
  cpSync(EMBEDDED, archive, { recursive: true });
}

/** Without the long past of one bank, which takes most of the time. */
export function copyNewest(archive: string): void {
  const newest = embeddedUntil().slice(0, 4);
  const isNew = (file: string) => !/[/\\]ECB[/\\].*\d{4}\.csv$/.test(file) || file.includes(newest);
  cpSync(EMBEDDED, archive, { recursive: true, filter: isNew });
}

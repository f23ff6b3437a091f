/** Trees of the embedded archive: one that the test files share, and others with a test's own options. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../generator/kit/package.ts';
import { type GenerateOptions, generate } from '../../../generator/release/publish/generate.ts';
import { readCurrencies } from '../../../generator/sources/facts/currencies.ts';
import { readPegs } from '../../../generator/sources/facts/pegs.ts';
import { PROVIDERS } from '../../../generator/sources/providers/index.ts';
import { parseIsoDate } from '../../../generator/wire/words/calendar.ts';
import { freshFolder, writeLines } from '../banks/archives.ts';
import { sharedFolder, sharedTree } from './shared.ts';

/** The archive as it is in the package. */
export const WHOLE_EMBEDDED = join(packageRoot(), 'data', 'archive');

/** Its weeks of March without the ten years of the ECB before them, which would make each tree six times as large. */
export const EMBEDDED = sharedFolder('embedded-weeks', (folder) => {
  const isBefore = (file: string) => /ECB.(?:20(?:1\d|2[0-5])|documents-2020)\.csv$/.test(file);
  cpSync(WHOLE_EMBEDDED, folder, { recursive: true, filter: (file) => !isBefore(file) });
  const ofYear = join(folder, 'ECB', '2026.csv');
  const [head, ...rows] = readFileSync(ofYear, 'utf8').split('\n');
  const kept = rows.filter((row) => row === '' || row >= '2026-03-02');
  writeFileSync(ofYear, [head, ...kept].join('\n'));
});

/** The last day of the embedded archive, which tests take as today. */
export const EMBEDDED_UNTIL = '2026-03-20';
/** Noon of that day, for the clock of a gateway over the tree. */
export const EMBEDDED_NOON_MS = Date.parse(`${EMBEDDED_UNTIL}T12:00:00Z`);

/**
 * An archive of four banks for tests that generate more than once. Between them the four have bid and ask, a monthly
 * list, dates ahead and figures per hundred. Three are those of the embedded archive, which has no monthly list.
 */
export async function archiveOfFourBanks(): Promise<string> {
  const archive = freshFolder();
  for (const bank of ['BNM', 'CBR', 'ECB']) {
    cpSync(join(EMBEDDED, bank), join(archive, bank), { recursive: true });
  }
  await writeMonthlyList(archive);
  return archive;
}

export function writeMonthlyList(archive: string): Promise<void> {
  return writeLines(archive, 'HMRC', ['2026-03-01 GBP/USD 1.3512', '2026-03-01 GBP/EUR 1.1471']);
}

/** Returns the folder of the whole tree as of its last day, which tests read and do not write to. */
export function embeddedTree(): Promise<string> {
  return sharedTree('embedded-tree', (outDir) => generateEmbedded(outDir));
}

export function generateEmbedded(outDir: string, more: Partial<GenerateOptions> = {}) {
  return generate({
    archiveDir: EMBEDDED,
    outDir,
    date: parseIsoDate(EMBEDDED_UNTIL),
    definitions: PROVIDERS,
    currencies: readCurrencies(),
    pegs: readPegs(),
    ...more,
  });
}

/** Trees of the embedded archive: one that the test files share, and others with a test's own options. */
import { cpSync, existsSync, mkdtempSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCurrencies } from '../../../generator/facts/currencies.ts';
import { readPegs } from '../../../generator/facts/pegs.ts';
import { packageRoot } from '../../../generator/kit/package.ts';
import { PROVIDERS } from '../../../generator/providers/index.ts';
import { type GenerateOptions, generate } from '../../../generator/tree/generate.ts';
import { parseIsoDate } from '../../../generator/wire/calendar.ts';
import { freshFolder } from '../banks/archives.ts';

export const EMBEDDED = join(packageRoot(), 'data', 'archive');

/**
 * Copies four banks of the embedded archive into a folder of their own, for tests that generate more than once. Between
 * them the four have bid and ask, a monthly list, dates ahead and figures per hundred.
 */
export function archiveOfFourBanks(): string {
  const archive = freshFolder();
  for (const bank of ['CBR', 'ECB', 'HMRC', 'TCMB']) {
    cpSync(join(EMBEDDED, bank), join(archive, bank), { recursive: true });
  }
  return archive;
}

/**
 * Returns the folder of the whole tree as of 2026-03-13, which tests read and do not write to. The first test file of a
 * run that asks for it generates it. test/support/kit/temporary.ts deletes it with everything else that the run wrote.
 */
export async function embeddedTree(): Promise<string> {
  const shared = join(tmpdir(), 'embedded-tree');
  if (existsSync(shared)) return shared;
  const made = mkdtempSync(`${shared}-`);
  await generateEmbedded(made);
  try {
    renameSync(made, shared);
  } catch (error) {
    // Another worker has asked at the same time, and its tree, which is the same, is there already.
    if (!existsSync(shared)) throw error;
  }
  return shared;
}

export function generateEmbedded(outDir: string, more: Partial<GenerateOptions> = {}) {
  return generate({
    archiveDir: EMBEDDED,
    outDir,
    date: parseIsoDate('2026-03-13'),
    definitions: PROVIDERS,
    currencies: readCurrencies(),
    pegs: readPegs(),
    ...more,
  });
}

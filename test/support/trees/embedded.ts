/** Generates the tree of the embedded archive. */
import { join } from 'node:path';
import { readCurrencies } from '../../../generator/facts/currencies.ts';
import { readPegs } from '../../../generator/facts/pegs.ts';
import { packageRoot } from '../../../generator/kit/package.ts';
import { PROVIDERS } from '../../../generator/providers/index.ts';
import { type GenerateOptions, generate } from '../../../generator/tree/generate.ts';
import { parseIsoDate } from '../../../generator/wire/calendar.ts';

export const EMBEDDED = join(packageRoot(), 'data', 'archive');

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

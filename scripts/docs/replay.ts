/**
 * Writes the tables of docs/replay.md from data/replay.csv and the cases of the replay.
 * npm run build && node build/scripts/docs/replay.js
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../generator/kit/package.ts';
import { readRecords } from '../audit/csv.ts';
import { casesText, recordedText, resultsText } from '../audit/replay/page.ts';
import { replaceBlock } from './page-block.ts';

const page = join(packageRoot(), 'docs', 'replay.md');
const rows = readRecords(join(packageRoot(), 'data', 'replay.csv'));
const blocks = [
  ['cases', casesText()],
  ['results', resultsText(rows)],
  ['recorded', recordedText(rows)],
] as const;
const text = blocks.reduce((before, [name, block]) => replaceBlock(before, name, block), readFileSync(page, 'utf8'));
writeFileSync(page, text);

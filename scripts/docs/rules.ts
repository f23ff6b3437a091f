/**
 * Writes the table of rules in docs/rules.md from data/rules.csv.
 * npm run build && node build/scripts/docs/rules.js
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../generator/kit/package.ts';
import { readRules } from '../../generator/sources/facts/rules.ts';
import { replaceBlock } from './page-block.ts';
import { rulesTable } from './rules-text.ts';

const page = join(packageRoot(), 'docs', 'rules.md');
writeFileSync(page, replaceBlock(readFileSync(page, 'utf8'), 'rules', rulesTable(readRules())));

/**
 * Writes the tables of docs/integrations.md and docs/rules.md from data/clients.csv and data/rules.csv.
 * npm run build && node build/scripts/docs/tables.js
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../generator/kit/package.ts';
import { readRules } from '../../generator/sources/facts/rules.ts';
import { replaceBlock } from './page-block.ts';
import { clientsTable, readClients, rulesTable } from './tables-text.ts';

const tables = [
  ['integrations.md', 'clients', clientsTable(readClients())],
  ['rules.md', 'rules', rulesTable(readRules())],
] as const;

for (const [name, block, table] of tables) {
  const page = join(packageRoot(), 'docs', name);
  writeFileSync(page, replaceBlock(readFileSync(page, 'utf8'), block, table));
}

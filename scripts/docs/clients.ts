/**
 * Writes the table of clients in docs/integrations.md from data/clients.csv.
 * npm run build && node build/scripts/docs/clients.js
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../generator/kit/package.ts';
import { clientsTable, readClients } from './clients-text.ts';
import { replaceBlock } from './page-block.ts';

const page = join(packageRoot(), 'docs', 'integrations.md');
writeFileSync(page, replaceBlock(readFileSync(page, 'utf8'), 'clients', clientsTable(readClients())));

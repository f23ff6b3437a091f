/**
 * Writes the table of docs/catalogue.md, from the adapters and the embedded archive.
 * node build/scripts/docs/catalogue.js
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listArchive } from '../../generator/archive/archive.ts';
import { packageRoot } from '../../generator/kit/package.ts';
import { PROVIDERS } from '../../generator/providers/index.ts';
import { catalogueText } from './catalogue-text.ts';
import { replaceBlock } from './page-block.ts';

const page = join(packageRoot(), 'docs', 'catalogue.md');
const embedded = new Set(await listArchive(join(packageRoot(), 'data', 'archive')));
writeFileSync(page, replaceBlock(readFileSync(page, 'utf8'), 'catalogue', catalogueText(PROVIDERS, embedded)));

/**
 * docs/global.md: the figure made by hand, from the tree of the embedded archive.
 * node build/scripts/worked-example.js TREE
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../generator/root.ts';
import { replaceBlock } from './audit/page-block.ts';
import { workedExample } from './audit/worked-example.ts';

const [tree = 'dist'] = process.argv.slice(2);
const page = join(packageRoot(), 'docs', 'global.md');
const example = workedExample((path) => readFileSync(join(tree, path), 'utf8'));
writeFileSync(page, replaceBlock(readFileSync(page, 'utf8'), 'worked example', example));

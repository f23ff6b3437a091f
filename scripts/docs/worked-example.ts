/**
 * Writes the worked example in docs/global.md, from the tree of the embedded archive.
 * node build/scripts/docs/worked-example.js TREE
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../generator/kit/package.ts';
import { replaceBlock } from './page-block.ts';
import { workedExample } from './worked-example-text.ts';

const [tree = 'dist'] = process.argv.slice(2);
const page = join(packageRoot(), 'docs', 'global.md');
const example = workedExample((path) => readFileSync(join(tree, path), 'utf8'));
writeFileSync(page, replaceBlock(readFileSync(page, 'utf8'), 'worked example', example));

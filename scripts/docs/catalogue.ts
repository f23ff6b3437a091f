/**
 * Writes what follows from the adapters in generator/sources/providers: their list all.ts, the tables of docs/catalogue.md, and
 * the count in README.md.
 * npm run build && node build/scripts/docs/catalogue.js
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../generator/kit/package.ts';
import { classesOf, readLicences } from '../../generator/sources/facts/licences.ts';
import type { ProviderDefinition } from '../../generator/sources/feeds/provider.ts';
import { adapterNames, catalogueText, listText, withCount } from './catalogue-text.ts';
import { replaceBlock } from './page-block.ts';

const root = packageRoot();
const names = adapterNames(root);
// A new adapter is compiled, but in no list yet.
const adapters: Record<string, ProviderDefinition>[] = await Promise.all(
  names.map((name) => import(`../../generator/sources/providers/${name}.js`)),
);
const definitions = adapters.flatMap((adapter, place) => adapter[names[place] ?? ''] ?? []);

rewrite(['generator', 'sources', 'providers', 'all.ts'], () => listText(names));
rewrite(['docs', 'catalogue.md'], (page) =>
  replaceBlock(page, 'catalogue', catalogueText(definitions, classesOf(readLicences()))),
);
rewrite(['README.md'], (page) => withCount(page, names.length));

function rewrite(path: readonly string[], toText: (text: string) => string): void {
  const file = join(root, ...path);
  writeFileSync(file, toText(readFileSync(file, 'utf8')));
}

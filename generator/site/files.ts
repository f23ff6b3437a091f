/** The files of the explorer as the build has bundled them (scripts/dev/bundle.ts). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../kit/package.ts';
import { isPageFile, PAGE } from '../wire/answers/page.ts';
import type { TreePath } from '../wire/answers/paths.ts';
import { InputError } from '../wire/words/input-error.ts';

export interface SiteFile {
  readonly path: TreePath;
  readonly bytes: Buffer;
}

/** Sorted by name. @throws InputError where the page has not been built */
export function readSite(folder = join(packageRoot(), 'build', 'page')): readonly SiteFile[] {
  const files = namesIn(folder)
    .filter(isPageFile)
    .sort()
    .map((path) => ({ path, bytes: readFileSync(join(folder, path)) }));
  if (files.some(({ path }) => path === PAGE)) return files;
  throw new InputError(`${folder} has no ${PAGE}: run npm run build, or install the package again`);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (cause) {
    throw new InputError(`${folder} cannot be read: run npm run build, or install the package again`, { cause });
  }
}

/** Where the package lies, so that its data files are found from the sources and from `build/` alike. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('no package.json above the program: the installation is incomplete');
    folder = parent;
  }
  return folder;
}

/** Of the package, as its package.json says. */
export function readVersion(): string {
  const version: unknown = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')).version;
  if (typeof version !== 'string') throw new Error('package.json names no version');
  return version;
}

/** The compiled program, as an installation starts it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../generator/kit/package.ts';

/** @param root of another copy of the package, or of another version */
export function programIn(root: string): string {
  return join(root, JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).bin.ratetree);
}

/** The same, module by module, so that a test can put another one in the place of one. */
export function modulesIn(root: string): string {
  return join(root, 'build', 'scripts', 'ratetree.js');
}

export const PROGRAM = programIn(packageRoot());

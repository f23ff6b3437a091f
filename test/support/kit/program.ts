/** The compiled program, as an installation starts it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../generator/kit/package.ts';

/** @param root of another copy of the package, or of another version */
export function programIn(root: string): string {
  return join(root, JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).bin.ratetree);
}

export const PROGRAM = programIn(packageRoot());

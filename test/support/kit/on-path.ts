/** `ratetree` as a command, as an installation puts it on the PATH. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshFolder } from '../banks/archives.ts';
import { PROGRAM } from './program.ts';

/** The PATH of this process with a folder before it that has the command. */
export function pathWithRatetree(): string {
  const folder = freshFolder();
  writeFileSync(join(folder, 'ratetree'), `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`, { mode: 0o755 });
  return `${folder}:${process.env.PATH}`;
}

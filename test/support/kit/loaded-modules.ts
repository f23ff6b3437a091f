/**
 * Which modules a program loads, its child processes included: Node itself is asked, by a hook that writes each one
 * down.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freshFolder } from '../banks/archives.ts';

const HOOK = `import { appendFileSync } from 'node:fs';
export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  appendFileSync(process.env.LOADED_MODULES, found.url + '\\n');
  return found;
}`;
const REGISTER = `import { register } from 'node:module';
register('./hook.mjs', import.meta.url);`;

/** Variables for the program's environment, and the addresses of the modules that were loaded under them. */
export function recordModules() {
  const folder = freshFolder();
  const record = join(folder, 'modules.txt');
  for (const [name, text] of [
    ['hook', HOOK],
    ['register', REGISTER],
  ] as const) {
    writeFileSync(join(folder, `${name}.mjs`), text);
  }
  writeFileSync(record, '');
  const env = {
    NODE_OPTIONS: `--import=${pathToFileURL(join(folder, 'register.mjs'))}`,
    LOADED_MODULES: record,
  };
  return { env, loaded: (): readonly string[] => readFileSync(record, 'utf8').split('\n') };
}

/**
 * What the operating system says of a path, as a person wants to read it: the flag or the variable that names the path,
 * what is wrong there, and the fix. `ENOENT: no such file or directory, open '/srv/x.pem.66b7.new'` has none of the
 * three.
 */
import { existsSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { toInputFault } from '../wire/words/input-error.ts';
import { highestMissing } from './files.ts';

/** Where a person can have named the path. */
interface Given {
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The line to print where a person can mend what went wrong; null where the error is a bug or a broken machine. */
export function toMendable(error: unknown, given: Given = { words: process.argv.slice(3), env: process.env }) {
  const [line, what] = [toInputFault(error), toPathFault(error)];
  if (what === null || !(error instanceof Error) || !('path' in error)) return line;
  const place = placeOf(pathOf(error), given);
  return what.includes(` ${place}`) ? what : `${place}: ${what}`;
}

/** What is wrong with the path of an error of the operating system, and the fix; null for any other error. */
export function toPathFault(error: unknown): string | null {
  if (!(error instanceof Error) || !('path' in error) || !('code' in error)) return null;
  return whatIsWrong(`${error.code}`, pathOf(error), 'syscall' in error && error.syscall === 'mkdir');
}

/** Of a file that gets another name, that name is at fault, unless the file is not there. */
function pathOf(error: { readonly path: unknown; readonly dest?: unknown; readonly code?: unknown }): string {
  const path = resolve(`${error.path}`);
  const dest = resolve(`${error.dest ?? error.path}`);
  return error.code === 'ENOENT' && existsSync(dirname(dest)) ? path : dest;
}

function whatIsWrong(code: string, path: string, isMaking: boolean): string | null {
  switch (code) {
    case 'ENOENT':
      if (!existsSync(dirname(path)))
        return `there is no folder ${highestMissing(dirname(path))}; make it, or name another`;
      return isMaking ? 'no folder can be made here; name another' : 'there is no such file; correct the name';
    case 'ENOTDIR':
    case 'EEXIST':
      return `${blocking(path)} is a file, and a folder is needed; name another`;
    case 'ERR_FS_FILE_TOO_LARGE':
      return `${path} is larger than any file of this program; restore it from a copy, or name another`;
    case 'EISDIR':
      return `${path} is a folder, and a file is needed; name another`;
    case 'EACCES':
    case 'EPERM':
      return `this user may not use ${path}; allow it, or name another`;
    case 'EROFS':
      return `${path} is on a disk that cannot be written; name another`;
    default:
      return null;
  }
}

/** The file that stands where a folder is needed. */
function blocking(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : blocking(dirname(path));
}

/** The longest word or variable that leads to the path, with its flag or name; else the path, which `what` may say. */
function placeOf(path: string, { words, env }: Given): string {
  const named = [
    ...words.map((word, index) => toNamed(word, words[index - 1])),
    ...Object.entries(env)
      .filter(([name]) => /^RATETREE_|^TMPDIR$/.test(name))
      .map(([name, value = '']) => ({ value, shown: `${name} ${value}` })),
  ];
  const leading = named.filter(({ value }) => value !== '' && leadsTo(resolve(value), path));
  const longest = leading.sort((left, right) => resolve(left.value).length - resolve(right.value).length).at(-1);
  return longest?.shown ?? path;
}

function toNamed(word: string, before = ''): { readonly value: string; readonly shown: string } {
  if (!word.startsWith('-')) return { value: word, shown: before.startsWith('--') ? `${before} ${word}` : word };
  const [flag = '', ...values] = word.split('=');
  return { value: values.join('='), shown: `${flag} ${values.join('=')}` };
}

/** Files beside the named one, of a run that is not over, have its name and an ending. */
function leadsTo(given: string, path: string): boolean {
  return path.startsWith(given) && ['', sep, '.'].includes(path.charAt(given.length));
}

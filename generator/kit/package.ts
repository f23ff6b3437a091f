/** Where the package lies, so that its data files are found both from the sources and from `build/`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOf } from '../wire/words/hash.ts';
import { InputError } from '../wire/words/input-error.ts';

/** @throws InputError if the program was copied without its package */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) {
      throw new InputError('no package.json above the program: the installation is incomplete, install it again');
    }
    folder = parent;
  }
  return folder;
}

/** The path and the text of `data/<name>`. @throws InputError if the file cannot be read */
export function readDataFile(name: string): { readonly file: string; readonly text: string } {
  const file = join(packageRoot(), 'data', name);
  try {
    return { file, text: readFileSync(file, 'utf8') };
  } catch (cause) {
    throw new InputError(`${file} cannot be read: restore it, or install the package again`, { cause });
  }
}

/** The version in the package's package.json. */
export function readVersion(): string {
  const file = join(packageRoot(), 'package.json');
  const version: unknown = JSON.parse(readFileSync(file, 'utf8')).version;
  if (typeof version !== 'string') throw new InputError(`${file} names no version: install the package again`);
  return version;
}

let digest: string | null = null;

/**
 * Digest of the program's own files and of the versions it depends on, so that what another program made is known. They
 * are read once: files that change later are not the program that runs.
 */
export function programDigest(): string {
  digest ??= readDigest();
  return digest;
}

function readDigest(): string {
  const own = dirname(fileURLToPath(import.meta.url));
  // The bundled program lies in one folder; in the sources this is a room of the generator.
  const folder = basename(own) === 'kit' ? dirname(own) : own;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => /\.[jt]s$/.test(name)).sort();
  const texts = files.flatMap((name) => [name, readFileSync(join(folder, name), 'utf8')]);
  return digestOf([readFileSync(join(packageRoot(), 'package.json'), 'utf8'), ...texts]);
}

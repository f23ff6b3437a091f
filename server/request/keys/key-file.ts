/**
 * The key file on disk. It is written under another name, `<file>.next`, and then renamed, so that no reader sees half
 * of it. The generator has a helper that replaces files too, which the gateway may not import; and here the other name
 * is also the lock and is readable by its owner only.
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { InputError } from '../../../generator/wire/words/input-error.ts';
import { type KeyRecord, parseKeyFile } from './api-keys.ts';
import type { KeyChange } from './changes.ts';

/** @throws InputError when there is no such file, or when its content is wrong */
export function readKeyFile(file: string): readonly KeyRecord[] {
  if (!existsSync(file))
    throw new InputError(`${file} does not exist; "ratetree keys add NAME --file ${file}" makes it`);
  return parseKeyFile(readKeyText(file), file);
}

/** @throws InputError when it is not a file, or may not be read */
export function readKeyText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new InputError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

/**
 * Makes one change at a time: `<file>.next` is the lock.
 * @param absent what a file that does not exist is taken for
 * @throws InputError when another change holds the lock, or when this one is refused
 */
export function changeKeyFile(file: string, change: KeyChange, absent: 'no keys' | 'a mistake' = 'a mistake'): void {
  const next = `${file}.next`;
  const descriptor = openLock(next);
  try {
    const isNew = absent === 'no keys' && !existsSync(file);
    const keys = changed(isNew ? [] : readKeyFile(file), change, file);
    const text = `${JSON.stringify({ keys }, null, 2)}\n`;
    parseKeyFile(text, file);
    writeSync(descriptor, text);
    fsyncSync(descriptor);
    renameSync(next, file);
  } catch (error) {
    unlinkSync(next);
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

function changed(records: readonly KeyRecord[], change: KeyChange, file: string): readonly KeyRecord[] {
  try {
    return change(records);
  } catch (error) {
    throw error instanceof InputError ? new InputError(`${file}: ${error.message}`, { cause: error }) : error;
  }
}

/**
 * The file is readable by its owner only: digests of long random keys tell little, but names of customers are private.
 */
function openLock(next: string): number {
  try {
    return openSync(next, 'wx', 0o600);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new InputError(
        `${next} exists: another change is running; if none is, one was interrupted: remove that file`,
      );
    }
    throw error;
  }
}

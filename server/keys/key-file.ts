/** The key file on disk: read for changing, and written under another name first, so that no reader sees half of it. */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { type KeyRecord, parseKeyFile } from './keys.ts';

export function readKeyFile(file: string): readonly KeyRecord[] {
  return existsSync(file) ? parseKeyFile(readFileSync(file, 'utf8'), file) : [];
}

/** One change at a time: the file under the other name is the lock. @throws Error naming it, where it is held */
export function changeKeyFile(file: string, change: (records: readonly KeyRecord[]) => readonly KeyRecord[]): void {
  const next = `${file}.next`;
  const descriptor = openLock(next);
  try {
    const text = `${JSON.stringify({ keys: change(readKeyFile(file)) }, null, 2)}\n`;
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

/** Readable by its owner only: digests of long random keys tell little, names of customers more. */
function openLock(next: string): number {
  try {
    return openSync(next, 'wx', 0o600);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new Error(`${next} exists: another change is under way, or one was cut off; then remove that file`);
    }
    throw error;
  }
}

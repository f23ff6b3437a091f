/**
 * The key file on disk. It is written under another name, `<file>.next`, and then renamed, so that no reader sees half
 * of it. The other name is also the lock, and is readable by its owner only.
 */

import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { atPath, hasCode } from '../../../generator/kit/files.ts';
import { utcDay } from '../../../generator/wire/words/calendar.ts';
import { InputError } from '../../../generator/wire/words/input-error.ts';
import { type KeyRecord, parseKeyFile } from './api-keys.ts';

/** @throws InputError when there is no such file, or when its content is wrong */
export function readKeyFile(file: string): readonly KeyRecord[] {
  if (!existsSync(file))
    throw new InputError(`${file} does not exist; "ratetree keys add NAME --file ${file}" makes it`);
  return parseKeyFile(readKeyText(file), file);
}

/** @throws Error of the operating system when it is not a file, or may not be read */
export function readKeyText(file: string): string {
  return atPath(file, () => readFileSync(file, 'utf8'));
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
    if (hasCode(error, 'EEXIST')) {
      throw new InputError(
        `${next} exists: another change is running; if none is, one was interrupted: remove that file`,
      );
    }
    throw error;
  }
}

// The changes of a key file: each takes all records and returns all of them, or refuses with the fix.

type KeyChange = (records: readonly KeyRecord[]) => readonly KeyRecord[];

/** @throws InputError when the name is taken */
export function adding(record: KeyRecord): KeyChange {
  const { name } = record;
  return (records) => {
    if (records.some((one) => one.name === name)) {
      throw new InputError(
        `there is already a key named ${name}; choose another name, or make a new key for this one ` +
          `with "ratetree keys rotate ${name}"`,
      );
    }
    return [...records, record];
  };
}

/** @throws InputError when there is no such name */
export function removing(name: string): KeyChange {
  return (records) => {
    findRecord(records, name);
    return records.filter((record) => record.name !== name);
  };
}

/** @throws InputError when there is no such name */
export function disabling(name: string): KeyChange {
  return (records) => replaced(records, { ...findRecord(records, name), enabled: false });
}

/**
 * @param expires the new time, or null to keep the old one
 * @throws InputError when there is no such name, or when its key has expired and would be refused all the same
 */
export function enabling(name: string, expires: string | null, nowMs: number): KeyChange {
  return (records) => replaced(records, { ...renewed(findRecord(records, name), expires, nowMs), enabled: true });
}

/**
 * @param plan what of the plan changes
 * @throws InputError when there is no such name
 */
export function setting(name: string, plan: Partial<KeyRecord['plan']>): KeyChange {
  return (records) => {
    const record = findRecord(records, name);
    return replaced(records, { ...record, plan: { ...record.plan, ...plan } });
  };
}

/**
 * Name and plan stay, and so does `enabled`: a key that is disabled because it leaked must not work again meanwhile.
 * @param digest of the new key
 * @param expires as for `enabling`
 * @throws InputError as `enabling`
 */
export function rotating(name: string, digest: string, expires: string | null, nowMs: number): KeyChange {
  const created = utcDay(nowMs);
  return (records) => replaced(records, { ...renewed(findRecord(records, name), expires, nowMs), digest, created });
}

/** @throws InputError when there is no such name */
export function findRecord(records: readonly KeyRecord[], name: string): KeyRecord {
  const found = records.find((record) => record.name === name);
  if (found !== undefined) return found;
  throw new InputError(`there is no key named ${name}; "ratetree keys list" shows the names`);
}

function renewed(record: KeyRecord, expires: string | null, nowMs: number): KeyRecord {
  const until = expires ?? record.expires;
  if (until !== null && Date.parse(until) <= nowMs) {
    throw new InputError(`the key of ${record.name} expired at ${until}; give it more time with --expires`);
  }
  return { ...record, expires: until };
}

function replaced(records: readonly KeyRecord[], changed: KeyRecord): readonly KeyRecord[] {
  return records.map((record) => (record.name === changed.name ? changed : record));
}

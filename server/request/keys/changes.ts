/** The changes of a key file: each takes all records and returns all of them, or refuses with the fix. */
import { InputError } from '../../../generator/wire/words/input-error.ts';
import type { KeyRecord } from './api-keys.ts';

export type KeyChange = (records: readonly KeyRecord[]) => readonly KeyRecord[];

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
 * Name and plan stay, and so does `enabled`: a key that is disabled because it leaked must not work again meanwhile.
 * @param digest of the new key
 * @param expires as for `enabling`
 * @throws InputError as `enabling`
 */
export function rotating(name: string, digest: string, expires: string | null, nowMs: number): KeyChange {
  return (records) => replaced(records, { ...renewed(findRecord(records, name), expires, nowMs), digest });
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

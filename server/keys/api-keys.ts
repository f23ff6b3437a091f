/**
 * The key file, parsed: who may ask, and which operations. It holds SHA-256 digests of keys and never the keys. From
 * its records the set of subscribers is made, in which each request's key is looked up.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { PLAN_ITEMS } from '../../generator/wire/answers/operations.ts';
import { hashOf } from '../../generator/wire/words/hash.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
import { getOrInsert } from '../../generator/wire/words/maps.ts';
import { toAsciiLower } from '../query/target.ts';

const plan = z.strictObject({
  operations: z.array(z.enum(PLAN_ITEMS)).min(1).readonly(),
  /** Counted in each process; null means no limit. */
  requestsPerMinute: z.int().min(1).nullable(),
});

/**
 * What nginx compares a key with: it has no SHA-256, and looks up texts in lower case. The first characters hold a fifth
 * of a key's random bits, and nobody finds the other 200 from an MD5.
 */
const nginxMark = z.strictObject({
  begins: z.string().regex(/^rt_[a-z0-9_-]{8}$/, 'the first 11 characters of the key in lower case'),
  md5: z.string().regex(/^[\w-]{22}$/, 'the MD5 of the key in 22 characters of base64url'),
});

const keyRecord = z.strictObject({
  name: z.string().regex(/^[\w.@-]{1,64}$/, 'letters, digits and . _ @ - only, 64 at most'),
  digest: z.string().regex(/^[0-9a-f]{64}$/, 'the SHA-256 of the key in 64 lower-case hex digits'),
  enabled: z.boolean(),
  /** The key is refused from this moment on. */
  expires: z.iso.datetime({ error: 'a UTC time such as 2027-01-01T00:00:00Z, or null' }).nullable(),
  plan: plan.readonly(),
  /** Absent for a key that nginx leaves to the gateway. */
  nginx: nginxMark.readonly().optional(),
});

const keyFile = z.strictObject({ keys: z.array(keyRecord.readonly()).readonly() }).superRefine(({ keys }, context) => {
  for (const field of ['name', 'digest'] as const) {
    const seen = new Set<string>();
    for (const [place, key] of keys.entries()) {
      if (seen.has(key[field])) {
        context.addIssue({ code: 'custom', path: ['keys', place, field], message: 'is there twice' });
      }
      seen.add(key[field]);
    }
  }
});

export type KeyRecord = Readonly<z.infer<typeof keyRecord>>;
export type NginxMark = Readonly<z.infer<typeof nginxMark>>;

/** Who may ask, by the digest of their key. */
export type Subscribers = ReadonlyMap<string, KeyRecord>;

/** @throws InputError naming the file, the field and the fix */
export function parseKeyFile(text: string, file: string): readonly KeyRecord[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new InputError(`${file}: not JSON; write {"keys": []} or use "ratetree keys add"`, { cause: error });
  }
  const parsed = keyFile.safeParse(json);
  if (parsed.success) return parsed.data.keys;
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`);
  throw new InputError(`${file}: ${issues.join('; ')}`);
}

/** A record without limits. @param key null for whoever sends none */
export function unlimited(name: string, key: string | null): KeyRecord {
  const plan = { operations: PLAN_ITEMS, requestsPerMinute: null };
  return { name, digest: key === null ? '' : hashOf(key), enabled: true, expires: null, plan };
}

/** @param demoKey a key that is always valid and has no limit, or null */
export function toSubscribers(records: readonly KeyRecord[], demoKey: string | null): Subscribers {
  const all = demoKey === null ? records : [...records, unlimited('demo', demoKey)];
  return new Map(all.map((record) => [record.digest, record]));
}

export function toNginxMark(key: string): NginxMark {
  return { begins: toAsciiLower(key.slice(0, 'rt_'.length + 8)), md5: hash('md5', key, 'base64url') };
}

/** Keys that were found, for as long as their file is not read again. So each is hashed once, and others are not kept. */
const FOUND = new WeakMap<Subscribers, Map<string, KeyRecord>>();

/** Looking up a digest tells an attacker nothing about the keys, and the digests are compared in constant time. */
export function findSubscriber(subscribers: Subscribers, key: string): KeyRecord | null {
  const found = getOrInsert(FOUND, subscribers, () => new Map<string, KeyRecord>());
  const known = found.get(key) ?? findByDigest(subscribers, key);
  if (known !== null) found.set(key, known);
  return known;
}

function findByDigest(subscribers: Subscribers, key: string): KeyRecord | null {
  const digest = hashOf(key);
  const found = subscribers.get(digest);
  return found !== undefined && timingSafeEqual(Buffer.from(found.digest), Buffer.from(digest)) ? found : null;
}

/**
 * The key file, parsed: who may ask, and which operations. It holds SHA-256 digests of keys and never the keys. From
 * its records the set of subscribers is made, in which each request's key is looked up.
 */
import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { PLAN_ITEMS } from '../../../generator/wire/answers/operations.ts';
import { hashOf } from '../../../generator/wire/words/hash.ts';
import { InputError } from '../../../generator/wire/words/input-error.ts';
import { getOrInsert } from '../../../generator/wire/words/order.ts';

const plan = z.strictObject({
  operations: z.array(z.enum(PLAN_ITEMS)).min(1).readonly(),
  /** Counted in each process; null means no limit. */
  requestsPerMinute: z.int().min(1).nullable(),
});

const keyRecord = z.strictObject({
  name: z.string().regex(/^[\w.@-]{1,64}$/, 'letters, digits and . _ @ - only, 64 at most'),
  digest: z.string().regex(/^[0-9a-f]{64}$/, 'the SHA-256 of the key in 64 lower-case hex digits'),
  enabled: z.boolean(),
  /** The key is refused from this moment on. */
  expires: z.iso.datetime({ error: 'a UTC time such as 2027-01-01T00:00:00Z, or null' }).nullable(),
  /** The UTC day on which the key was made; absent where an older program made it. */
  created: z.iso.date({ error: 'a UTC day such as 2026-11-20' }).optional(),
  plan: plan.readonly(),
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

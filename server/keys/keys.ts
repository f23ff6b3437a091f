/**
 * Who may ask: the key file, SHA-256 digests of keys and never keys, parsed; and the set in force, read again when the file
 * changes. A broken file keeps the old set: a slip of the pen at night must not lock out every customer.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { OPERATIONS, type Operation } from '../operations.ts';

const plan = z.strictObject({
  operations: z.array(z.enum(OPERATIONS)).min(1).readonly(),
  /** Per gateway process; null is no limit. */
  requestsPerMinute: z.int().min(1).nullable(),
});

const keyRecord = z.strictObject({
  name: z.string().regex(/^[\w.@-]{1,64}$/, 'letters, digits and . _ @ - only, 64 at most'),
  digest: z.string().regex(/^[0-9a-f]{64}$/, 'the SHA-256 of the key in 64 lower-case hex digits'),
  enabled: z.boolean(),
  /** The moment from which the key is refused. */
  expires: z.iso.datetime({ error: 'a UTC time such as 2027-01-01T00:00:00Z, or null' }).nullable(),
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

export type KeyRecord = z.infer<typeof keyRecord>;

export interface Subscriber {
  readonly name: string;
  readonly digest: Buffer;
  readonly enabled: boolean;
  readonly expiresMs: number | null;
  readonly operations: ReadonlySet<Operation>;
  readonly requestsPerMinute: number | null;
}

/** By digest, its bytes as latin1. */
export type Subscribers = ReadonlyMap<string, Subscriber>;

/** @throws Error naming the file, the field and the fix. */
export function parseKeyFile(text: string, file: string): readonly KeyRecord[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new Error(`${file}: not JSON; write {"keys": []} or use "ratetree keys add"`, { cause: error });
  }
  const parsed = keyFile.safeParse(json);
  if (parsed.success) return parsed.data.keys;
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`);
  throw new Error(`${file}: ${issues.join('; ')}`);
}

/** @param demoKey a key that is always good and has no limit, or null */
export function toSubscribers(records: readonly KeyRecord[], demoKey: string | null): Subscribers {
  const subscribers = new Map<string, Subscriber>();
  for (const { name, digest, enabled, expires, plan } of records) {
    add(subscribers, {
      name,
      digest: Buffer.from(digest, 'hex'),
      enabled,
      expiresMs: expires === null ? null : Date.parse(expires),
      operations: new Set(plan.operations),
      requestsPerMinute: plan.requestsPerMinute,
    });
  }
  if (demoKey !== null) {
    const own = {
      name: 'demo',
      enabled: true,
      expiresMs: null,
      operations: new Set(OPERATIONS),
      requestsPerMinute: null,
    };
    add(subscribers, { ...own, digest: hash('sha256', demoKey, 'buffer') });
  }
  return subscribers;
}

export function toDigest(key: string): string {
  return hash('sha256', key, 'hex');
}

/** The map finds by digest, which tells an attacker nothing about keys; the comparison that decides takes constant time. */
export function findSubscriber(subscribers: Subscribers, key: string): Subscriber | null {
  const digest = hash('sha256', key, 'buffer');
  const found = subscribers.get(digest.toString('latin1'));
  return found !== undefined && timingSafeEqual(found.digest, digest) ? found : null;
}

function add(subscribers: Map<string, Subscriber>, subscriber: Subscriber): void {
  subscribers.set(subscriber.digest.toString('latin1'), subscriber);
}

/**
 * The pointer, `current.json`, names the release in force. Its sequence only grows and it expires, so that a mirror
 * that shows an old release again, or none of the new ones, is noticed.
 */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import { hashOf } from '../words/hash.ts';
import { InputError } from '../words/input-error.ts';
import { isoDate } from '../words/schemas.ts';
import { hash, OtherFormat, releaseId, releaseOf } from './manifest.ts';

/** UTC with seconds and without a fraction. */
const instant = z.iso.datetime({ precision: 0 });

/** Of the store as a whole, which docs/format.md specifies. */
export const POINTER_FORMAT = 'ratetree-pointer-3';
/** What is signed names its kind, so that nobody can show a draft as a pointer. */
const DRAFT_FORMAT = 'ratetree-draft-3';

/** Key and signature are both null when nobody signed. */
const signature = {
  key: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .nullable(),
  signature: z.base64().nullable(),
};
type Signature = { readonly key: string | null; readonly signature: string | null };
const isWhole = ({ key, signature }: Signature) => (key === null) === (signature === null);
const NOT_WHOLE = 'a key without a signature, or a signature without a key';
const isNamed = ({ release, root }: { readonly release: string; readonly root: string }) => release === releaseOf(root);
const MISNAMED = 'the id of the release is not made from its root';

/** The copies of pointers have names of ten digits. A publisher signs no sequence above, and stops far below 2^53. */
export const SEQUENCE_MAX = 9_999_999_999;

const released = {
  release: releaseId,
  /** SHA-256 of the root of its manifest. */
  root: hash,
  /** SHA-256 of what the run that made it leaves for the next one, which lies below `archive/`; null if there is none. */
  state: hash.nullable(),
  /** Of its newest fixing in force. */
  date: isoDate,
  /** By which its GLOBAL was made. */
  method: z.string().regex(/^[\w.-]+$/),
  /** Under which sequence it was first in force; it orders releases. */
  first: z.int().positive(),
  /** When that was. The release has everything that had been seen by then, and nothing that was seen later. */
  published: instant,
};

/**
 * Made from the name of the store when it begins, and the same ever after: nothing that the same key has signed for another
 * store counts here.
 */
const storeId = z.string().regex(/^[0-9a-f]{16}$/);

const pointer = z.strictObject({
  format: z.literal(POINTER_FORMAT),
  store: storeId,
  ...released,
  /**
   * SHA-256 of the list of the archive that the release was made from, which lies below `archive/`; null for a tree as
   * `generate` writes it, which was not published.
   */
  archive: hash.nullable(),
  /** The release that a rollback took back, and when: until a person lifts the hold, no night puts another into force. */
  hold: z.strictObject({ release: releaseId, time: instant }).nullable(),
  sequence: z.int().positive(),
  time: instant,
  expires: instant,
  ...signature,
});

/** What a night has made or collected, and has not put into force: the next one goes on from it, on whatever disk. */
const draft = z.strictObject({
  format: z.literal(DRAFT_FORMAT),
  store: storeId,
  /** The sequence that was in force; 0 if there was none. The first release of a store goes above it. */
  above: z.int().nonnegative().max(SEQUENCE_MAX),
  /** The list of the archive; null until something is collected. */
  archive: hash.nullable(),
  /** The release that is about to be put into force, last, and those before it that a killed publisher may have logged. */
  next: z.array(z.strictObject(released).refine(isNamed, MISNAMED)),
  time: instant,
  ...signature,
});

const pointerSchema = pointer.refine(isWhole, NOT_WHOLE).refine(isNamed, MISNAMED);
const draftSchema = draft.refine(isWhole, NOT_WHOLE);
const ofAnyFormat = z.looseObject({ format: z.string().regex(/^ratetree-pointer-\d+$/) });

export type Pointer = z.infer<typeof pointer>;
export type Draft = z.infer<typeof draft>;
/** What names a release, and when it was first in force. */
export type Released = z.infer<z.ZodObject<typeof released>>;

/** What a pointer says of its release, without what it says of the store. */
export function toReleased({ release, root, state, date, method, first, published }: Released): Released {
  return { release, root, state, date, method, first, published };
}

export const POINTER_KEY = 'current.json';

/** A sequence in decimal digits, with or without a line feed behind it; null for any other text. */
export function parseSequence(text: string): number | null {
  if (!/^(0|[1-9]\d{0,15})\n?$/.test(text)) return null;
  return z.int().safeParse(JSON.parse(text)).data ?? null;
}

/** The text that is signed: all members except the signature, in the order of the format. */
export function signedText(unsigned: Omit<Pointer, 'signature'> | Omit<Draft, 'signature'>): string {
  const members = new Map<string, unknown>(Object.entries(unsigned));
  const order = Object.keys(unsigned.format === POINTER_FORMAT ? pointer.shape : draft.shape);
  return JSON.stringify(Object.fromEntries(order.slice(0, -1).map((name) => [name, members.get(name)])));
}

/** The signature comes last, so that anyone can cut it off with sed and has the text that was signed. */
export function pointerText(whole: Pointer | Draft): string {
  return `${signedText(whole).slice(0, -1)},"signature":${JSON.stringify(whole.signature)}}\n`;
}

/** @throws InputError saying what is wrong with the text; OtherFormat for a pointer of another version */
export function parsePointer(text: string): Pointer {
  const json = parseJson('a pointer', text);
  const format = ofAnyFormat.safeParse(json).data?.format ?? POINTER_FORMAT;
  if (format !== POINTER_FORMAT) throw new OtherFormat('the pointer', format, POINTER_FORMAT);
  return parsed('a pointer', json, pointerSchema);
}

/** @throws InputError saying what is wrong with the text */
export function parseDraft(text: string): Draft {
  return parsed('a draft', parseJson('a draft', text), draftSchema);
}

/** @throws InputError if the facts are not those of a draft */
export function toDraft(facts: Omit<Draft, 'format' | 'key' | 'signature'>): Draft {
  return parsed('a draft', { format: DRAFT_FORMAT, ...facts, key: null, signature: null }, draftSchema);
}

function parsed<Value>(what: string, json: unknown, schema: z.ZodType<Value>): Value {
  const found = schema.safeParse(json);
  if (found.success) return found.data;
  throw new InputError(`not ${what}: ${z.prettifyError(found.error).replaceAll(/\s+/g, ' ')}`);
}

/** Public keys by their ids. */
export type TrustedKeys = ReadonlyMap<string, KeyObject>;

/** The first 16 hexadecimal digits of the SHA-256 of the key's SPKI bytes. */
export function keyIdOf(publicKey: KeyObject): string {
  return hashOf(publicKey.export({ type: 'spki', format: 'der' })).slice(0, 16);
}

/** @param texts with one or more keys in PEM each @throws InputError when one is not an Ed25519 public key */
export function parseTrustedKeys(texts: readonly string[]): TrustedKeys {
  return new Map(
    texts.flatMap((text) => {
      const blocks = text.match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g);
      if (blocks === null)
        throw new InputError('no public key in PEM: "ratetree keygen" writes one beside the key, as FILE.pub');
      return blocks.map(parsePublicKey).map((key) => [keyIdOf(key), key] as const);
    }),
  );
}

/** Why the pointer or draft cannot be trusted, or null when one of the keys has signed it. */
export function distrustOf(found: Pointer | Draft, trusted: TrustedKeys): string | null {
  if (found.key === null || found.signature === null) return 'nobody signed it';
  const key = trusted.get(found.key);
  if (key === undefined) return `it is signed by key ${found.key}, which is not trusted`;
  const isGood = verify(null, Buffer.from(signedText(found)), key, Buffer.from(found.signature, 'base64'));
  return isGood ? null : `its signature is not that of key ${found.key}`;
}

/** True when the pointer has expired: then either newer releases are being hidden or nobody publishes any more. */
export function isExpired({ expires }: Pointer, now: Date): boolean {
  return Date.parse(expires) <= now.getTime();
}

function parsePublicKey(pem: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPublicKey(pem);
  } catch (cause) {
    throw new InputError('a public key in PEM that cannot be read: is it cut off?', { cause });
  }
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw new InputError(`a public key of type ${key.asymmetricKeyType}, not Ed25519`);
}

/** A pointer has 700 characters. What says of a longer text why it is none would be as long. */
const CHARACTERS_MAX = 100_000;

function parseJson(what: string, text: string): unknown {
  if (text.length > CHARACTERS_MAX) throw new InputError(`not ${what}: more than ${CHARACTERS_MAX} characters`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InputError(`not ${what}: not JSON: ${JSON.stringify(text.slice(0, 60))}`, { cause });
  }
}

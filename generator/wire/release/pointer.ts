/**
 * The pointer, `current.json`, names the release in force. Its sequence only grows and it expires, so that a mirror
 * that shows an old release again, or none of the new ones, is noticed.
 */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import { hashOf } from '../words/hash.ts';
import { InputError } from '../words/input-error.ts';
import { hash, OtherFormat, releaseId, releaseOf } from './manifest.ts';

/** UTC with seconds and without a fraction. */
const instant = z.iso.datetime({ precision: 0 });

/** Of the store as a whole, which docs/format.md specifies. */
export const POINTER_FORMAT = 'ratetree-pointer-3';

const pointer = z
  .strictObject({
    format: z.literal(POINTER_FORMAT),
    release: releaseId,
    /** SHA-256 of the root of its manifest. */
    root: hash,
    /**
     * SHA-256 of the list of the archive that the release was made from, which lies below `archive/`; null for a tree as
     * `generate` writes it, which was not published.
     */
    archive: hash.nullable(),
    /** SHA-256 of what the run that made the release remembers, which lies below `memory/`; null if there is none. */
    memory: hash.nullable(),
    sequence: z.int().positive(),
    time: instant,
    expires: instant,
    /** Key and signature are both null when nobody signed. */
    key: z
      .string()
      .regex(/^[0-9a-f]{16}$/)
      .nullable(),
    signature: z.base64().nullable(),
  })
  .refine(
    ({ key, signature }) => (key === null) === (signature === null),
    'a key without a signature, or a signature without a key',
  )
  .refine(({ release, root }) => release === releaseOf(root), 'the id of the release is not made from its root');

const ofAnyFormat = z.looseObject({ format: z.string().regex(/^ratetree-pointer-\d+$/) });

export type Pointer = z.infer<typeof pointer>;

export const POINTER_KEY = 'current.json';

/** The copies of pointers have names of ten digits. A publisher signs no sequence above, and stops far below 2^53. */
export const SEQUENCE_MAX = 9_999_999_999;

/** A sequence in decimal digits, with or without a line feed behind it; null for any other text. */
export function parseSequence(text: string): number | null {
  if (!/^(0|[1-9]\d{0,15})\n?$/.test(text)) return null;
  return z.int().safeParse(JSON.parse(text)).data ?? null;
}

/** The text that is signed: all members except the signature, in the order of the schema. */
export function signedText(unsigned: Omit<Pointer, 'signature'>): string {
  const { format, release, root, archive, memory, sequence, time, expires, key } = unsigned;
  return JSON.stringify({ format, release, root, archive, memory, sequence, time, expires, key });
}

/** The signature comes last, so that anyone can cut it off with sed and has the text that was signed. */
export function pointerText(whole: Pointer): string {
  return `${JSON.stringify({ ...JSON.parse(signedText(whole)), signature: whole.signature })}\n`;
}

/** @throws InputError saying what is wrong with the text; OtherFormat for a pointer of another version */
export function parsePointer(text: string): Pointer {
  const json = parseJson(text);
  const format = ofAnyFormat.safeParse(json).data?.format ?? POINTER_FORMAT;
  if (format !== POINTER_FORMAT) throw new OtherFormat('the pointer', format, POINTER_FORMAT);
  const parsed = pointer.safeParse(json);
  if (!parsed.success) throw new InputError(`not a pointer: ${z.prettifyError(parsed.error).replaceAll(/\s+/g, ' ')}`);
  return parsed.data;
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
      if (blocks === null) throw new InputError('no public key in PEM: make one with "ratetree keygen"');
      return blocks.map(parsePublicKey).map((key) => [keyIdOf(key), key] as const);
    }),
  );
}

/** Why the pointer cannot be trusted, or null when one of the keys has signed it. */
export function distrustOf(found: Pointer, trusted: TrustedKeys): string | null {
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InputError(`not a pointer: not JSON: ${JSON.stringify(text.slice(0, 60))}`, { cause });
  }
}

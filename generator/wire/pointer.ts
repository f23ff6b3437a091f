/**
 * The pointer, `current.json`: which release is in force. It is small, signed last and always fresh, so that a mirror that
 * replays an old release or freezes is found out: by a sequence that only grows, and by an expiry.
 */
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import { releaseId } from './manifest.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
/** UTC with seconds, and no fraction of them. */
const instant = z.iso.datetime({ precision: 0 });

export const pointer = z
  .strictObject({
    format: z.literal('ratetree-pointer-1'),
    release: releaseId,
    /** SHA-256 of the root of its manifest, below `manifests/`. */
    root: hash,
    /** SHA-256 of the list of the archive that it was made from, below `archive/`. */
    archive: hash,
    sequence: z.int().positive(),
    time: instant,
    expires: instant,
    /** Both null where nobody signed. */
    key: z
      .string()
      .regex(/^[0-9a-f]{16}$/)
      .nullable(),
    signature: z.base64().nullable(),
  })
  .refine(({ key, signature }) => (key === null) === (signature === null), 'a key without a signature, or the reverse');

export type Pointer = z.infer<typeof pointer>;

export const POINTER_KEY = 'current.json';

/** The text that is signed: every member but the signature, in the order of the schema. */
export function signedText(unsigned: Omit<Pointer, 'signature'>): string {
  const { format, release, root, archive, sequence, time, expires, key } = unsigned;
  return JSON.stringify({ format, release, root, archive, sequence, time, expires, key });
}

/** The signature stands last, so that a stranger cuts it off with sed and has the text that was signed. */
export function pointerText(whole: Pointer): string {
  return `${JSON.stringify({ ...JSON.parse(signedText(whole)), signature: whole.signature })}\n`;
}

/** @throws SyntaxError saying what is wrong with the text */
export function parsePointer(text: string): Pointer {
  const parsed = pointer.safeParse(parseJson(text));
  if (!parsed.success) throw new SyntaxError(`not a pointer: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** A public key by its id. */
export type TrustedKeys = ReadonlyMap<string, KeyObject>;

/** The first 16 hex digits of SHA-256 of the key's SPKI bytes. */
export function keyIdOf(publicKey: KeyObject): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);
}

/** Keys in PEM, one or more in each text. @throws TypeError when one is no Ed25519 public key */
export function parseTrustedKeys(texts: readonly string[]): TrustedKeys {
  return new Map(
    texts.flatMap((text) => {
      const blocks = text.match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g);
      if (blocks === null) throw new TypeError('no public key in PEM: make one with "ratetree keygen"');
      return blocks.map(parsePublicKey).map((key) => [keyIdOf(key), key] as const);
    }),
  );
}

/** Why the pointer is not to be trusted, or null: signed by one of the keys. */
export function distrustOf(found: Pointer, trusted: TrustedKeys): string | null {
  if (found.key === null || found.signature === null) return 'nobody signed it';
  const key = trusted.get(found.key);
  if (key === undefined) return `it is signed by key ${found.key}, which is not trusted`;
  const isGood = verify(null, Buffer.from(signedText(found)), key, Buffer.from(found.signature, 'base64'));
  return isGood ? null : `its signature is not that of key ${found.key}`;
}

/** True once the pointer's time is over: whoever still shows it hides newer releases, or nobody publishes any more. */
export function isExpired({ expires }: Pointer, now: Date): boolean {
  return Date.parse(expires) <= now.getTime();
}

function parsePublicKey(pem: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPublicKey(pem);
  } catch (cause) {
    throw new TypeError('a public key in PEM that cannot be read: is it cut off?', { cause });
  }
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw new TypeError(`a public key of type ${key.asymmetricKeyType}, not Ed25519`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SyntaxError(`not a pointer: no JSON: ${JSON.stringify(text.slice(0, 60))}`, { cause });
  }
}

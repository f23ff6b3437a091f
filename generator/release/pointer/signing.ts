/** The publisher's Ed25519 key: made once, read from a file or the environment, and used to sign each pointer. */

import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { atPath } from '../../kit/files.ts';
import {
  type Draft,
  distrustOf,
  keyIdOf,
  POINTER_FORMAT,
  type Pointer,
  parsePointer,
  pointerText,
  signedText,
  type TrustedKeys,
} from '../../wire/release/pointer.ts';
import { toInstant } from '../../wire/words/calendar.ts';
import { InputError } from '../../wire/words/input-error.ts';

export const SIGNING_KEY_VARIABLE = 'RATETREE_SIGNING_KEY';

/** Readers refuse an older pointer, so a publisher that runs every night may fail for a week before they do. */
const VALID_DAYS = 8;
const DAY_MS = 86_400_000;

export interface Signer {
  /** The id of the public key, as given by `keyIdOf`. */
  readonly id: string;
  readonly publicKey: KeyObject;
  sign(text: string): Buffer;
}

/** What a publisher says about its release; time, expiry and signature are added to it. */
export type PointerFacts = Omit<Pointer, 'format' | 'time' | 'expires' | 'key' | 'signature'>;

/** @param signer null for an unsigned pointer, which says so itself */
export function toPointer(facts: PointerFacts, signer: Signer | null, now: Date): Pointer {
  const expires = toInstant(new Date(now.getTime() + VALID_DAYS * DAY_MS));
  return withSignature({ format: POINTER_FORMAT, ...facts, time: toInstant(now), expires }, signer);
}

/** The pointer as it is, but signed by this key; a signature that it has is replaced. @param signer null for none */
export function withSignature(facts: Omit<Pointer, 'key' | 'signature'>, signer: Signer | null): Pointer {
  // Nothing is signed that no program could read again.
  return parsePointer(pointerText(sealed({ ...facts, key: null, signature: null }, signer)));
}

/** @param signer null to leave it unsigned */
export function sealed<Text extends Pointer | Draft>(whole: Text, signer: Signer | null): Text {
  if (signer === null) return { ...whole, key: null, signature: null };
  const { signature: _, ...unsigned } = { ...whole, key: signer.id };
  return { ...whole, key: signer.id, signature: signer.sign(signedText(unsigned)).toString('base64') };
}

/** The key in the file, else the key in the environment, else null. @throws InputError if a key cannot be used */
export function readSigner(file: string | null, env: Readonly<Record<string, string | undefined>>): Signer | null {
  if (file !== null) return parseSigner(readKeyFile(file), file);
  const text = env[SIGNING_KEY_VARIABLE]?.trim() ?? '';
  // Files of variables and some CI systems write the line ends of a text as \n.
  return text === '' ? null : parseSigner(text.replaceAll('\\n', '\n'), SIGNING_KEY_VARIABLE);
}

/** @param place for messages, which never contain the key itself */
function parseSigner(pem: string, place: string): Signer {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    // OpenSSL's error says less, and in some versions it quotes its input, so it is not kept as the cause.
    throw new InputError(`${place}: there is no private key in PEM here; make one with "ratetree keygen"`);
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new InputError(
      `${place}: the key is of type ${key.asymmetricKeyType}, not Ed25519; make one with "ratetree keygen"`,
    );
  const publicKey = createPublicKey(key);
  return { id: keyIdOf(publicKey), publicKey, sign: (text) => sign(null, Buffer.from(text), key) };
}

/**
 * Makes a key pair. The private key is written to the file, which only its owner may read, and the public key beside it
 * with `.pub`. An existing key is never overwritten: readers who trust a lost key would refuse all later releases.
 * @throws InputError if one of the files exists
 */
export function writeKeyPair(privateFile: string) {
  const publicFile = `${privateFile}.pub`;
  for (const file of [privateFile, publicFile]) {
    if (existsSync(file))
      throw new InputError(`${file} already exists, and keys are never overwritten: name another file with --out`);
  }
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  createFile(privateFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), 0o600);
  createFile(publicFile, publicKey.export({ type: 'spki', format: 'pem' }), 0o644);
  return { id: keyIdOf(publicKey), privateFile, publicFile };
}

/**
 * Writes the file whole or not at all, and never over one that came meanwhile: link(2) refuses a name that is taken.
 */
function createFile(path: string, content: string | Buffer, mode: number): void {
  const staged = `${path}.${randomBytes(6).toString('hex')}.new`;
  const file = openSync(staged, 'wx', mode);
  try {
    atPath(staged, () => writeSync(file, content.toString()));
    fsyncSync(file);
    linkSync(staged, path);
  } finally {
    closeSync(file);
    rmSync(staged, { force: true });
  }
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const fix = `make one with "ratetree keygen --out ${file}"`;
    throw new InputError(`${file}: the signing key cannot be read; ${fix}`, { cause });
  }
}

// Whose signature a publisher believes: that of its own key, and, once, that of the key which it replaces. Whoever
// may write to a store may write any pointer and any note, so what nobody signed is believed only by who has no
// key, or by whose operator says so.

/** The public key that is replaced; `none` to take over a store that nobody signed. */
export type ReplacedKey = { readonly id: string; readonly publicKey: KeyObject } | 'none';

export interface Trust {
  /** Null for a publisher without a key, who cannot tell what others wrote. */
  readonly signer: Signer | null;
  readonly replaceKey?: ReplacedKey | undefined;
}

export function trustedKeys({ signer, replaceKey }: Trust): TrustedKeys {
  const replaced = replaceKey === undefined || replaceKey === 'none' ? [] : [replaceKey];
  return new Map([...(signer === null ? [] : [signer]), ...replaced].map(({ id, publicKey }) => [id, publicKey]));
}

/** Null if the pointer or draft may be believed, else why not. Without a key nothing can be said of one that is signed. */
export function distrust(pointer: Pointer | Draft, trust: Trust): string | null {
  if (pointer.key === null) return trust.signer === null || trust.replaceKey === 'none' ? null : 'nobody signed it';
  if (trust.signer === null && trust.replaceKey === undefined) return null;
  return distrustOf(pointer, trustedKeys(trust));
}

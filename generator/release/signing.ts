/** The publisher's key: made once, read from a file or the environment, and put under each pointer. Ed25519. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { toInstant } from '../wire/calendar.ts';
import { keyIdOf, type Pointer, signedText } from '../wire/pointer.ts';

export const SIGNING_KEY_VARIABLE = 'RATETREE_SIGNING_KEY';

/** Readers refuse a pointer of a week ago: a publisher that runs each night may be broken for a week before they do. */
const VALID_DAYS = 8;
const DAY_MS = 86_400_000;

export interface Signer {
  /** As `keyIdOf` names its public key. */
  readonly id: string;
  sign(text: string): Buffer;
}

/** What a publisher says about its release; time, expiry and signature are added. */
export type PointerFacts = Pick<Pointer, 'release' | 'root' | 'archive' | 'sequence'>;

/** @param signer null: nobody signs, and the pointer says so */
export function toPointer(facts: PointerFacts, signer: Signer | null, now: Date, validDays = VALID_DAYS): Pointer {
  const { release, root, archive, sequence } = facts;
  const unsigned = {
    format: 'ratetree-pointer-1',
    release,
    root,
    archive,
    sequence,
    time: toInstant(now),
    expires: toInstant(new Date(now.getTime() + validDays * DAY_MS)),
    key: signer?.id ?? null,
  } as const;
  return { ...unsigned, signature: signer?.sign(signedText(unsigned)).toString('base64') ?? null };
}

/** The key in the file, else the one in the environment, else null. @throws TypeError naming the place and the fix */
export function readSigner(file: string | null, env: Readonly<Record<string, string | undefined>>): Signer | null {
  if (file !== null) return parseSigner(readKeyFile(file), file);
  const text = env[SIGNING_KEY_VARIABLE]?.trim() ?? '';
  // Files of variables and some CI systems keep a text of several lines with \n written out.
  return text === '' ? null : parseSigner(text.replaceAll('\\n', '\n'), SIGNING_KEY_VARIABLE);
}

/** @param place for messages; the key itself never stands in one */
export function parseSigner(pem: string, place: string): Signer {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    // OpenSSL's own error says less, and the cause of some versions quotes its input.
    throw new TypeError(`${place}: no private key in PEM; make one with "ratetree keygen"`);
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new TypeError(
      `${place}: a key of type ${key.asymmetricKeyType}, not Ed25519; make one with "ratetree keygen"`,
    );
  return { id: keyIdOf(createPublicKey(key)), sign: (text) => sign(null, Buffer.from(text), key) };
}

export interface KeyFiles {
  readonly id: string;
  readonly privateFile: string;
  readonly publicFile: string;
}

/**
 * Makes a key: the private one in the file, for its owner's eyes only, the public one beside it with `.pub`. It never
 * writes over a key: what was signed with a lost one could not be trusted again.
 */
export function writeKeyPair(privateFile: string): KeyFiles {
  const publicFile = `${privateFile}.pub`;
  for (const file of [privateFile, publicFile]) {
    if (existsSync(file))
      throw new Error(`${file} is there already, and keys are not written over: name another --out`);
  }
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  createFile(privateFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), 0o600);
  createFile(publicFile, publicKey.export({ type: 'spki', format: 'pem' }), 0o644);
  return { id: keyIdOf(publicKey), privateFile, publicFile };
}

/** Whole or not at all, and never over a file that came meanwhile: link(2) refuses a name that is taken. */
function createFile(path: string, content: string | Buffer, mode: number): void {
  const staged = `${path}.${randomBytes(6).toString('hex')}.new`;
  const file = openSync(staged, 'wx', mode);
  try {
    writeSync(file, content.toString());
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
    throw new TypeError(`${file}: the signing key cannot be read; make one with "ratetree keygen --out ${file}"`, {
      cause,
    });
  }
}

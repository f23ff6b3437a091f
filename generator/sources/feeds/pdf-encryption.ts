/**
 * Opens PDFs that are encrypted so that anybody may read them and nobody may change them: by the standard security
 * handler with AES and an empty password (ISO 32000-2, 7.6).
 */
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { DocumentError } from './provider.ts';

/** What stands in place of a password, or fills it up to 32 bytes. */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/** Decrypts the streams of a document, each by the number of its object. */
export type Decrypt = (content: Buffer, object: number) => Buffer;

interface Encryption {
  /** Its dictionary, as text in which each byte is a character. */
  readonly dictionary: string;
  /** The strings of the dictionary, by name. */
  readonly strings: ReadonlyMap<string, Buffer>;
  /** The first part of the document's identifier. */
  readonly id: Buffer;
}

/** @throws DocumentError for another method, or if a password is needed */
export function toDecrypt({ dictionary, strings, id }: Encryption): Decrypt {
  const numberOf = (name: string) => new RegExp(`/${name} (-?\\d+)`).exec(dictionary)?.[1] ?? '';
  const [version, revision] = [numberOf('V'), numberOf('R')];
  const own = (name: string) => strings.get(name) ?? Buffer.alloc(0);
  if (!/\/Filter\s*\/Standard/.test(dictionary)) throw new DocumentError('the PDF is encrypted by an unknown handler');
  if (version === '4' && revision === '4' && /\/CFM\s*\/AESV2/.test(dictionary)) {
    const key = toKey128(own('O'), numberOf('P'), id, /\/EncryptMetadata\s+false/.test(dictionary));
    return (content, object) => decrypted('aes-128-cbc', toObjectKey(key, object), content);
  }
  if (version === '5' && /^[56]$/.test(revision) && /\/CFM\s*\/AESV3/.test(dictionary)) {
    const [user, wrapped] = [own('U'), own('UE')];
    const hash = (salt: Buffer) => (revision === '6' ? hardened(salt) : createHash('sha256').update(salt).digest());
    if (user.length < 48 || wrapped.length < 32 || !hash(user.subarray(32, 40)).equals(user.subarray(0, 32)))
      throw new DocumentError('the PDF is encrypted with a password');
    const opened = createDecipheriv('aes-256-cbc', hash(user.subarray(40, 48)), Buffer.alloc(16)).setAutoPadding(false);
    const key = Buffer.concat([opened.update(wrapped.subarray(0, 32)), opened.final()]);
    return (content) => decrypted('aes-256-cbc', key, content);
  }
  throw new DocumentError(`the PDF is encrypted in an unsupported way: V ${version}, R ${revision}`);
}

const md5 = (...parts: readonly Uint8Array[]) => createHash('md5').update(Buffer.concat(parts)).digest();

/** Algorithm 2, for revision 4 and an empty password. */
function toKey128(owner: Buffer, permissions: string, id: Buffer, isMetadataPlain: boolean): Buffer {
  const bits = Buffer.from(
    BigInt.asUintN(32, BigInt(permissions || '0'))
      .toString(16)
      .padStart(8, '0'),
    'hex',
  ).reverse();
  let key = md5(PADDING, owner.subarray(0, 32), bits, id, Buffer.alloc(isMetadataPlain ? 4 : 0, 0xff));
  for (let round = 0; round < 50; round++) key = md5(key);
  return key;
}

function toObjectKey(key: Buffer, object: number): Buffer {
  const number = Buffer.of(object & 255, (object >> 8) & 255, (object >> 16) & 255, 0, 0);
  return md5(key, number, Buffer.from('sAlT'));
}

/** The first block is the beginning of the chain. */
function decrypted(cipher: string, key: Buffer, content: Buffer): Buffer {
  const decipher = createDecipheriv(cipher, key, content.subarray(0, 16));
  return Buffer.concat([decipher.update(content.subarray(16)), decipher.final()]);
}

/** Algorithm 2.B of revision 6, for an empty password. */
function hardened(salt: Buffer): Buffer {
  let key = createHash('sha256').update(salt).digest();
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => key));
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false);
    const content = cipher.update(repeated);
    const rest = content.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = createHash(['sha256', 'sha384', 'sha512'][rest] ?? 'sha256')
      .update(content)
      .digest();
    last = content.at(-1) ?? 0;
  }
  return key.subarray(0, 32);
}

/** Reads the objects of a PDF: dictionaries as text in which each byte is a character, and unpacked streams. */

import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { DocumentError } from './provider.ts';

/** The largest file of our sources has 103 kB and 44 objects, and the most that is unpacked of one is 0.2 MB. */
const [FILE_BYTES_MAX, UNPACKED_BYTES_MAX, OBJECTS_MAX] = [1024 * 1024, 4 * 1024 * 1024, 2000];

interface PdfObject {
  readonly dictionary: string;
  /** As it stands in the file; null for an object without a stream. */
  readonly packed: Buffer | null;
}

export class PdfObjects {
  #left = UNPACKED_BYTES_MAX;

  private constructor(
    readonly objects: ReadonlyMap<string, PdfObject>,
    readonly decrypt: Decrypt | null,
  ) {}

  /** @throws DocumentError for a file that is no whole PDF, is too large, or needs a password */
  static read(bytes: Uint8Array): PdfObjects {
    const file = Buffer.from(bytes).toString('latin1');
    if (!file.startsWith('%PDF-') || !/%%EOF\s{0,9}$/.test(file.slice(-20))) throw new DocumentError('not a whole PDF');
    if (file.includes('%PDF-', 1)) throw new DocumentError('another PDF begins inside the PDF');
    if (file.length > FILE_BYTES_MAX) throw new DocumentError(`the PDF has ${file.length} bytes`);
    // A PDF that is made for reading while it loads says at its beginning how long it is, unless it was added to.
    const [, length] = /\/Linearized[^>]{0,200}\/L (\d{1,9})/.exec(file.slice(0, 1000)) ?? [];
    if (length !== undefined && BigInt(length) > BigInt(file.length))
      throw new DocumentError('the PDF has lost or gained bytes');
    const objects = readObjects(file);
    const [, encryption] = /\/Encrypt (\d{1,9}) 0 R/.exec(file) ?? [];
    if (encryption === undefined && file.includes('/Encrypt'))
      throw new DocumentError('the PDF is encrypted, and does not say how');
    const decrypt = encryption === undefined ? null : readDecrypt(file, objects.get(encryption)?.dictionary ?? '');
    const plain = new PdfObjects(objects, decrypt);
    return new PdfObjects(new Map(plain.#withPacked()), decrypt);
  }

  /** The dictionary that a text means: itself, or the one of the object that it names. */
  dictionaryOf(text: string): string {
    const [, number] = /^\s{0,9}(\d{1,9}) 0 R/.exec(text) ?? [];
    return number === undefined ? text : (this.objects.get(number)?.dictionary ?? '');
  }

  stream(number: string): string {
    const { dictionary, packed } = this.objects.get(number) ?? { dictionary: '', packed: null };
    if (packed === null) throw new DocumentError(`object ${number} of the PDF is no stream`);
    const own = this.decrypt === null ? packed : this.decrypt(packed, toCount(number));
    const filter = entryOf(dictionary, 'Filter');
    if (filter !== '' && !/^\[?\s*\/FlateDecode\s*\]?$/.test(filter))
      throw new DocumentError(`an unknown filter of the PDF: ${filter}`);
    const content = filter === '' ? own : inflateSync(own, { maxOutputLength: UNPACKED_BYTES_MAX });
    this.spend(content.length);
    return content.toString('latin1');
  }

  /** What is read again counts again: a small file can name one stream a thousand times. */
  spend(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw new DocumentError(`the PDF unpacks to more than ${UNPACKED_BYTES_MAX} bytes`);
  }

  /** The dictionaries of the pages. @throws DocumentError if the file lacks one */
  pages(): readonly string[] {
    const all = [...this.objects.values()].map(({ dictionary }) => dictionary);
    const pages = all.filter((dictionary) => entryOf(dictionary, 'Type') === '/Page');
    const trees = all.filter((dictionary) => entryOf(dictionary, 'Type') === '/Pages');
    const stated = trees.filter((dictionary) => entryOf(dictionary, 'Parent') === '');
    if (pages.length === 0 || stated.length !== 1 || entryOf(stated[0] ?? '', 'Count') !== `${pages.length}`)
      throw new DocumentError(`the PDF does not have all of its pages: ${pages.length}`);
    return pages;
  }

  /** The operators that draw a page, from all of its streams. */
  contentsOf(page: string): string {
    const numbers = entryOf(page, 'Contents').matchAll(/(\d{1,9}) 0 R/g);
    return [...numbers].map(([, number = '']) => this.stream(number)).join('\n');
  }

  /** With those that lie in streams of others, in the order of the file: a revision stands behind what it replaces. */
  *#withPacked(): Generator<readonly [string, PdfObject]> {
    for (const [number, object] of this.objects) {
      yield [number, object];
      const { dictionary } = object;
      if (!/\/Type\s*\/ObjStm\b/.test(dictionary)) continue;
      const text = this.stream(number);
      const first = toCount(entryOf(dictionary, 'First'));
      const heads = [...text.slice(0, first).matchAll(/(\d{1,9})\s+(\d{1,9})/g)];
      for (const [index, [, own = '', at = '']] of heads.entries()) {
        const end = heads[index + 1]?.[2];
        const until = end === undefined ? text.length : first + toCount(end);
        yield [own, { dictionary: text.slice(first + toCount(at), until), packed: null }];
      }
    }
  }
}

/** A count or a place, never a figure. */
function toCount(digits: string): number {
  if (!/^\d{1,9}$/.test(digits)) throw new DocumentError(`not a number of the PDF: ${JSON.stringify(digits)}`);
  return Number(digits);
}

function readObjects(file: string): ReadonlyMap<string, PdfObject> {
  const objects = new Map<string, PdfObject>();
  const heads = /[\r\n](\d{1,9}) 0 obj\b/g;
  for (let [head, count] = [heads.exec(file), 1]; head !== null; head = heads.exec(file), count++) {
    if (count > OBJECTS_MAX) throw new DocumentError(`the PDF has more than ${OBJECTS_MAX} objects`);
    const [start, stream] = [heads.lastIndex, /\bstream\r?\n/g];
    const end = file.indexOf('endobj', start);
    if (end < 0) throw new DocumentError('an object of the PDF has no end');
    stream.lastIndex = start;
    const begin = stream.exec(file.slice(0, end));
    const dictionary = file.slice(start, begin?.index ?? end);
    const packed = begin === null ? null : readStream(file, dictionary, begin.index + begin[0].length);
    const [, number = ''] = head;
    objects.delete(number);
    objects.set(number, { dictionary, packed });
    // What looks like an object within this one is none.
    heads.lastIndex = end;
  }
  return objects;
}

function readStream(file: string, dictionary: string, start: number): Buffer {
  const stated = entryOf(dictionary, 'Length');
  const [, number] = /^(\d{1,9}) 0 R$/.exec(stated) ?? [];
  const [, own] =
    number === undefined ? [] : (new RegExp(`[\\r\\n]${number} 0 obj\\s{1,9}(\\d{1,9})\\s`).exec(file) ?? []);
  const end = start + toCount(own ?? stated);
  if (!/^\s{0,9}endstream/.test(file.slice(end, end + 20)))
    throw new DocumentError('a stream of the PDF does not have the length that it declares');
  return Buffer.from(file.slice(start, end), 'latin1');
}

function readDecrypt(file: string, dictionary: string): Decrypt {
  const [, id = ''] = /\/ID\s{0,9}\[\s{0,9}<([0-9A-Fa-f]{0,99})>/.exec(file) ?? [];
  const names = ['O', 'U', 'UE'] as const;
  const strings = new Map(names.map((name) => [name as string, stringOf(dictionary, name)]));
  return toDecrypt({ dictionary, strings, id: Buffer.from(id, 'hex') });
}

/** The bytes of a dictionary's string, in brackets or hexadecimal digits. */
function stringOf(dictionary: string, name: string): Buffer {
  const [written = '', digits] =
    new RegExp(`/${name}\\s{0,9}(?:<([0-9A-Fa-f]*)>|\\((?:\\\\[\\s\\S]|[^\\\\()])*\\))`).exec(dictionary) ?? [];
  if (digits !== undefined) return Buffer.from(digits, 'hex');
  return Buffer.from(unescaped(written.slice(written.indexOf('(') + 1, -1)), 'latin1');
}

const LETTERS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** The text of a string in brackets, in which each byte is a character. */
export function unescaped(text: string): string {
  return text.replaceAll(/\\([0-7]{1,3}|\r?\n|[\s\S])/g, (_, sign: string) => {
    if (/^[0-7]/.test(sign)) return String.fromCharCode(Number(`0o${sign}`) & 255);
    return /\n$/.test(sign) ? '' : (LETTERS[sign] ?? sign);
  });
}

/** What stands behind the name, at the top of a dictionary: `<<…>>`, `[…]`, `7 0 R` or a word. '' if it is not there. */
export function entryOf(dictionary: string, name: string): string {
  const words = /<<|>>|\[|\]|\((?:\\[\s\S]|[^\\()])*\)|<[0-9A-Fa-f\s]*>|\/[^\s()<>[\]{}/%]*|[^\s()<>[\]{}/%]+/g;
  let [depth, start] = [0, -1];
  for (const { 0: word, index } of dictionary.matchAll(words)) {
    // The next name at the top ends what the last one stands for.
    if (depth === 1 && word.startsWith('/') && start >= 0 && dictionary.slice(start, index).trim() !== '')
      return dictionary.slice(start, index).trim();
    if (word === '>>' && depth === 1 && start >= 0) return dictionary.slice(start, index).trim();
    if (depth === 1 && word === `/${name}` && start < 0) start = index + word.length;
    if (word === '<<' || word === '[') depth++;
    if (word === '>>' || word === ']') depth--;
  }
  return '';
}

// Opens PDFs that are encrypted so that anybody may read them and nobody may change them: by the standard security
// handler with AES and an empty password (ISO 32000-2, 7.6).

/** What stands in place of a password, or fills it up to 32 bytes. */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/** Decrypts the streams of a document, each by the number of its object. */
type Decrypt = (content: Buffer, object: number) => Buffer;

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

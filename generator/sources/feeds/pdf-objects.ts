/** Reads the objects of a PDF: dictionaries as text in which each byte is a character, and unpacked streams. */

import { inflateSync } from 'node:zlib';
import { type Decrypt, toDecrypt } from './pdf-encryption.ts';
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

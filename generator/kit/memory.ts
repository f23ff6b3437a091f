/**
 * What a run remembers for the next one. A text is believed only under its key, a digest of everything it was made
 * from, and only if the whole memory has the present scope, which stands for what all texts have in common. Memory that
 * is missing, damaged or of another scope counts as empty, and everything is made again.
 */
import { hashOf } from '../wire/words/hash.ts';

/** Longer texts are objects of their own: the levels of a half month of a hundred banks are 200 kB, and rarely read. */
const LENGTH_MAX = 4096;

interface Entry {
  readonly key: string;
  /** SHA-256 of the object that has the text; '' where the text stands here. */
  readonly sha256: string;
  readonly text: string;
}

/** Where the memory lies: objects by their hash, the index among them. */
export interface MemoryPlace {
  /** Null if there is no such object. */
  read(sha256: string): Buffer | null;
  write(sha256: string, bytes: Buffer): void;
}

const NOWHERE: MemoryPlace = { read: () => null, write: () => {} };

/** An object of the memory is not the one that its index names. Without the memory everything can be made again. */
export class DamagedMemory extends Error {}

export class Memory {
  /** By name, what the run before noted. */
  readonly #before: ReadonlyMap<string, Entry>;
  /** What this run noted or asked for, which is all that the next run will find. */
  readonly #kept = new Map<string, Entry>();

  /**
   * @param index SHA-256 of the index that the run before has left; null if there is none
   * @param scope what all that is remembered has in common
   */
  constructor(
    index: string | null = null,
    readonly scope = '',
    readonly place: MemoryPlace = NOWHERE,
  ) {
    const bytes = index === null ? null : place.read(index);
    const isWhole = bytes !== null && hashOf(bytes) === index;
    this.#before = isWhole ? parseIndex(bytes.toString('utf8'), scope) : new Map();
  }

  get isEmpty(): boolean {
    return this.#before.size === 0;
  }

  /** What the run before noted under names with that beginning. */
  names(beginning: string): readonly string[] {
    return [...this.#before.keys()].filter((name) => name.startsWith(beginning));
  }

  /** Everything noted under names with that beginning stays for the next run. */
  keepAll(beginning: string): void {
    for (const [name, entry] of this.#before) if (name.startsWith(beginning)) this.#kept.set(name, entry);
  }

  /** The text that was noted under the name and the key, or else the one that is made now. */
  remember(name: string, key: string, make: () => string): string {
    if (this.keeps(name, key)) return this.before(name) ?? '';
    const text = make();
    this.note(name, key, text);
    return text;
  }

  /** Whether the run before noted a text under the name and the key. If so, it stays for the next run. */
  keeps(name: string, key: string): boolean {
    const entry = this.#before.get(name);
    if (entry?.key !== key) return false;
    this.#kept.set(name, entry);
    return true;
  }

  /** What the run before noted under the name, whatever its key; null if it noted nothing. @throws DamagedMemory */
  before(name: string): string | null {
    const entry = this.#before.get(name);
    if (entry === undefined || entry.sha256 === '') return entry?.text ?? null;
    const bytes = this.place.read(entry.sha256);
    if (bytes !== null && hashOf(bytes) === entry.sha256) return bytes.toString('utf8');
    throw new DamagedMemory(`${name} is not what the previous run remembered`);
  }

  /** @param text of one line */
  note(name: string, key: string, text: string): void {
    if (text.includes('\n')) throw new TypeError(`${name} is remembered as more than one line`);
    if (text.length <= LENGTH_MAX) this.#kept.set(name, { key, sha256: '', text });
    else {
      const bytes = Buffer.from(text);
      const sha256 = hashOf(bytes);
      this.place.write(sha256, bytes);
      this.#kept.set(name, { key, sha256, text: '' });
    }
  }

  /** Writes the index for the next run. Returns its SHA-256. */
  end(): string {
    const lines = [...this.#kept].map(([name, { key, sha256, text }]) => [name, key, sha256, text].join('\t'));
    const text = Buffer.from([this.scope, ...lines.sort(), ''].join('\n'));
    const sha256 = hashOf(text);
    this.place.write(sha256, text);
    return sha256;
  }
}

/** The SHA-256 of each object that an index names. */
export function objectsIn(index: string): readonly string[] {
  return index.split('\n').flatMap((line) => line.split('\t', 3)[2] || []);
}

function parseIndex(text: string, scope: string): ReadonlyMap<string, Entry> {
  const [first, ...lines] = text.split('\n').slice(0, -1);
  return first === scope ? new Map(lines.map(parseEntry)) : new Map();
}

function parseEntry(line: string): [string, Entry] {
  const [name = '', key = '', sha256 = ''] = line.split('\t', 3);
  return [name, { key, sha256, text: line.slice(name.length + key.length + sha256.length + 3) }];
}

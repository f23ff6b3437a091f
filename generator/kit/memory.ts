/**
 * What a run remembers for the next one. A text is believed only under the key that it was noted under, which is a digest
 * of all that it was made from, and only if all of them are noted under the same scope, for what they have in common.
 * Memory that is missing, damaged or of another scope is empty, and everything is made again.
 */
import { digestOf, hashOf } from '../wire/words/hash.ts';

const INDEX = 'index';
/** Longer texts lie in files of their own: the levels of a half month of a hundred banks are 200 kB, and rarely read. */
const LENGTH_MAX = 4096;

interface Entry {
  readonly key: string;
  /** SHA-256 of the file that has the text; '' where the text stands here. */
  readonly sha256: string;
  readonly text: string;
}

/** A file of the memory, as it is to be written; without bytes it is to be removed. */
export interface MemoryFile {
  readonly name: string;
  readonly bytes: Buffer | null;
}

/** A file of the memory is not the one that its index names. Without the memory everything can be made again. */
export class DamagedMemory extends Error {}

export class Memory {
  /** By name, what the run before noted. */
  readonly #before: ReadonlyMap<string, Entry>;
  /** What this run noted or asked for, which is all that the next run will find. */
  readonly #kept = new Map<string, Entry>();
  /** Files that wait to be written. */
  #files: MemoryFile[] = [];

  /**
   * @param read the bytes of a file of the memory; null if there is none
   * @param scope what all that is remembered has in common
   */
  constructor(
    readonly read: (name: string) => Buffer | null = () => null,
    scope = '',
  ) {
    this.#before = parseIndex(read(INDEX)?.toString('utf8') ?? '', scope);
  }

  get isEmpty(): boolean {
    return this.#before.size === 0;
  }

  /** What the run before noted under names with that beginning. */
  names(beginning: string): readonly string[] {
    return [...this.#before.keys()].filter((name) => name.startsWith(beginning));
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
    const bytes = this.read(name);
    if (bytes !== null && hashOf(bytes) === entry.sha256) return bytes.toString('utf8');
    throw new DamagedMemory(`${name} is not what the run before remembered`);
  }

  /** @param text of one line */
  note(name: string, key: string, text: string): void {
    if (text.includes('\n')) throw new TypeError(`${name} is remembered as more than one line`);
    if (text.length <= LENGTH_MAX) this.#kept.set(name, { key, sha256: '', text });
    else {
      const bytes = Buffer.from(text);
      this.#kept.set(name, { key, sha256: hashOf(bytes), text: '' });
      this.#files.push({ name, bytes });
    }
  }

  /** The files of what was noted since the last call, so that it need not wait in memory for the end of the run. */
  take(): readonly MemoryFile[] {
    const files = this.#files;
    this.#files = [];
    return files;
  }

  /** What is left to be written for the next run. @param scope that it will find */
  end(scope: string): readonly MemoryFile[] {
    const hasFile = (entry: Entry | undefined) => entry !== undefined && entry.sha256 !== '';
    const gone = [...this.#before].filter(([name, entry]) => hasFile(entry) && !hasFile(this.#kept.get(name)));
    const lines = [...this.#kept].map(([name, { key, sha256, text }]) => [name, key, sha256, text].join('\t'));
    const text = [scope, ...lines.sort()].join('\n');
    const index = { name: INDEX, bytes: Buffer.from(`${text}\n${digestOf([text])}\n`) };
    return [...this.take(), ...gone.map(([name]) => ({ name, bytes: null })), index];
  }
}

function parseIndex(text: string, scope: string): ReadonlyMap<string, Entry> {
  const [first, ...lines] = text.split('\n').slice(0, -2);
  const content = text.slice(0, text.lastIndexOf('\n', text.length - 2));
  if (first !== scope || text !== `${content}\n${digestOf([content])}\n`) return new Map();
  return new Map(lines.map(parseEntry));
}

function parseEntry(line: string): [string, Entry] {
  const [name = '', key = '', sha256 = ''] = line.split('\t', 3);
  return [name, { key, sha256, text: line.slice(name.length + key.length + sha256.length + 3) }];
}

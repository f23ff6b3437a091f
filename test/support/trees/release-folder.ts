/**
 * A folder laid out like a bucket, with releases in it. It is written here in the plainest way, so that verify is not
 * tested with the publisher's own code.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Signer, toPointer } from '../../../generator/release/pointer/signing.ts';
import type { RootNode } from '../../../generator/wire/release/manifest.ts';
import { type Pointer, pointerText } from '../../../generator/wire/release/pointer.ts';
import { hashOf } from '../../../generator/wire/words/hash.ts';
import { copied } from '../kit/copied.ts';

/** A release in the folder. */
export interface Released {
  readonly rootHash: string;
  readonly root: RootNode & { readonly release: string };
  /** By hash, those of its tree. */
  readonly texts: ReadonlyMap<string, string>;
}

const METHOD = 'ratetree-blend-5';

export class ReleaseFolder {
  /** Oldest first. */
  readonly manifests: Released[] = [];
  sequence = 0;
  /** By root, when the release was first in force. */
  readonly #firsts = new Map<string, { readonly first: number; readonly published: string }>();
  /** Lines of the list of releases, oldest first. */
  readonly #listed: string[] = [];

  constructor(
    readonly dir: string,
    readonly signer: Signer | null,
    readonly now: Date,
  ) {}

  /** Adds the tree as a release and points at it. */
  async publish(tree: string): Promise<Released> {
    const manifest = releasedIn(tree);
    const { rootHash: root } = manifest;
    const { release, date } = manifest.root;
    for (const key of keysOf(tree))
      if (!existsSync(join(this.dir, key))) this.write(key, readFileSync(join(tree, key)));
    const sequence = this.sequence + 1;
    const time = this.now.toISOString().replace('.000', '');
    for (const copies of readdirSync(tree).filter((name) => /^(?:v1|ecb|latest|\d{4}-\d\d-\d\d)$/.test(name))) {
      rmSync(join(this.dir, copies), { recursive: true, force: true });
      copied(join(tree, copies), join(this.dir, copies));
    }
    this.#listed.push([release, sequence, time, date, METHOD, root].join());
    const lines = this.#listed.map((line) => `${line},${line === this.#listed.at(-1)}\r\n`);
    this.write('v1/releases.csv', `release,sequence,time,date,method,root,inForce\r\n${lines.join('')}`);
    this.write('pointers/copies.json', JSON.stringify({ root }));
    this.manifests.push(manifest);
    this.point();
    return manifest;
  }

  /** Signs a pointer to the newest release, under the next sequence. @param more members to change */
  point(more: Partial<Pointer> = {}, signer = this.signer, now = this.now): void {
    const newest = this.manifests.at(-1);
    if (newest === undefined) throw new Error('publish a release first');
    const {
      rootHash: root,
      root: { release, date },
    } = newest;
    const sequence = ++this.sequence;
    const first = this.#firsts.get(root) ?? { first: sequence, published: now.toISOString().replace(/\.\d+/, '') };
    this.#firsts.set(root, first);
    const facts = {
      store: '0123456789abcdef',
      release,
      root,
      date,
      archive: this.#archive(),
      state: null,
      hold: null,
      method: METHOD,
    };
    const text = pointerText(toPointer({ ...facts, ...first, sequence, ...more }, signer, now));
    this.write('current.json', text);
    this.write(`pointers/${`${sequence}`.padStart(10, '0')}.json`, text);
  }

  /** Writes two files of an archive and their list. Returns the list's hash. */
  #archive(): string {
    const files = ['date,base\n', 'url,fetched\n'].map((text, place) => {
      this.write(`archive/${hashOf(text)}`, text);
      return [place === 0 ? 'ECB/2026.csv' : 'ECB/documents-2026.csv', hashOf(text), text.length];
    });
    const list = `${JSON.stringify({ format: 'ratetree-archive-1', files })}\n`;
    this.write(`archive/${hashOf(list)}`, list);
    return hashOf(list);
  }

  read(key: string): Buffer {
    return readFileSync(join(this.dir, key));
  }

  write(key: string, content: string | Buffer): void {
    const file = join(this.dir, key);
    mkdirSync(dirname(file), { recursive: true });
    // A simultaneous reader must find the old object or the new one, as in a bucket.
    writeFileSync(`${file}.new`, content);
    renameSync(`${file}.new`, file);
  }

  /** Flips one bit of the byte in the middle. */
  flip(key: string): void {
    const bytes = this.read(key);
    const middle = bytes.length >> 1;
    bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    this.write(key, bytes);
  }

  remove(key: string): void {
    rmSync(join(this.dir, key));
  }
}

/** The release of a tree that one run has generated. */
export function releasedIn(tree: string): Released {
  const { release, root: rootHash } = JSON.parse(readFileSync(join(tree, 'current.json'), 'utf8'));
  const named = keysOf(tree).flatMap((key) => /\/([0-9a-f]{64})$/.exec(key)?.[1] ?? []);
  const texts = named.map(
    (hash) => [hash, readFileSync(join(tree, 'objects', hash.slice(0, 2), hash), 'utf8')] as const,
  );
  const root = JSON.parse(texts.find(([hash]) => hash === rootHash)?.[1] ?? '');
  return { rootHash, root: { ...root, release }, texts: new Map(texts) };
}

function keysOf(tree: string): readonly string[] {
  return readdirSync(join(tree, 'objects')).flatMap((folder) =>
    readdirSync(join(tree, 'objects', folder)).map((name) => `objects/${folder}/${name}`),
  );
}

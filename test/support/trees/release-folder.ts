/**
 * A folder laid out like a bucket, with releases in it. It is written here in the plainest way, so that verify is not
 * tested with the publisher's own code.
 */
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type BuiltManifest, toManifest } from '../../../generator/release/objects/build-manifest.ts';
import { type Signer, toPointer } from '../../../generator/release/pointer/signing.ts';
import { openLocalTree } from '../../../generator/tree/write/local-tree.ts';
import { fileKey } from '../../../generator/wire/release/keys.ts';
import { toEntries } from '../../../generator/wire/release/manifest.ts';
import { type Pointer, pointerText } from '../../../generator/wire/release/pointer.ts';
import { hashOf } from '../../../generator/wire/words/hash.ts';
import { readerOf } from './manifests.ts';

export class ReleaseFolder {
  /** Oldest first. */
  readonly manifests: BuiltManifest[] = [];
  sequence = 0;
  /** Lines of the list of releases, oldest first. */
  readonly #listed: string[] = [];

  constructor(
    readonly dir: string,
    readonly signer: Signer | null,
    readonly now: Date,
  ) {}

  /** Adds the tree as a release and points at it. */
  async publish(tree: string): Promise<BuiltManifest> {
    const last = this.manifests.at(-1);
    const previous = last === undefined ? null : { root: last.root, reader: readerOf(...this.manifests) };
    const manifest = await toManifest(openLocalTree(tree), previous, []);
    const { release } = manifest.root;
    for (const [, text] of manifest.news)
      for (const { path, sha256 } of toEntries(JSON.parse(text)))
        this.write(fileKey(path, sha256), readFileSync(join(tree, path)));
    for (const [sha256, text] of manifest.texts) this.write(`objects/${sha256.slice(0, 2)}/${sha256}`, text);
    const [root, sequence, { date }] = [manifest.rootHash, this.sequence + 1, manifest.root];
    const time = this.now.toISOString().replace('.000', '');
    this.write(`notes/releases/${release}.json`, `${JSON.stringify({ release, root, sequence, time, date })}\n`);
    rmSync(join(this.dir, 'v1'), { recursive: true, force: true });
    cpSync(join(tree, 'v1'), join(this.dir, 'v1'), { recursive: true });
    this.#listed.push([release, sequence, time, date, '', root].join());
    const lines = this.#listed.map((line) => `${line},${line === this.#listed.at(-1)}\r\n`);
    this.write('v1/releases.csv', `release,sequence,time,date,method,root,inForce\r\n${lines.join('')}`);
    this.write('notes/stable.json', JSON.stringify({ release, root: manifest.rootHash }));
    this.manifests.push(manifest);
    this.point();
    return manifest;
  }

  /** Signs a pointer to the newest release, under the next sequence. @param more members to change */
  point(more: Partial<Pointer> = {}, signer = this.signer, now = this.now): void {
    const newest = this.manifests.at(-1);
    if (newest === undefined) throw new Error('publish a release first');
    const facts = { release: newest.root.release, root: newest.rootHash, archive: this.#archive() };
    this.write('current.json', pointerText(toPointer({ ...facts, sequence: ++this.sequence, ...more }, signer, now)));
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

/**
 * Releases in a folder laid out like a bucket, with objects as whole and durable as a bucket's. Content type and
 * caching are not stored: they are up to the web server in front.
 */

import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { hasCode, noneIfMissing, noneIfNoObject } from '../../kit/files.ts';
import { concurrently } from '../../kit/items.ts';
import { toPathFault } from '../../kit/path-fault.ts';
import { ANSWER_BYTES_MAX } from '../../kit/read-bounded.ts';
import { hashOf } from '../../wire/words/hash.ts';
import { INCOMING, linkNew, moveOver, prepareIncoming, removeFile, stage, stageCopy } from './folder-files.ts';
import {
  type Capabilities,
  type ListedObject,
  noRequests,
  type ObjectFacts,
  type ObjectStore,
  type RequestKind,
  type StoredObject,
  StoreError,
} from './store.ts';

const DELETIONS_AT_ONCE = 16;
const READS_BETWEEN_PAUSES = 32;

/** @throws StoreError if the folder is opened for reading and does not exist */
export async function openFolderStore(
  folder: string,
  willWrite: boolean,
  nowMs: () => number = Date.now,
): Promise<ObjectStore> {
  const store = new FolderObjectStore(resolve(folder), nowMs);
  await store.open(willWrite);
  return store;
}

export class FolderObjectStore implements ObjectStore {
  readonly name: string;
  readonly requests = noRequests();
  readonly capabilities: Capabilities = { createOnly: true, compareAndSwap: true };
  #reads = 0;

  constructor(
    readonly root: string,
    readonly nowMs: () => number,
  ) {
    this.name = `${root}/`;
  }

  open(willWrite: boolean): Promise<void> {
    return this.do(
      'HEAD',
      '',
      async () => {
        if (willWrite) await prepareIncoming(this.root, this.nowMs());
        else await readdir(this.root);
      },
      false,
    );
  }

  now(): null {
    return null;
  }

  get(key: string): Promise<StoredObject | null> {
    return this.do('GET', key, () => this.#read(key).catch(noneIfNoObject));
  }

  create(key: string, bytes: Buffer, _facts: ObjectFacts): Promise<'created' | 'exists'> {
    return this.do('PUT', key, async () =>
      (await linkNew(await stage(this.root, bytes), this.at(key))) ? 'created' : 'exists',
    );
  }

  async replace(key: string, bytes: Buffer, facts: ObjectFacts, etag: string | null): Promise<'replaced' | 'changed'> {
    if (etag === null) return (await this.create(key, bytes, facts)) === 'created' ? 'replaced' : 'changed';
    return this.do('PUT', key, async () => {
      const claim = await claimVersion(this.root, key, etag, this.nowMs());
      if (claim === null) return 'changed';
      try {
        // The claim is held here, so no other process replaces this version meanwhile.
        if ((await this.#read(key).catch(noneIfNoObject))?.etag !== etag) return 'changed';
        await moveOver(await stage(this.root, bytes), this.at(key));
        return 'replaced';
      } finally {
        await claim.release();
      }
    });
  }

  put(key: string, bytes: Buffer, _facts: ObjectFacts): Promise<void> {
    return this.do('PUT', key, async () => moveOver(await stage(this.root, bytes), this.at(key)));
  }

  copy(from: string, to: string, _facts: ObjectFacts): Promise<void> {
    return this.do('COPY', `${from} to ${to}`, async () =>
      moveOver(await stageCopy(this.root, this.at(from)), this.at(to)),
    );
  }

  async delete(keys: readonly string[]): Promise<void> {
    await concurrently(keys, DELETIONS_AT_ONCE, (key) =>
      this.do('DELETE', key, () => removeFile(this.root, this.at(key))),
    );
  }

  async *list(prefix: string): AsyncGenerator<ListedObject> {
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    for (const name of await this.#namesIn(folder)) {
      const key = `${folder}${name}`;
      if (!key.startsWith(prefix)) continue;
      if (name.endsWith('/')) yield* this.list(key);
      else yield new FolderObject(key, this.at(key));
    }
  }

  async listFolders(prefix: string): Promise<readonly string[]> {
    const names = await this.#namesIn(prefix);
    return names.flatMap((name) => (name.endsWith('/') ? name.slice(0, -1) : []));
  }

  async close(): Promise<void> {}

  /** In the order of keys. Names of folders end in '/', because `a-b` comes before `a/…`. */
  #namesIn(folder: string): Promise<readonly string[]> {
    return this.do('LIST', folder, async () => {
      const entries = await readdir(join(this.root, folder), { withFileTypes: true }).catch(noneIfNoObject);
      const objects = (entries ?? []).filter(({ name }) => folder !== '' || name !== INCOMING);
      return objects.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort();
    });
  }

  /** A night reads 4,000 objects, and to hand each call to another thread and back takes six times as long. */
  async #read(key: string): Promise<StoredObject> {
    // Between reads that never wait no signal would be heard and no progress shown.
    if (++this.#reads % READS_BETWEEN_PAUSES === 0) await setImmediate();
    // A pipe in the place of an object would hold the program until somebody writes into it, and a device never ends.
    const file = openSync(this.at(key), constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const facts = fstatSync(file, { bigint: true });
      if (facts.size > ANSWER_BYTES_MAX || !(facts.isFile() || facts.isDirectory()))
        throw new StoreError(`${this.name}${key} is no object: a pipe, a device, or above ${ANSWER_BYTES_MAX} bytes`);
      const { ino, mtimeNs } = facts;
      const bytes = readFileSync(file);
      return {
        bytes,
        // Only who replaces the object asks for it, and to hash it would take as long as to read it.
        get etag() {
          return `"${hashOf(bytes).slice(0, 32)}-${ino.toString(16)}-${mtimeNs.toString(16)}"`;
        },
      };
    } finally {
      closeSync(file);
    }
  }

  protected at(key: string): string {
    const parts = key.split('/');
    if (parts.some((part) => part === '' || part === '.' || part === '..') || parts[0] === INCOMING) {
      throw new TypeError(`not a key of an object: "${key}"`);
    }
    return join(this.root, key);
  }

  protected async do<Output>(
    kind: RequestKind,
    key: string,
    work: () => Promise<Output>,
    counts = true,
  ): Promise<Output> {
    if (counts) this.requests[kind]++;
    try {
      return await work();
    } catch (cause) {
      if (!(cause instanceof Error && ('syscall' in cause || 'code' in cause))) throw cause;
      const asked = key === '' ? '' : `${kind} ${key}: `;
      throw new StoreError(`${this.name}: ${asked}${toPathFault(cause) ?? cause.message}`, { cause });
    }
  }
}

class FolderObject implements ListedObject {
  constructor(
    readonly key: string,
    readonly file: string,
  ) {}

  /** Only a sweep asks for it, and to look takes longer than to list. An object that is gone meanwhile is new. */
  get changedMs(): number {
    return statSync(this.file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  }
}

// Compare-and-swap in a folder. A process that wants to replace a version of a file first links a claim to that
// version, which has exactly one winner, and only the winner renames. A version never comes back, because its tag
// names inode and time, so neither does its claim. A claim that a crash left behind is overruled by a claim with
// the next number.

/** Milliseconds pass between claim and rename. Of a process on another machine only the age of its claim is known. */
const ABANDONED_AGE_MS = 10 * 60 * 1000;
/** Tells this process from a predecessor with the same number, which is common in a container that was restarted. */
const OWN_TOKEN = randomBytes(8).toString('hex');

/** Returns null if another process has claimed this version. */
export async function claimVersion(root: string, key: string, etag: string, nowMs: number) {
  const name = hashOf(`${key}\n${etag}`).slice(0, 32);
  for (let turn = 1; ; turn++) {
    const claim = join(root, INCOMING, `claim-${name}-${turn}`);
    const text = `${hostname()} ${process.pid} ${OWN_TOKEN}`;
    if (await linkNew(await stage(root, Buffer.from(text)), claim)) {
      return { release: () => rm(claim, { force: true }) };
    }
    if (!(await isAbandoned(claim, nowMs))) return null;
  }
}

async function isAbandoned(claim: string, nowMs: number): Promise<boolean> {
  const [text, facts] = await Promise.all([
    readFile(claim, 'utf8').catch(noneIfMissing),
    stat(claim).catch(noneIfMissing),
  ]);
  if (text === null || facts === null) return false;
  if (nowMs - facts.mtimeMs > ABANDONED_AGE_MS) return true;
  const [host, pid = '', token] = text.split(' ');
  if (host !== hostname() || !/^\d+$/.test(pid)) return false;
  return pid === `${process.pid}` ? token !== OWN_TOKEN : !isAlive(Number.parseInt(pid, 10));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasCode(error, 'ESRCH');
  }
}

/** What a soak plays on: a store behind HTTP that can fail, releases, a key file, and a gateway process over them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageRoot } from '../../generator/kit/package.ts';
import { PLAN_ITEMS } from '../../generator/wire/answers/operations.ts';
import { hashOf } from '../../generator/wire/words/hash.ts';
import { adding, changeKeyFile, removing } from '../../server/request/keys/key-file.ts';
import { cleanUp } from '../../test/support/kit/after-file.ts';
import { ReleaseFolder } from '../../test/support/trees/release-folder.ts';
import { type Answers, answersOf, generateRelease, ours } from '../../test/support/trees/releases.ts';

/** Each has a digit of its own in every figure. */
const PLACES = [1, 2, 3, 4, 5];
const POLL_MS = 500;
/** Until the gateway has seen what changed, on a machine that others use as well. */
const SETTLE_MS = 10 * POLL_MS;

export interface KeyAtHand {
  readonly key: string;
  /** When it was added or removed. Shortly afterwards the gateway may not know yet. */
  readonly changedMs: number;
  readonly isThere: boolean;
}

export class SoakStage {
  readonly keys: KeyAtHand[] = [];
  published = 0;
  #failsUntilMs = 0;
  #failedLastMs = 0;
  readonly #keysFile: string;
  #gateway: ChildProcess | null = null;
  #address = '';

  private constructor(
    readonly folder: string,
    readonly trees: readonly string[],
    readonly answers: ReadonlyMap<string, Answers>,
    readonly releases: ReleaseFolder,
    readonly server: Server,
  ) {
    this.#keysFile = join(folder, 'keys.json');
  }

  static async open(): Promise<SoakStage> {
    const folder = mkdtempSync(join(tmpdir(), 'ratetree-soak-'));
    process.env.TMPDIR = folder;
    const trees = await Promise.all(PLACES.map((place) => generateRelease(place)));
    const all = await Promise.all(trees.map(answersOf));
    const answers = new Map(all.map((one) => [one.release, one]));
    const store = join(folder, 'store');
    const server = createServer();
    const stage = new SoakStage(folder, trees, answers, new ReleaseFolder(store, ours.signer, new Date()), server);
    server.on('request', async ({ url = '/' }, response) => {
      if (stage.isFailing) return void response.writeHead(500).end();
      const bytes = await readFile(join(store, url)).catch(() => null);
      response.writeHead(bytes === null ? 404 : 200).end(bytes ?? 'none');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await stage.publishNext();
    for (let count = 0; count < 4; count++) stage.#addKey();
    await stage.#startGateway();
    return stage;
  }

  get address(): string {
    return this.#address;
  }

  get isFailing(): boolean {
    return Date.now() < this.#failsUntilMs;
  }

  /** Whether the store fails, or has failed so lately that the gateway may not know better. */
  get mayBeDown(): boolean {
    return Date.now() < this.#failedLastMs + SETTLE_MS;
  }

  fail(milliseconds: number): void {
    this.#failsUntilMs = Date.now() + milliseconds;
    this.#failedLastMs = this.#failsUntilMs;
  }

  /** The trees follow one another round and round; a release that comes back has a new sequence. */
  async publishNext(): Promise<void> {
    const tree = this.trees[this.published % this.trees.length] ?? '';
    this.published++;
    await this.releases.publish(tree);
  }

  /** Adds one key and removes the oldest that is there. */
  changeKeys(): void {
    const oldest = this.keys.findIndex(({ isThere }) => isThere);
    const { key } = this.keys[oldest] ?? { key: '' };
    changeKeyFile(this.#keysFile, removing(nameOf(key)));
    this.keys[oldest] = { key, changedMs: Date.now(), isThere: false };
    this.#addKey();
  }

  /** Whether the key must be accepted; null while the gateway may or may not know of its last change. */
  verdictOn(key: string): boolean | null {
    const { isThere, changedMs } = this.keys.findLast((one) => one.key === key) ?? { isThere: false, changedMs: 0 };
    return Date.now() < changedMs + SETTLE_MS ? null : isThere;
  }

  kilobytes(): number {
    const status = readFileSync(`/proc/${this.#gateway?.pid}/status`, 'utf8');
    return Number.parseInt(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? '0', 10);
  }

  async close(): Promise<void> {
    this.#gateway?.kill('SIGKILL');
    this.server.closeAllConnections();
    this.server.close();
    rmSync(this.folder, { recursive: true, force: true });
    cleanUp();
  }

  #addKey(): void {
    const key = `key-${this.keys.length}`;
    const plan = { operations: [...PLAN_ITEMS], requestsPerMinute: null };
    const record = { name: nameOf(key), digest: hashOf(key), enabled: true, expires: null, plan };
    changeKeyFile(this.#keysFile, adding(record), 'no keys');
    this.keys.push({ key, changedMs: Date.now(), isThere: true });
  }

  async #startGateway(): Promise<void> {
    const { port } = this.server.address() as AddressInfo;
    const publicKey = join(this.folder, 'publisher.pub');
    writeFileSync(publicKey, ours.pem);
    const env = {
      RATETREE_ORIGIN: `http://127.0.0.1:${port}/`,
      RATETREE_PUBLIC_KEYS: publicKey,
      RATETREE_KEYS: this.#keysFile,
      RATETREE_POLL_MS: `${POLL_MS}`,
      RATETREE_ADMIN_PORT: '0',
      RATETREE_UNKNOWN_KEYS_PER_MINUTE: '1000000',
      PORT: '0',
    };
    const program = join(packageRoot(), 'build', 'program', 'ratetree.js');
    const child = spawn(process.execPath, [program, 'serve'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    this.#gateway = child;
    let heard = '';
    child.stderr.on('data', (chunk) => {
      heard = `${heard}${chunk}`.slice(-10_000);
      this.#address = /gateway at (\S+)/.exec(heard)?.[1] ?? this.#address;
    });
    while (this.#address === '') {
      if (child.exitCode !== null) throw new Error(`the gateway ended: ${heard}`);
      await sleep(50);
    }
    await sleep(SETTLE_MS);
  }
}

const nameOf = (key: string) => `name-of-${key}`;

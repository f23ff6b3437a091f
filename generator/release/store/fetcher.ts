/**
 * Brings objects of a store onto the disk while the caller waits. A night on an empty disk finds out on its way which few
 * of a million objects it needs, in code that reads files; another thread fetches them, many at a time.
 */
import { extname } from 'node:path';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { BucketConnection } from '../../kit/s3-client.ts';
import { StoreError } from './store.ts';

export interface WantedObject {
  readonly key: string;
  /** Where it is to lie. */
  readonly file: string;
  readonly sha256: string;
}

/** What the thread is started with. */
export interface FetcherPlace {
  readonly target: string;
  readonly connection: BucketConnection;
  /** Counts the answers, and wakes the caller. */
  readonly signal: Int32Array;
  readonly port: MessagePort;
}

/** Each request ends sooner by itself. A thread that has died must not hold a night for ever. */
const ANSWER_MS_MAX = 15 * 60_000;

/** What came of some objects; those that are missing or damaged are left out. */
export type FetchAnswer = { readonly objects: number; readonly bytes: number } | { readonly error: string };

/** The thread starts with the first object that is wanted. */
export class Fetcher {
  #thread: { readonly worker: Worker; readonly port: MessagePort; readonly signal: Int32Array } | null = null;
  #objects = 0;
  #bytes = 0;

  /** @param target a folder or the address of a bucket */
  constructor(
    readonly target: string,
    readonly connection: BucketConnection,
  ) {}

  /** How many objects were fetched, and their size. */
  get fetched(): { readonly objects: number; readonly bytes: number } {
    return { objects: this.#objects, bytes: this.#bytes };
  }

  /** @throws StoreError if the store does not answer */
  fetch(wanted: readonly WantedObject[]): void {
    if (wanted.length === 0) return;
    const { port, signal } = this.#start();
    const before = Atomics.load(signal, 0);
    port.postMessage(wanted);
    waitForChange(signal, before, ANSWER_MS_MAX);
    const answer: FetchAnswer | undefined = receiveMessageOnPort(port)?.message;
    if (answer === undefined || 'error' in answer)
      throw new StoreError(answer?.error ?? `${this.target}: the thread that fetches objects has stopped`);
    this.#objects += answer.objects;
    this.#bytes += answer.bytes;
  }

  async close(): Promise<void> {
    await this.#thread?.worker.terminate();
    this.#thread = null;
  }

  #start() {
    if (this.#thread !== null) return this.#thread;
    const { port1: port, port2 } = new MessageChannel();
    const signal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const workerData: FetcherPlace = { target: this.target, connection: this.connection, signal, port: port2 };
    const file = new URL(`./fetcher-worker${extname(import.meta.url)}`, import.meta.url);
    const worker = new Worker(file, { workerData, transferList: [port2] });
    worker.unref();
    this.#thread = { worker, port, signal };
    return this.#thread;
  }
}

/**
 * Returns once the first number of `signal` is another than `before`, or when `msMax` is over. A thread changes the number
 * and then wakes the caller; who saw the change without being woken may be asleep again, for the next one, by then.
 */
export function waitForChange(signal: Int32Array, before: number, msMax: number): void {
  const end = performance.now() + msMax;
  while (Atomics.wait(signal, 0, before, end - performance.now()) === 'ok');
}

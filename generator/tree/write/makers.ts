/**
 * Makes works on several threads. This thread walks through the archive; what it hands over waits in bounded queues, and
 * when all of them are full, it makes the files itself. So memory stays bounded.
 */
import { extname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { TreeObjects } from '../read/objects.ts';
import { type Made, make, type Work } from '../render/work.ts';
import type { Answer, Place } from './maker-worker.ts';
import type { TreeWriter } from './tree-writer.ts';

/** They take some tenths of a second, while the next half month is read and judged. */
const QUEUE_MAX = 200;
/** A night without much news makes fewer, and to start a thread would take longer than they do. */
const WORKS_BEFORE_THREADS = 500;
/** So many works take some tens of milliseconds. */
const WORKS_BETWEEN_PAUSES = 16;

/** What will have been made of a work. */
export interface Later {
  readonly made: Promise<Made>;
}

export class Makers {
  readonly #threads: MakerThread[] = [];
  #given = 0;

  constructor(
    readonly objects: TreeObjects,
    readonly writer: TreeWriter,
    /** How many threads, this one included. */
    readonly jobs: number,
    /** Whether everything is to be made, so that threads are worth their start. */
    readonly isFirst: boolean,
  ) {}

  /**
   * The files are made at once, or later on another thread. It pauses now and then, so that a signal that stops the night
   * is heard within a moment and not after the hundreds of thousands of files of a first run, and so that other threads
   * are heard. @throws DamagedObject, as does what is returned
   */
  async give(work: Work): Promise<Later> {
    if (++this.#given % WORKS_BETWEEN_PAUSES === 0) await setImmediate();
    if (this.isFirst || this.#given >= WORKS_BEFORE_THREADS) this.#start();
    const [thread] = this.#threads.sort((left, right) => left.waiting - right.waiting);
    if (thread === undefined || thread.waiting >= QUEUE_MAX) return { made: Promise.resolve(this.#make(work)) };
    const made = thread.make(work);
    // What went wrong is heard by whoever waits for it.
    made.catch(() => {});
    return { made };
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  #start(): void {
    while (this.#threads.length < this.jobs - 1) {
      this.#threads.push(new MakerThread(this.writer, (work) => this.#make(work)));
    }
  }

  #make(work: Work): Made {
    return make(work, this.objects, (files, digest) => this.writer.putAll(files, digest));
  }
}

/** One other thread that makes works. It answers in the order in which it was given them. */
class MakerThread {
  readonly #worker: Worker;
  readonly #waiting: ((answer: Answer) => void)[] = [];
  #fault: Error | null = null;

  /** @param again makes a work on this thread */
  constructor(
    readonly writer: TreeWriter,
    readonly again: (work: Work) => Made,
  ) {
    const { dir, isDoubted } = writer;
    const workerData: Place = { dir, isDoubted };
    this.#worker = new Worker(new URL(`./maker-worker${extname(import.meta.url)}`, import.meta.url), { workerData });
    this.#worker.on('message', (answer: Answer) => this.#waiting.shift()?.(answer));
    this.#worker.on('error', (error) => {
      this.#fault = error;
      for (const answered of this.#waiting.splice(0)) answered(null);
    });
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  async make(work: Work): Promise<Made> {
    if (this.#fault !== null) throw this.#fault;
    this.#worker.postMessage(work);
    const answer = await new Promise<Answer>((resolve) => {
      this.#waiting.push(resolve);
    });
    if (this.#fault !== null) throw this.#fault;
    // What has failed there most likely fails here as well, and then with an error that is ours to throw.
    if (answer === null) return this.again(work);
    this.writer.count(answer.counts);
    return answer.made;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

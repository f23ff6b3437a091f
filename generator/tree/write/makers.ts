/**
 * Makes works on several threads. This thread walks through the archive; what it hands over waits in bounded queues, and
 * when all of them are full, it makes the files itself. When it has to wait for a work, it makes what no other thread has
 * begun. So no thread is idle, and memory stays bounded.
 */
import { setImmediate } from 'node:timers/promises';
import type { TreeObjects } from '../read/objects.ts';
import { make, sizeOf } from '../render/work.ts';
import { MakerThread } from './maker-thread.ts';
import type { Later, Step, WorkStep } from './step.ts';
import type { TreeWriter } from './tree-writer.ts';

/** A thread makes about 40,000 files a second, so that this lasts while the next half month is read and judged. */
const QUEUE_FILES = 10_000;
/**
 * To start a thread takes as long as to make so many files. A night without much news starts none, and a first run
 * starts one while the archive is opened.
 */
const FILES_BEFORE_THREADS = 2_000;

/** The files of so many steps are made in some tens of milliseconds. */
const STEPS_BETWEEN_PAUSES = 16;

export class Makers {
  readonly #threads: MakerThread[] = [];
  #given = 0;
  #wake: () => void = () => {};

  constructor(
    readonly objects: TreeObjects,
    readonly writer: TreeWriter,
    /** How many threads, this one included. */
    readonly jobs: number,
    /** Whether everything is to be made, so that threads are worth their start. */
    isFirst: boolean,
  ) {
    if (isFirst && jobs > 1) this.#start();
  }

  /**
   * Takes every step of the stream, and returns the stream's result. It pauses now and then, so that a signal that stops
   * the night is heard within a moment and not after the hundreds of thousands of files of a first run, and so that other
   * threads are heard.
   */
  async take<Result>(steps: Iterator<Step, Result>): Promise<Result> {
    for (let next = steps.next(), count = 1; ; next = steps.next(), count++) {
      if (next.done) return next.value;
      if (count % STEPS_BETWEEN_PAUSES === 0) await setImmediate();
      if ('work' in next.value) this.#give(next.value);
      else await this.#finished(next.value.until);
    }
  }

  /** The files are made at once, or later on another thread. @throws what went wrong on another thread */
  #give(step: WorkStep): void {
    this.#makeFailed();
    const files = sizeOf(step.work);
    this.#given += files;
    const thread = this.#thread();
    if (thread !== null && thread.files + files <= QUEUE_FILES) thread.give(step, files);
    else this.#make(step);
  }

  /** Waits until all of these are made. @throws what went wrong on another thread */
  async #finished(wanted: readonly Later[]): Promise<void> {
    for (;;) {
      this.#makeFailed();
      if (wanted.every(({ made }) => made !== null)) return;
      const step = this.#takeBack();
      if (step === null) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      } else {
        this.#make(step);
        // So that answers are heard.
        await setImmediate();
      }
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  #start(): void {
    this.#threads.push(new MakerThread(this.writer, () => this.#wake()));
  }

  #make({ work, to }: WorkStep): void {
    to.made = make(work, this);
  }

  /** What has failed on another thread most likely fails here as well, and then with an error that is ours to throw. */
  #makeFailed(): void {
    for (const thread of this.#threads) for (const step of thread.takeFailed()) this.#make(step);
  }

  /** A work that no thread has begun, of the longest queue; null if there is none. */
  #takeBack(): WorkStep | null {
    const longest = this.#threads.toSorted((left, right) => right.files - left.files);
    for (const thread of longest) {
      const step = thread.takeBack();
      if (step !== null) return step;
    }
    return null;
  }

  /** The thread with the shortest queue; null as long as this thread is alone. */
  #thread(): MakerThread | null {
    if (this.#given >= FILES_BEFORE_THREADS) while (this.#threads.length < this.jobs - 1) this.#start();
    return this.#threads.reduce<MakerThread | null>(
      (best, thread) => (best === null || thread.files < best.files ? thread : best),
      null,
    );
  }
}

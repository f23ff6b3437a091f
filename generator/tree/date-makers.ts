/**
 * Makes the files of dates on several threads. This thread walks through the archive; what it hands over waits in
 * bounded queues, and when all of them are full, it makes the files itself. So no thread is idle, and memory stays
 * bounded.
 */
import { type DateMade, makeDate } from './date-files.ts';
import { DateThread } from './date-thread.ts';
import { countOfHistorical } from './rate-files.ts';
import type { StagedFiles } from './staged-files.ts';
import type { DateStep, Later } from './step.ts';

/** A thread makes about 40,000 files a second, so that this lasts while the next half month is read and judged. */
const QUEUE_FILES = 10_000;
/** To start a thread takes as long as to make so many files. A night without much news starts none. */
const FILES_BEFORE_THREADS = 2_000;
const FILES_OF_A_TABLE = 2;

export class DateMakers {
  readonly #threads: DateThread[] = [];
  #made = 0;
  #wake: () => void = () => {};

  constructor(
    readonly staged: StagedFiles,
    /** How many threads, this one included. */
    readonly jobs: number,
  ) {}

  /** The date's files are made at once, or later on another thread. @throws what went wrong on another thread */
  give({ date: work, to }: DateStep): void {
    const files = FILES_OF_A_TABLE + (work.hasRates ? countOfHistorical(work.table, work.bases) : 0);
    const thread = this.#thread();
    this.#made += files;
    if (thread !== null && thread.files + files <= QUEUE_FILES) thread.give(work, files, to);
    else to.made = makeDate(work, this.staged.inPlace, (file) => this.staged.put(file));
  }

  /** Waits until all of these are made. @throws what went wrong on another thread */
  async finished(wanted: readonly Later[]): Promise<readonly DateMade[]> {
    while (wanted.some(({ made }) => made === null)) {
      for (const thread of this.#threads) thread.check();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return wanted.flatMap(({ made }) => made ?? []);
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  /** The thread with the shortest queue; null as long as this thread is alone. */
  #thread(): DateThread | null {
    if (this.#made >= FILES_BEFORE_THREADS) {
      while (this.#threads.length < this.jobs - 1) this.#threads.push(new DateThread(this.staged, () => this.#wake()));
    }
    for (const thread of this.#threads) thread.check();
    return this.#threads.reduce<DateThread | null>(
      (best, thread) => (best === null || thread.files < best.files ? thread : best),
      null,
    );
  }
}

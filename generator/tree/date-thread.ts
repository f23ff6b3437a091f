/** One other thread that makes the files of dates, and the queue of what it has been given. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { DateWork } from './date-files.ts';
import { type Answer, fromFault, type Place, toMessage } from './date-message.ts';
import type { StagedFiles } from './staged-files.ts';
import type { Later } from './step.ts';

interface Waiting {
  readonly to: Later;
  readonly files: number;
}

export class DateThread {
  /** How many files it has still to make. */
  files = 0;
  readonly #worker: Worker;
  /** Answers come in this order. */
  readonly #waiting: Waiting[] = [];
  #fault: Error | null = null;

  /** @param onAnswer called after each answer, and when the thread has failed */
  constructor(staged: StagedFiles, onAnswer: () => void) {
    const { outDir, hasTree } = staged;
    const workerData: Place = { outDir, hasTree };
    this.#worker = new Worker(new URL(`./date-worker${extname(import.meta.url)}`, import.meta.url), { workerData });
    this.#worker.on('message', (answer: Answer) => {
      this.#hear(answer, staged);
      onAnswer();
    });
    this.#worker.on('error', (error) => {
      this.#fault ??= error;
      onAnswer();
    });
  }

  give(work: DateWork, files: number, to: Later): void {
    this.#waiting.push({ to, files });
    this.files += files;
    this.#worker.postMessage(toMessage(work));
  }

  /** @throws what went wrong on that thread */
  check(): void {
    if (this.#fault !== null) throw this.#fault;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #hear(answer: Answer, staged: StagedFiles): void {
    const first = this.#waiting.shift();
    if (first === undefined) return;
    this.files -= first.files;
    if ('fault' in answer) this.#fault ??= fromFault(answer.fault);
    else {
      first.to.made = answer.made;
      staged.count(answer.counts);
    }
  }
}

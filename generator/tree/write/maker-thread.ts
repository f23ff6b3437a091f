/** One other thread that makes works, and the queue of what it has been given. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { WorkStep } from './step.ts';
import type { TreeWriter } from './tree-writer.ts';
import { type Answer, claim, type Place, toMessage, unclaimed } from './work-message.ts';

interface Waiting {
  readonly step: WorkStep;
  readonly files: number;
  readonly claimed: Int32Array;
}

export class MakerThread {
  /** How many files it has still to make. */
  files = 0;
  readonly #worker: Worker;
  /** Answers come in this order. */
  readonly #waiting: Waiting[] = [];
  readonly #failed: WorkStep[] = [];
  #fault: Error | null = null;

  /** @param onAnswer called after each answer, and when the thread has failed */
  constructor(writer: TreeWriter, onAnswer: () => void) {
    const { dir, isDoubted } = writer;
    const workerData: Place = { dir, isDoubted };
    this.#worker = new Worker(new URL(`./maker-worker${extname(import.meta.url)}`, import.meta.url), { workerData });
    this.#worker.on('message', (answer: Answer) => {
      this.#take(answer, writer);
      onAnswer();
    });
    this.#worker.on('error', (error) => {
      this.#fault ??= error;
      onAnswer();
    });
  }

  give(step: WorkStep, files: number): void {
    const claimed = unclaimed();
    this.#waiting.push({ step, files, claimed });
    this.files += files;
    this.#worker.postMessage(toMessage(step.work, claimed));
  }

  /** The last work of the queue that the thread has not begun and now will not make; null if there is none. */
  takeBack(): WorkStep | null {
    return this.#waiting.findLast(({ claimed }) => claim(claimed))?.step ?? null;
  }

  /** The works that failed on the thread, since the last call. @throws what ended the thread */
  takeFailed(): readonly WorkStep[] {
    if (this.#fault !== null) throw this.#fault;
    return this.#failed.splice(0);
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #take(answer: Answer, writer: TreeWriter): void {
    const first = this.#waiting.shift();
    if (first === undefined) return;
    this.files -= first.files;
    if ('made' in answer) {
      first.step.to.made = answer.made;
      writer.count(answer.counts);
    } else if (answer.undone === 'failed') this.#failed.push(first.step);
  }
}

/** Checks the leaves of a release in a folder with several threads. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { concurrently } from '../kit/concurrently.ts';
import { StoreError } from '../store/store.ts';
import type { Child } from '../wire/release/manifest-nodes.ts';
import type { FindingsPart } from './findings.ts';
import type { Through } from './object-check.ts';

/** What a thread is told when it starts. After that it is sent leaves, and answers each time. */
export interface ThreadTask {
  readonly folder: string;
  readonly through: Through;
}

export type ThreadAnswer =
  | { readonly failure: null; readonly part: FindingsPart }
  /** The folder cannot be read, which says nothing about the release. */
  | { readonly failure: string };

/** A message costs as much as a few files. */
const FILES_OF_MESSAGE = 500;

/** A thread holds one file at a time. Without limits each would let 100 MB of them pile up before it tidies. */
const LIMITS = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 };

/** @throws StoreError if the folder cannot be read */
export async function checkInThreads(
  task: ThreadTask,
  leaves: AsyncIterable<Child>,
  threads: number,
  onPart: (part: FindingsPart) => void,
): Promise<void> {
  const file = new URL('./leaf-thread.js', import.meta.url);
  const all = Array.from({ length: threads }, () => new Worker(file, { workerData: task, resourceLimits: LIMITS }));
  const idle = [...all];
  try {
    await concurrently(inMessages(leaves), threads, async (message) => {
      const thread = idle.pop();
      if (thread === undefined) throw new TypeError('more messages than threads');
      thread.postMessage(message);
      // If the thread breaks, `once` throws its error.
      const [answer]: ThreadAnswer[] = await once(thread, 'message');
      idle.push(thread);
      if (answer === undefined || answer.failure !== null) throw new StoreError(answer?.failure ?? 'no answer');
      onPart(answer.part);
    });
  } finally {
    await Promise.all(all.map((thread) => thread.terminate()));
  }
}

async function* inMessages(leaves: AsyncIterable<Child>): AsyncGenerator<readonly Child[]> {
  let message: Child[] = [];
  let files = 0;
  for await (const leaf of leaves) {
    message.push(leaf);
    files += leaf.files;
    if (files < FILES_OF_MESSAGE) continue;
    yield message;
    [message, files] = [[], 0];
  }
  if (message.length > 0) yield message;
}

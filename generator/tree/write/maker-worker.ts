/** Another thread of generate: makes the works that it is sent, one after another, and writes their files. */
import { parentPort, workerData } from 'node:worker_threads';
import { TreeObjects } from '../read/objects.ts';
import { type Made, make, type Work } from '../render/work.ts';
import { type Counts, TreeWriter } from './tree-writer.ts';

/** What a thread is started with. */
export interface Place {
  readonly dir: string;
  readonly isDoubted: boolean;
}

/** What a thread answers to each work, in the order of the works; null for one that failed. */
export type Answer = { readonly made: Made; readonly counts: Counts } | null;

const { dir, isDoubted }: Place = workerData;
const [objects, writer] = [new TreeObjects(dir), new TreeWriter(dir, isDoubted)];

parentPort?.on('message', (work: Work) => parentPort?.postMessage(answerTo(work)));

function answerTo(work: Work): Answer {
  try {
    const made = make(work, objects, (files, digest) => writer.putAll(files, digest));
    return { made, counts: writer.takeCounts() };
  } catch {
    writer.takeCounts();
    return null;
  }
}

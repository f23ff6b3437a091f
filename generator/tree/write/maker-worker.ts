/** Another thread of generate: makes the works that it is sent, one after another, and writes their files. */
import { parentPort, workerData } from 'node:worker_threads';
import { TreeObjects } from '../read/objects.ts';
import { make } from '../render/work.ts';
import { TreeWriter } from './tree-writer.ts';
import { type Answer, claim, fromMessage, type Place, type WorkMessage } from './work-message.ts';

const { dir, isDoubted }: Place = workerData;
const [objects, writer] = [new TreeObjects(dir), new TreeWriter(dir, isDoubted)];

parentPort?.on('message', (message: WorkMessage) => parentPort?.postMessage(answerTo(message)));

function answerTo(message: WorkMessage): Answer {
  if (!claim(message.claimed)) return { undone: 'taken back' };
  try {
    const made = make(fromMessage(message), { objects, writer });
    return { made, counts: writer.takeCounts() };
  } catch {
    writer.takeCounts();
    return { undone: 'failed' };
  }
}

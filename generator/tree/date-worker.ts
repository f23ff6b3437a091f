/** Another thread of generate: makes the files of the dates that it is sent, one after another, and stages them. */
import { parentPort, workerData } from 'node:worker_threads';
import { makeDate } from './date-files.ts';
import { type Answer, type DateMessage, fromMessage, type Place, toFault } from './date-message.ts';
import { StagedFiles } from './staged-files.ts';

const { outDir, hasTree }: Place = workerData;
const files = new StagedFiles(outDir, hasTree);

parentPort?.on('message', (message: DateMessage) => parentPort?.postMessage(answerTo(message)));

function answerTo(message: DateMessage): Answer {
  try {
    const made = makeDate(fromMessage(message), files.inPlace, (file) => files.put(file));
    return { made, counts: files.takeCounts() };
  } catch (error) {
    return { fault: toFault(error) };
  }
}

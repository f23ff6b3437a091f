/** Another thread of generate: makes the works that it is sent, one after another, and stages their files. */
import { parentPort, workerData } from 'node:worker_threads';
import { make } from '../render/work.ts';
import { StagedFiles } from './staged-files.ts';
import { type Answer, claim, fromMessage, type Place, type WorkMessage } from './work-message.ts';

const { outDir, hasTree }: Place = workerData;
const files = new StagedFiles(outDir, hasTree);

parentPort?.on('message', (message: WorkMessage) => parentPort?.postMessage(answerTo(message)));

function answerTo(message: WorkMessage): Answer {
  if (!claim(message.claimed)) return { left: 'taken back' };
  try {
    const made = make(fromMessage(message), files);
    return { made, counts: files.takeCounts() };
  } catch {
    files.takeCounts();
    return { left: 'failed' };
  }
}

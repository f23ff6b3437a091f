/**
 * A gateway process under mixed load for minutes: releases in which every figure differs follow one another, keys come
 * and go, and once the store fails. Each answer must be the one of the release that it names; no client may be led back
 * to an older release; a removed key must be refused and a new one accepted; nothing but 503 may begin with 5, and that
 * only while the store fails; and memory must not grow. Ends with 1 if any of this is broken.
 *
 * node build/scripts/bench/soak.js [--minutes 20] [--every 60] [--outage 30] [--clients 8]
 */
import { parseArgs } from 'node:util';
import { SoakClients } from './soak-clients.ts';
import { SoakStage } from './soak-stage.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    every: { type: 'string', default: '60' },
    outage: { type: 'string', default: '30' },
    clients: { type: 'string', default: '8' },
  },
});
const MEMORY_EVERY_MS = 2000;
/** Of what the process uses in the second quarter, how much it may use in the last one; and as much as V8 may dawdle. */
const GROWTH_MAX = 1.15;
const GROWTH_SPARE_KB = 24 * 1024;
/** In its first minute a process is still becoming as large as it will be. */
const SAMPLES_MIN = 40;
const FAULTS_SHOWN = 20;

const lastsMs = Number.parseFloat(values.minutes) * 60_000;
const everyMs = Number.parseFloat(values.every) * 1000;
const outageMs = Number.parseFloat(values.outage) * 1000;
const stage = await SoakStage.open();
try {
  const clients = new SoakClients(stage);
  clients.start(Number.parseInt(values.clients, 10));
  const memory: number[] = [];
  const sampling = setInterval(() => memory.push(stage.kilobytes()), MEMORY_EVERY_MS);
  const publishing = setInterval(() => void stage.publishNext(), everyMs);
  const changingKeys = setInterval(() => stage.changeKeys(), everyMs / 3);
  // In the middle, so that it is seen what comes after it.
  setTimeout(() => stage.fail(outageMs), lastsMs / 2 - outageMs / 2);
  await new Promise((resolve) => setTimeout(resolve, lastsMs));
  for (const timer of [sampling, publishing, changingKeys]) clearInterval(timer);
  await clients.stop();
  report(clients, memory);
} finally {
  await stage.close();
}

function report(clients: SoakClients, memory: readonly number[]): void {
  const faults = [...clients.faults, ...growth(memory)];
  console.log(`${clients.asked} requests to ${stage.published} releases: ${clients.counts()}`);
  const megabytes = memory.map((one) => Math.round(one / 1024));
  const steps = megabytes.filter((_, place) => place % Math.ceil(megabytes.length / 20) === 0);
  console.log(`memory in MB: ${steps.join(' ')}`);
  for (const fault of faults.slice(0, FAULTS_SHOWN)) console.log(fault);
  console.log(faults.length === 0 ? 'nothing is broken' : `${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

function growth(memory: readonly number[]): readonly string[] {
  if (memory.length < SAMPLES_MIN) return [];
  const quarter = Math.floor(memory.length / 4);
  const [second, last] = [median(memory.slice(quarter, 2 * quarter)), median(memory.slice(-quarter))];
  if (last <= second * GROWTH_MAX + GROWTH_SPARE_KB) return [];
  return [`memory grew from ${Math.round(second / 1024)} to ${Math.round(last / 1024)} MB`];
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((left, right) => left - right)[numbers.length >> 1] ?? 0;
}

/** A night that waits for objects which another thread fetches. */
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { waitForChange } from '../../generator/release/store/fetcher.ts';

const WAKER = `
  const { workerData: signal } = require('node:worker_threads');
  const isAwaited = () => Atomics.notify(signal, 0) === 1;
  while (!isAwaited());
  while (!isAwaited());
  Atomics.add(signal, 0, 1);
  Atomics.notify(signal, 0);
`;

it('sleeps on when it is woken for an answer that it has read already', async () => {
  const signal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(WAKER, { eval: true, workerData: signal });
  waitForChange(signal, 0, 60_000);
  expect(signal[0]).toBe(1);
  await worker.terminate();
});

it('waits no longer than it is told', () => {
  const signal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  waitForChange(signal, 0, 20);
  expect(signal[0]).toBe(0);
});

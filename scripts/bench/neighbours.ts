/**
 * Measures how long /v1/latest of one key takes while a client without a key asks for a long span again and again, over
 * one connection or several: the median and the 99th percentile, in milliseconds.
 * node build/scripts/bench/neighbours.js [TREE] [SPAN] [SECONDS]
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { packageRoot } from '../../generator/kit/package.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
import { Contest, KEY } from './contest.ts';

const DEAREST = '/v2/rates.csv?providers=ECB&base=USD&from=2021-01-01';
const [tree = join(packageRoot(), 'dist'), span = DEAREST, seconds = '10'] = process.argv.slice(2);

const contest = new Contest();
try {
  const address = await contest.gateway(tree, { RATETREE_KEYLESS_PER_MINUTE: '1000000' });
  console.log('connections of the other | spans answered | latest answered | p50 ms | p99 ms | most ms');
  // The first is not counted, because V8 still compiles in it.
  for (const connections of [1, 0, 1, 8, 60]) console.log(await measure(address, connections));
} catch (error) {
  console.error(error instanceof InputError ? error.message : error);
  process.exitCode = 1;
} finally {
  contest.close();
}

async function measure(address: string, connections: number): Promise<string> {
  const [own, other] = [new Pool(address, { connections: 1 }), new Pool(address, { connections: 60 })];
  const until = performance.now() + Number.parseInt(seconds, 10) * 1000;
  let spans = 0;
  const loops = Array.from({ length: connections }, async () => {
    while (performance.now() < until) {
      const { statusCode, body } = await other.request({ path: span, method: 'GET' });
      await body.dump({ limit: Number.POSITIVE_INFINITY });
      if (statusCode === 503) await sleep(1000);
      else spans++;
    }
  });
  const times: number[] = [];
  while (performance.now() < until) {
    const startedMs = performance.now();
    const { body } = await own.request({ path: '/v1/latest', method: 'GET', headers: { 'Subscription-Key': KEY } });
    await body.text();
    times.push(performance.now() - startedMs);
  }
  await Promise.all([own.close(), ...loops.map((loop) => loop.catch(() => {})), other.destroy()]);
  times.sort((left, right) => left - right);
  const at = (share: number) => (times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(1);
  return [connections, spans, times.length, at(0.5), at(0.99), at(1)].join(' | ');
}

/** A gateway of several workers, as an operator runs it: limits, counts, a worker that dies, and a stop under load. */

import { writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { freshFolder } from '../support/banks/archives.ts';
import { DEMO_KEY, keyRecord } from '../support/servers/gateway.ts';
import { startGateway } from '../support/servers/gateway-process.ts';
import { freePort } from '../support/servers/loopback.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const tree = writeSmallTree();
const LIMIT = 100;
const CONNECTIONS = 40;

async function startWorkers(more: Readonly<Record<string, string>> = {}) {
  const keys = join(freshFolder(), 'keys.json');
  const plan = { operations: ['latest' as const], requestsPerMinute: LIMIT };
  writeFileSync(keys, JSON.stringify({ keys: [keyRecord('limited', 'a-limited-key', { plan })] }));
  const gateway = startGateway({
    RATETREE_ORIGIN: tree,
    RATETREE_KEYS: keys,
    RATETREE_DEMO_KEY: DEMO_KEY,
    RATETREE_WORKERS: '2',
    RATETREE_DRAIN_MS: '500',
    RATETREE_GRACE_MS: '20000',
    RATETREE_KEYLESS_PER_MINUTE: `${LIMIT}`,
    RATETREE_UNKNOWN_KEYS_PER_MINUTE: `${LIMIT}`,
    RATETREE_ADMIN_PORT: `${await freePort()}`,
    PORT: `${await freePort()}`,
    ...more,
  });
  const [, ...pids] = await gateway.says(/workers that answer: 1 \(pid (\d+)\), 2 \(pid (\d+)\)/);
  const [, url = ''] = await gateway.says(/gateway at (\S+)/);
  const [, adminUrl = ''] = await gateway.says(/healthz and metrics at (\S+)/);
  const requestCounts = async () => {
    const text = await (await fetch(`${adminUrl}/metrics`)).text();
    const found = text.matchAll(/^ratetree_requests_total\{operation="(\w+)",status="(\d+)"\} (\d+)$/gm);
    return Object.fromEntries([...found].map(([, operation, status, count]) => [`${operation} ${status}`, count]));
  };
  return { ...gateway, pids: pids.map((pid) => Number.parseInt(pid, 10)), url, adminUrl, requestCounts };
}

type Headers = Readonly<Record<string, string>>;

/** Resolves to status and header Connection; rejects at a reset. */
function ask(url: string, agent: Agent, headers: Headers = { 'subscription-key': DEMO_KEY }): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = get(`${url}/v1/latest`, { agent, headers }, (response) => {
      response.resume();
      response.once('error', reject);
      response.once('end', () => resolve(`${response.statusCode} ${response.headers.connection}`));
    });
    request.once('error', reject);
  });
}

/** Asks from many connections at once. Returns how often each status came. */
async function askOften(url: string, times: number, headers?: Headers): Promise<Readonly<Record<string, number>>> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const answers = await Promise.all(Array.from({ length: times }, () => ask(url, agent, headers)));
  agent.destroy();
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const status = answer.slice(0, 3);
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

/** Waits for the next minute if this one may turn too soon. */
async function withinOneMinute(): Promise<void> {
  const leftMs = 60_000 - (Date.now() % 60_000);
  if (leftMs < 20_000) await sleep(leftMs + 50);
}

/** Its thirty seconds pass beside the test after it. */
it.concurrent('a worker that hangs is killed and replaced', async () => {
  const { url, pids, says } = await startWorkers();
  const [victim = 0] = pids;
  process.kill(victim, 'SIGSTOP');
  await says(new RegExp(`worker 1 \\(pid ${victim}\\) hangs: it is killed`));
  await says(/worker 1 \(pid \d+\) ended by SIGKILL; another one starts/);
  await says(/workers that answer: 2 \(pid \d+\), 3 \(pid \d+\)/);
  expect(await askOften(url, 100)).toEqual({ 200: 100 });
}, 120_000);

it.concurrent('limits are exact over two workers, and their counts and lines are those of one gateway', async () => {
  const { url, requestCounts, adminUrl, child, ended, heard } = await startWorkers();
  await withinOneMinute();
  expect(await askOften(url, 300, { 'subscription-key': 'a-limited-key' })).toEqual({ 200: LIMIT, 429: 200 });
  await withinOneMinute();
  expect(await askOften(url, 300, {})).toEqual({ 200: LIMIT, 429: 200 });
  await withinOneMinute();
  expect(await askOften(url, 300, { 'subscription-key': 'a-guess' })).toEqual({ 401: LIMIT, 429: 200 });
  expect(await askOften(url, 300)).toEqual({ 200: 300 });
  expect(await requestCounts()).toEqual({ 'latest 200': '500', 'latest 401': '100', 'latest 429': '600' });
  const health = await fetch(`${adminUrl}/healthz`);
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok', release: '0123456789abcdef' }]);
  child.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
  const lines = heard.out.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).path)).toEqual(Array(1200).fill('/v1/latest'));
}, 180_000);

it('a worker that is killed is named and replaced, and what it counted stays', async () => {
  const { url, pids, says, requestCounts, heard } = await startWorkers();
  expect(await askOften(url, 200)).toEqual({ 200: 200 });
  expect(await requestCounts()).toEqual({ 'latest 200': '200' });
  const [victim = 0] = pids;
  process.kill(victim, 'SIGKILL');
  await says(new RegExp(`worker 1 \\(pid ${victim}\\) ended by SIGKILL; another one starts in 500 ms`));
  expect(await askOften(url, 100)).toEqual({ 200: 100 });
  expect(await requestCounts()).toEqual({ 'latest 200': '300' });
  await says(/workers that answer: 2 \(pid \d+\), 3 \(pid \d+\)/);
  expect(await askOften(url, 100)).toEqual({ 200: 100 });
  expect(await requestCounts()).toEqual({ 'latest 200': '400' });
  expect(heard.err.match(/ended by/g)).toHaveLength(1);
});

it('a stop under load loses no request', async () => {
  const { url, adminUrl, child, ended, says, pids } = await startWorkers();
  let answered = 0;
  let isFirstRound = true;
  const clients = Array.from({ length: CONNECTIONS }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (;;) {
      const answer = await ask(url, agent);
      answered++;
      if (answer !== '200 keep-alive') return answer;
      if (isFirstRound && answered > 2 * CONNECTIONS) {
        isFirstRound = false;
        child.kill('SIGTERM');
      }
    }
  });
  await says(/SIGTERM: handed on to 2 workers/);
  const health = await fetch(`${adminUrl}/healthz`);
  expect([health.status, await health.json()]).toMatchObject([503, { status: 'stopping' }]);
  expect(await Promise.all(clients)).toEqual(clients.map(() => '200 close'));
  expect(await ended).toEqual([0, null]);
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

it('connections beyond the limit of all workers are closed, and those within it go on', async () => {
  const { url, ended, child } = await startWorkers({ RATETREE_CONNECTIONS_MAX: '4' });
  const agents = Array.from({ length: 12 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const answers = await Promise.allSettled(agents.map((agent) => ask(url, agent)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  for (const agent of agents) agent.destroy();
  // The workers learn only after a while that connections are closed.
  await expect.poll(() => ask(url, new Agent()).catch(String), { timeout: 30_000 }).toMatch(/^200/);
  child.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
});

it('a mistake of the operator is told once, and ends the gateway with code 1', async () => {
  const { url } = await startWorkers();
  const env = { RATETREE_ORIGIN: tree, RATETREE_DEMO_KEY: 'k', RATETREE_WORKERS: '2', RATETREE_ADMIN_PORT: '0' };
  const second = startGateway({ ...env, PORT: new URL(url).port });
  expect(await second.ended).toEqual([1, null]);
  expect(second.heard.err.match(/cannot listen/g)).toHaveLength(1);
  const wrong = startGateway({ ...env, RATETREE_WORKERS: 'two' });
  expect(await wrong.ended).toEqual([1, null]);
  expect(wrong.heard.err).toContain('RATETREE_WORKERS must be a whole number from 1 to 64');
});

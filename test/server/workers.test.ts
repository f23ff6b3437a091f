/** What several workers share: limits that are counted in one process, metrics that are added up, and whole log lines. */
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { setImmediate as later } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { MinuteCounter } from '../../server/keys/limit.ts';
import { countsOf, sumMetrics } from '../../server/watch/sum.ts';
import { Member } from '../../server/workers/member.ts';
import type { FromWorker } from '../../server/workers/messages.ts';
import { passLines } from '../../server/workers/pass-lines.ts';
import { NOON_MS } from '../support/servers/gateway.ts';

/** Members of one counter, over lines on which a message takes a moment. */
function crewOf(count: number) {
  const clock = { nowMs: NOON_MS };
  const counter = new MinuteCounter(() => clock.nowMs);
  const sent: FromWorker[] = [];
  const members = Array.from({ length: count }, (_, place) => {
    const line = Object.assign(new EventEmitter(), {
      send: (message: FromWorker) => {
        sent.push(message);
        if (!('requests' in message)) return;
        setImmediate(() => {
          const admitted = message.requests.map(([, name, perMinute]) => counter.admits(name, perMinute));
          line.emit('message', { admitted });
        });
      },
      disconnect: () => {},
    });
    return new Member(line, place + 1);
  });
  const counters = members.map((member) => member.counterOf('keys'));
  const admits = async (worker: number, name = 'alice', perMinute = 100): Promise<boolean> => {
    try {
      await counters[worker]?.count(name, perMinute, (seconds) => `ask again in ${seconds} seconds`);
      return true;
    } catch (error) {
      expect(error).toMatchObject({ code: 1429, message: expect.stringMatching(/^ask again in \d+ seconds$/) });
      return false;
    }
  };
  return { clock, sent, admits };
}

it.each<[name: string, worker: (place: number) => number]>([
  ['in turns', (place) => place % 3],
  ['at one', () => 1],
  ['first at one, then at the others', (place) => (place < 60 ? 0 : 1 + (place % 2))],
])('of 300 requests that arrive %s, the first 100 are admitted if 100 are allowed', async (_, worker) => {
  const { admits, clock } = crewOf(3);
  const times = async () => {
    const answers: Promise<boolean>[] = [];
    for (let place = 0; place < 300; place++) {
      answers.push(admits(worker(place)));
      if (place % 50 === 0) await later();
    }
    return (await Promise.all(answers)).filter(Boolean).length;
  };
  expect(await times()).toBe(100);
  expect(await times()).toBe(0);
  clock.nowMs += 60_000;
  expect(await times()).toBe(100);
});

it('requests that arrive together are counted in one message, each by its own limit', async () => {
  const { admits, sent } = crewOf(1);
  const asked = ['alice', 'bob', 'alice', 'carol', 'alice'].map((name) => admits(0, name, name === 'alice' ? 2 : 1));
  expect(await Promise.all(asked)).toEqual([true, true, true, true, false]);
  expect(sent).toHaveLength(1);
});

const metrics = (requests: Record<string, number>, bytes: number, release: string) =>
  [
    '# HELP ratetree_requests_total Requests answered.\n# TYPE ratetree_requests_total counter',
    ...Object.entries(requests).map(([status, count]) => `ratetree_requests_total{status="${status}"} ${count}`),
    '# HELP ratetree_request_seconds Time.\n# TYPE ratetree_request_seconds histogram',
    'ratetree_request_seconds_bucket{le="0.5"} 2\nratetree_request_seconds_sum 0.25',
    `# HELP ratetree_cache_bytes Memory.\n# TYPE ratetree_cache_bytes gauge\nratetree_cache_bytes ${bytes}`,
    '# HELP ratetree_release_info Release.\n# TYPE ratetree_release_info gauge',
    `ratetree_release_info{release="${release}"} 1\n`,
  ].join('\n');

it('of metrics counts and memory are added, and of each other state the first word counts', () => {
  const [one, two] = [metrics({ 200: 3 }, 10, 'a'), metrics({ 200: 4, 429: 1 }, 20, 'a')];
  const sum = metrics({ 200: 7, 429: 1 }, 30, 'a');
  expect(sumMetrics([one, two])).toBe(sum.replace('"0.5"} 2', '"0.5"} 4').replace('sum 0.25', 'sum 0.5'));
  expect(sumMetrics([one])).toBe(one);
  expect(sumMetrics([])).toBe('');
});

it('what a worker has counted stays when it has ended, and its states go', () => {
  const ended = countsOf(metrics({ 200: 3 }, 10, 'old'));
  expect(ended).not.toMatch(/old|cache_bytes/);
  const now = sumMetrics([metrics({ 200: 4 }, 20, 'new'), ended]);
  expect(now).toContain('ratetree_requests_total{status="200"} 7');
  expect(now).toContain('ratetree_cache_bytes 20');
  expect(now).not.toContain('old');
});

it('lines of two writers stay whole however they are cut, and nothing is read while nothing is taken', async () => {
  const to = new PassThrough({ highWaterMark: 64 });
  const writers = ['a', 'b'].map((letter) => ({ letter, from: new PassThrough({ highWaterMark: 16 }) }));
  for (const { from } of writers) passLines(from, to);
  for (const { letter, from } of writers) {
    const text = `${letter.repeat(23)}\n`.repeat(200);
    for (let place = 0; place < text.length; place += 7) from.write(text.slice(place, place + 7));
    from.end();
  }
  await later();
  expect(to.readableLength + to.writableLength).toBeLessThan(1000);
  let heard = '';
  to.on('data', (chunk) => {
    heard += chunk;
  });
  while (heard.length < 2 * 200 * 24) await later();
  expect(heard.split('\n').filter((line) => !/^(a{23}|b{23})$/.test(line))).toEqual(['']);
});

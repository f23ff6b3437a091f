/** What operators see: health, and metrics in the form that Prometheus reads. */

import { expect, it } from 'vitest';
import { createAdmin } from '../../server/watch/admin.ts';
import { gatewayOver, NOON_MS } from '../support/servers/gateway.ts';
import { listen } from '../support/servers/loopback.ts';
import { diskStore } from '../support/servers/stores.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';
import { releaseIn } from '../support/trees/trees.ts';

/** Parses lines `name{labels} value`. Any other line that is not a comment is refused. */
function parsed(text: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const line of text.trimEnd().split('\n')) {
    const [, series, value] = /^([a-z_]+(?:\{[a-z]+="[^"]*"(?:,[a-z]+="[^"]*")*\})?) ([\d.e+-]+)$/.exec(line) ?? [];
    if (series !== undefined && value !== undefined) values.set(series, value);
    else if (!/^# (HELP|TYPE) ratetree_/.test(line)) throw new Error(`not a metric: ${line}`);
  }
  return values;
}

it('requests are counted by operation and status, files by whether memory held them', async () => {
  let nowMs = NOON_MS;
  const tree = writeSmallTree();
  const gateway = await gatewayOver(diskStore(tree), { nowMs: () => nowMs });
  for (const url of ['/v1/latest', '/v1/latest', '/v1/latest?base=ZZZ', '/v1/nowhere']) await gateway.ask(url);
  await gateway.ask('/v1/convert', { headers: {} });
  nowMs += 2500;
  const values = parsed(gateway.metricsText());
  const expected = {
    'ratetree_requests_total{operation="latest",status="200"}': '2',
    'ratetree_requests_total{operation="latest",status="400"}': '1',
    'ratetree_requests_total{operation="none",status="404"}': '1',
    'ratetree_requests_total{operation="convert",status="401"}': '1',
    ratetree_request_seconds_count: '5',
    ratetree_cache_hits_total: '1',
    ratetree_cache_misses_total: '1',
    ratetree_origin_errors_total: '0',
    [`ratetree_release_info{release="${releaseIn(tree)}",date="2026-03-13"}`]: '1',
    ratetree_release_loaded_seconds: '2.5',
    'ratetree_latest_age_days{provider="GLOBAL"}': '0',
    'ratetree_latest_age_days{provider="HMRC"}': '40',
  };
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, values.get(name)]))).toEqual(expected);
});

it('the buckets of the histogram grow from bound to bound up to the number of all requests', async () => {
  const gateway = await gatewayOver(diskStore(writeSmallTree()));
  for (let count = 0; count < 20; count++) await gateway.ask('/v1/convert?amount=1');
  const values = parsed(gateway.metricsText());
  const buckets = [...values]
    .filter(([name]) => name.includes('bucket'))
    .map(([, count]) => Number.parseInt(count, 10));
  expect(buckets).toEqual(buckets.toSorted((left, right) => left - right));
  expect(buckets.at(-1)).toBe(20);
});

it('the gateway is healthy when it has a release, until it is told to stop', async () => {
  let release: string | null = null;
  let stopping = false;
  const isStopping = () => stopping;
  const sources = { release: () => release, unreadable: () => null, isStopping };
  const handler = createAdmin({ ...sources, metricsText: () => 'ratetree_x 1\n' });
  const { url } = await listen((request, response) => handler.emit('request', request, response));
  expect((await fetch(`${url}/healthz`)).status).toBe(503);
  release = 'abc';
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok', release: 'abc' });
  expect(await (await fetch(`${url}/metrics`)).text()).toBe('ratetree_x 1\n');
  expect((await fetch(`${url}/`)).status).toBe(404);
  stopping = true;
  const { status, headers } = await fetch(`${url}/healthz`);
  expect([status, headers.get('connection')]).toEqual([503, 'close']);
  expect((await fetch(`${url}/metrics`)).status).toBe(200);
});

/** What a client notices of another one that asks for long spans, and what is done for a client that has gone away. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { Places } from '../../server/request/perform/places.ts';
import { DEMO_KEY, gatewayOver, logInto, withReads } from '../support/servers/gateway.ts';
import { get, KEY, startListener } from '../support/servers/raw-requests.ts';
import { diskStore } from '../support/servers/stores.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const store = diskStore(writeSmallTree());
const SPAN = '/v1/series?from=2026-03-11';
const withKey = { headers: { 'subscription-key': DEMO_KEY } };
const keyless = (place: number) => ({ headers: {}, remoteAddress: `192.0.2.${place}` });

/** The small tree, of which no table that is asked for after `hold` arrives before it is let go. */
function heldStore() {
  const asked: (() => void)[] = [];
  let isHolding = false;
  const held = withReads(store, async (path, read) => {
    if (isHolding && path.startsWith('tables/')) await new Promise<void>((resolve) => asked.push(resolve));
    return read();
  });
  const letGo = () => {
    for (const go of asked.splice(0)) go();
  };
  const hold = () => {
    isHolding = true;
  };
  return { held, hold, asked, letGo };
}

/** Time enough for everything that does not wait for a table. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
};

describe('forty spans of one address', () => {
  it('do not hold up the span of a key, nor that of another address', async () => {
    const { ask } = await gatewayOver(store, { keylessPerMinute: 100 });
    const ended: string[] = [];
    const asking = async (name: string, asked: Parameters<typeof ask>[1]) => {
      expect((await ask(SPAN, asked)).status).toBe(200);
      ended.push(name);
    };
    const many = Array.from({ length: 40 }, () => asking('one address', keyless(1)));
    await Promise.all([...many, asking('a key', withKey), asking('another address', keyless(2))]);
    expect(ended.slice(0, 8)).toEqual(expect.arrayContaining(['a key', 'another address']));
  });

  it('are answered with 1503 after ten seconds without a place, in the words of a dialect as well', async () => {
    const { held, hold, letGo } = heldStore();
    const clocks: (() => void)[] = [];
    const places = new Places((_ms, ring) => {
      clocks.push(ring);
      return () => {};
    });
    const { ask } = await gatewayOver(held, { keylessPerMinute: 100, places });
    hold();
    const read = [ask(SPAN, keyless(1)), ask(SPAN, keyless(1))];
    const waiting = [
      ask(SPAN, keyless(1)),
      ask('/oxr/api/time-series.json?start=2026-03-11&end=2026-03-13', keyless(1)),
    ];
    while (clocks.length < 2) await settle();
    for (const ring of clocks) ring();
    const [refused, inDialect] = await Promise.all(waiting);
    expect([refused?.status, refused?.headers['retry-after']]).toEqual([503, '5']);
    expect(refused?.text).toMatch(/^\{"message":"too many spans .*","errorCode":1503\}$/);
    expect([inDialect?.status, inDialect?.headers['retry-after']]).toEqual([503, '5']);
    expect(inDialect?.text).toMatch(/"status":503,"message":"service_unavailable","description":"too many spans /);
    letGo();
    expect((await Promise.all(read)).map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('a client that closes its connection', () => {
  it('is worked for no longer, and the log says 499', async () => {
    const { held, hold, asked, letGo } = heldStore();
    const lines: string[] = [];
    const accessLog = logInto(lines);
    const { handler } = await gatewayOver(held, { accessLog });
    hold();
    let come = 0;
    const { port } = await startListener((request) => {
      come++;
      return handler(request);
    });
    // The two first are being read, and share their reads; the others wait.
    const sockets = Array.from({ length: 4 }, () => connect(port, '127.0.0.1'));
    for (const socket of sockets) socket.write(get(SPAN, KEY));
    while (come < 4 || asked.length < 2) await settle();
    await Promise.all(sockets.map((socket) => once(socket.destroy(), 'close')));
    for (; lines.length < 2; accessLog.flush()) await settle();
    letGo();
    for (; lines.length < 4; accessLog.flush()) await settle();
    expect(lines.map((line) => JSON.parse(line).status)).toEqual([499, 499, 499, 499]);
    expect(asked).toEqual([]);
  });
});

/** How the gateway stops under load: readiness fails first, and no client that keeps its connection alive sees a reset. */
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { freePort } from '../support/servers/free-port.ts';
import { DEMO_KEY } from '../support/servers/gateway.ts';
import { startGateway } from '../support/servers/gateway-process.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const CLIENTS = 64;
const REQUESTS_MAX = 10_000;
const ANSWERED = { status: 200, connection: 'keep-alive' };
const LAST = { status: 200, connection: 'close' };

interface Heard {
  readonly status: number | undefined;
  readonly connection: string | undefined;
}

/** A client with one connection that it keeps alive. A reset rejects. */
function client(url: string): () => Promise<Heard> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const options = { agent, headers: { 'subscription-key': DEMO_KEY } };
  return () =>
    new Promise((resolve, reject) => {
      const request = get(`${url}/v1/latest`, options, (response) => {
        response.resume();
        response.once('error', reject);
        response.once('end', () => resolve({ status: response.statusCode, connection: response.headers.connection }));
      });
      request.once('error', reject);
    });
}

/** Asks again and again until an answer says that it is the last one on this connection. */
async function askToTheEnd(ask: () => Promise<Heard>): Promise<Heard> {
  for (let count = 0; count < REQUESTS_MAX; count++) {
    const heard = await ask();
    if (heard.connection !== 'keep-alive') return heard;
    await sleep(5);
  }
  throw new Error(`no answer of ${REQUESTS_MAX} said that the connection is closed`);
}

async function refusesConnections(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return;
    }
    socket.destroy();
    await sleep(50);
  }
}

it(`of ${CLIENTS} clients that keep their connections alive, none sees a reset when the gateway is stopped`, async () => {
  const { child, says, ended } = startGateway({
    RATETREE_ORIGIN: writeSmallTree(),
    RATETREE_DEMO_KEY: DEMO_KEY,
    RATETREE_DRAIN_MS: '6000',
    RATETREE_GRACE_MS: '60000',
    RATETREE_ADMIN_PORT: `${await freePort()}`,
    PORT: '0',
  });
  const [, url = ''] = await says(/gateway at (\S+)/);
  const [, adminUrl = ''] = await says(/healthz and metrics at (\S+)/);
  const clients = Array.from({ length: CLIENTS }, () => client(url));
  expect(await Promise.all(clients.map((ask) => ask()))).toEqual(clients.map(() => ANSWERED));

  const [idle, busy] = [clients.slice(0, CLIENTS / 2), clients.slice(CLIENTS / 2)];
  const lastOfBusy = Promise.all(busy.map(askToTheEnd));
  child.kill('SIGTERM');
  await says(/SIGTERM: stops listening in 6000 ms/);
  const health = await fetch(`${adminUrl}/healthz`);
  expect(health.status).toBe(503);
  expect(await health.json()).toMatchObject({ status: 'stopping' });
  expect(await client(url)()).toEqual(LAST);
  expect(await lastOfBusy).toEqual(busy.map(() => LAST));

  await refusesConnections(Number.parseInt(new URL(url).port, 10));
  expect(await Promise.all(idle.map((ask) => ask()))).toEqual(idle.map(() => LAST));
  expect(await ended).toEqual([0, null]);
});

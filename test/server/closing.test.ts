/** How a listener closes: running requests finish, and idle connections are kept or closed, as it is told. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Handler } from '../../server/request/http/answer.ts';
import { closeListener } from '../../server/request/http/listener.ts';
import { gatewayOver } from '../support/servers/gateway.ts';
import { exchange, get, KEY, received, startListener, statusOf } from '../support/servers/raw-requests.ts';
import { diskStore } from '../support/servers/stores.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const { handler } = await gatewayOver(diskStore(writeSmallTree()));

/** A promise and the function that settles it. */
function signal(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

describe('closing', () => {
  it('lets running requests finish and accepts no more', async () => {
    const held = signal();
    const arrived = signal();
    const waiting: Handler = async (request) => {
      arrived.resolve();
      await held.promise;
      return handler(request);
    };
    let stopping = false;
    const { server, port: own } = await startListener(waiting, { isStopping: () => stopping });
    const socket = connect(own, '127.0.0.1');
    socket.write(`GET /v1/latest HTTP/1.1\r\nHost: localhost\r\n${KEY}\r\n\r\n`); // kept alive by its client
    const answer = received(socket);
    await arrived.promise;
    stopping = true;
    const closed = closeListener(server, 60_000, 'kept');
    await expect(once(connect(own, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED');
    held.resolve();
    await closed;
    expect(statusOf(await answer)).toBe('200');
    expect(await answer).toContain('Connection: close');
  });

  it('keeps a connection without a request until its next answer, or closes it at once, as it is told', async () => {
    for (const idle of ['kept', 'closed'] as const) {
      let stopping = false;
      const { server, port: own } = await startListener(handler, { isStopping: () => stopping });
      const socket = connect(own, '127.0.0.1');
      const answers = received(socket);
      const one = `GET /v1/latest HTTP/1.1\r\nHost: localhost\r\n${KEY}\r\n\r\n`;
      socket.write(one);
      await once(socket, 'data');
      stopping = true;
      const closed = closeListener(server, 60_000, idle);
      if (idle === 'kept') socket.write(one);
      await closed;
      expect((await answers).match(/HTTP\/1\.1 200 OK/g)).toHaveLength(idle === 'kept' ? 2 : 1);
    }
  });

  it('waits no longer than the grace period', async () => {
    const arrived = signal();
    const { server, port: own } = await startListener(() => {
      arrived.resolve();
      return new Promise(() => {});
    });
    const answer = exchange(get('/v1/latest', KEY), own);
    await arrived.promise;
    const idle = connect(own, '127.0.0.1');
    await once(idle, 'connect');
    await closeListener(server, 50, 'kept');
    expect(await answer).toBe('');
    idle.destroy();
  });
});

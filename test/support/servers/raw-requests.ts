/** A listener over any handler, on a real port, and requests that are sent to it byte by byte. */
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Handler } from '../../../server/request/http/answer.ts';
import { createListener, type ListenerOptions } from '../../../server/request/http/listener.ts';
import { afterFile } from '../kit/after-file.ts';
import { DEMO_KEY } from './asking.ts';

/** The header with the key. */
export const KEY = `Subscription-Key: ${DEMO_KEY}`;

export async function startListener(handler: Handler, options: Partial<ListenerOptions> = {}) {
  const server = createListener({
    handler,
    onMalformed: () => {},
    isStopping: () => false,
    proxies: null,
    connectionsMax: 100,
    headersTimeoutMs: 5000,
    keepAliveTimeoutMs: 5000,
    ...options,
  });
  afterFile(() => server.closeAllConnections());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

/** Sends bytes as they are, and returns all that is received until the other side closes. */
export async function exchange(sent: string, port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(Buffer.from(sent, 'latin1'));
  return received(socket);
}

export async function received(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => socket.destroy()); // a reset after the answer: what came before it counts
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('utf8');
}

export const statusOf = (answer: string) => answer.slice(0, 'HTTP/1.1 200'.length).slice(-3);
export const bodyOf = (answer: string) => answer.slice(answer.indexOf('\r\n\r\n') + 4);
export const get = (target: string, ...headers: string[]) =>
  `${[`GET ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`;

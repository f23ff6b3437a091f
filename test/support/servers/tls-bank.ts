/** A bank on this machine that is asked over real TLS by the name of its host. */
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Dispatcher } from 'undici';
import { fetchAnswer } from '../../../generator/sources/feeds/net/fetch.ts';
import { afterFile } from '../kit/after-file.ts';

/** Every name is this machine. */
export const lookup = ((_host: string, _options: object, found: (error: null, all: object[]) => void) =>
  found(null, [{ address: '127.0.0.1', family: 4 }])) as never;

/** A bank that says which version of TLS it speaks. */
export async function bankWith(options: ServerOptions): Promise<number> {
  const server = createServer(options, ({ socket }, response) => {
    response.end((socket as TLSSocket).getProtocol());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterFile(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** The answer, or why there is none. */
export async function ask(host: string, port: number, dispatcher: Dispatcher): Promise<string> {
  try {
    const url = `https://${host}:${port}/`;
    const limits = { attemptsMax: 1 };
    const { bytes } = await fetchAnswer({ method: 'GET', url }, { dispatcher, userAgent: 'test', limits });
    return Buffer.from(bytes).toString();
  } catch (error) {
    return (error as Error).message;
  } finally {
    await dispatcher.destroy();
  }
}

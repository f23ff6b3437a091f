import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { toDispatcher } from '../../generator/sources/feeds/net/dispatcher.ts';
import { fetchAnswer } from '../../generator/sources/feeds/net/fetch.ts';
import { listen, ok } from '../support/servers/loopback.ts';

describe('a proxy that the environment names', () => {
  async function proxied(env: (proxyUrl: string) => Record<string, string>) {
    const origin = await listen(ok);
    const proxy = await listen((request, response) => {
      fetch(new URL(new URL(request.url ?? '', origin.url).pathname, origin.url))
        .then((answer) => answer.text())
        .then((body) => response.end(body));
    });
    const tunnels: string[] = [];
    proxy.server.on('connect', (request, socket) => {
      tunnels.push(request.url ?? '');
      const upstream = connect(Number(new URL(origin.url).port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        upstream.pipe(socket).pipe(upstream);
      });
      for (const end of [socket, upstream]) end.on('error', () => end.destroy());
    });
    const through = toDispatcher(env(proxy.url));
    const answer = await fetchAnswer(
      { method: 'GET', url: `${origin.url}/rates` },
      { dispatcher: through, userAgent: 'x' },
    );
    await through.destroy();
    return { body: Buffer.from(answer.bytes).toString(), uses: tunnels.length + proxy.asked.length };
  }

  it.each<[string, (url: string) => Record<string, string>, number]>([
    ['is used', (url) => ({ HTTP_PROXY: url }), 1],
    ['is used if it is named in small letters', (url) => ({ http_proxy: url }), 1],
    ['is not used for a host in NO_PROXY', (url) => ({ HTTP_PROXY: url, NO_PROXY: '127.0.0.1' }), 0],
    ['is not used for http if it is named for https alone', (url) => ({ HTTPS_PROXY: url }), 0],
    ['is not needed', () => ({}), 0],
  ])('%s', async (_, env, uses) => expect(await proxied(env)).toEqual({ body: 'rates', uses }));
});

/** Issuers that complete a chain are fetched through a proxy where one is set. */
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { toDispatcher } from '../../generator/sources/feeds/net/dispatcher.ts';
import { certify, opensslIsThere } from '../support/servers/certificates.ts';
import { freePort } from '../support/servers/free-port.ts';
import { listen } from '../support/servers/loopback.ts';
import { ask, bankWith, lookup } from '../support/servers/tls-bank.ts';

const HAS_OPENSSL = opensslIsThere('issuers behind a proxy');
const HOST = 'bank.example';

describe.skipIf(!HAS_OPENSSL)('through a proxy', () => {
  /** A bank whose issuer is to be had at a name that the proxy alone knows. */
  async function bankBehind(host = HOST) {
    const root = certify({ name: 'Root' });
    const issuer = certify({ name: 'Issuer', issuer: root });
    const port = await bankWith(certify({ name: host, issuer, hosts: [host], issuerUrl: 'http://ca.example/issuer' }));
    const asked: string[] = [];
    const proxy = await listen(({ method, url, headers }, response) => {
      asked.push(`${method} ${url} for ${headers.host}`);
      response.end(issuer.der);
    });
    proxy.server.on('connect', (request, socket) => {
      asked.push(`CONNECT ${request.url?.replace(`${port}`, 'PORT')}`);
      const upstream = connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        upstream.pipe(socket).pipe(upstream);
      });
      for (const end of [socket, upstream]) end.on('error', () => end.destroy());
    });
    const run = (env: Readonly<Record<string, string>>) =>
      ask(host, port, toDispatcher(env, { ca: root.cert, lookup } as never));
    return { run, asked, env: { HTTP_PROXY: proxy.url } };
  }

  it('a chain is completed with an issuer that the proxy brings', async () => {
    const { run, asked, env } = await bankBehind();
    expect(await run(env)).toBe('TLSv1.3');
    const tunnel = `CONNECT ${HOST}:PORT`;
    expect(asked).toEqual([tunnel, tunnel, 'GET http://ca.example/issuer for ca.example', tunnel]);
  });

  it('an issuer is asked for even if the bank is not, and a bank speaks the version that it can', async () => {
    const direct = await bankBehind();
    expect(await direct.run({ ...direct.env, NO_PROXY: HOST })).toBe('TLSv1.3');
    expect(direct.asked).toEqual(['GET http://ca.example/issuer for ca.example']);
    const kuwait = await bankBehind('www.cbk.gov.kw');
    expect(await kuwait.run(kuwait.env)).toBe('TLSv1.2');
  });

  it('nothing is reached if the proxy is not there', async () => {
    const { run } = await bankBehind();
    expect(await run({ HTTPS_PROXY: `http://127.0.0.1:${await freePort()}` })).toContain('ECONNREFUSED');
  });
});

/** How connections are made, over real TLS with servers on this machine. */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { toDispatcher } from '../../generator/feeds/dispatcher.ts';
import { fetchAnswer } from '../../generator/feeds/fetch.ts';
import { afterFile } from '../support/kit/after-file.ts';
import { certify, opensslIsThere } from '../support/servers/certificates.ts';

describe.skipIf(!opensslIsThere('versions of TLS'))('the version of TLS', () => {
  it.each([
    ['is 1.2 with the central bank of Kuwait, whose edge resets a hello of 1.3', 'www.cbk.gov.kw', 'TLSv1.2'],
    ['is the newest with others', 'bank.example', 'TLSv1.3'],
  ])('%s', async (_, host, version) => {
    const root = certify({ name: 'Root of ours' });
    const { key, cert } = certify({ name: host, issuer: root, hosts: [host] });
    const server = createServer({ key, cert }, ({ socket }, response) => {
      response.end((socket as TLSSocket).getProtocol());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    afterFile(() => void server.close());
    const lookup = (_host: string, _options: object, found: (error: null, list: object[]) => void) =>
      found(null, [{ address: '127.0.0.1', family: 4 }]);
    const dispatcher = toDispatcher({}, { ca: root.cert, lookup: lookup as never });
    const { port } = server.address() as AddressInfo;
    const { bytes } = await fetchAnswer(
      { method: 'GET', url: `https://${host}:${port}/` },
      { dispatcher, userAgent: 'test' },
    );
    await dispatcher.destroy();
    expect(Buffer.from(bytes).toString()).toBe(version);
  });
});

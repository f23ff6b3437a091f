/** How connections are made, over real TLS with a server on this machine. */
import { describe, expect, it } from 'vitest';
import { toDispatcher } from '../../generator/sources/feeds/net/dispatcher.ts';
import { certify, opensslIsThere } from '../support/servers/certificates.ts';
import { ask, bankWith, lookup } from '../support/servers/tls-bank.ts';

describe.skipIf(!opensslIsThere('versions of TLS'))('the version of TLS', () => {
  it.each([
    ['is 1.2 with the central bank of Kuwait, whose edge resets a hello of 1.3', 'www.cbk.gov.kw', 'TLSv1.2'],
    ['is the newest with others', 'bank.example', 'TLSv1.3'],
  ])('%s', async (_, host, version) => {
    const root = certify({ name: 'Root of ours' });
    const port = await bankWith(certify({ name: host, issuer: root, hosts: [host] }));
    expect(await ask(host, port, toDispatcher({}, { ca: root.cert, lookup } as never))).toBe(version);
  });
});

/** No connection to a bank leads into the network of the machine that asks, whatever a redirect or a name says. */
import { createServer } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { describe, expect, it } from 'vitest';
import { toDispatcher } from '../../generator/sources/feeds/net/dispatcher.ts';
import { fetchAnswer } from '../../generator/sources/feeds/net/fetch.ts';
import { type IsAllowed, isPublic } from '../../generator/sources/feeds/net/public-addresses.ts';
import { afterFile } from '../support/kit/after-file.ts';
import { inTurn, listen, ok, status } from '../support/servers/loopback.ts';

describe('an address is', () => {
  it.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.31.9.9', '192.0.0.8', '192.0.2.1'],
    ...['192.88.99.1', '192.168.0.1', '198.18.0.1', '198.51.100.7', '203.0.113.9', '224.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::7f00:1', '::ffff:127.0.0.1', '::ffff:0:127.0.0.1', '64:ff9b::127.0.0.1', '64:ff9b::a00:1'],
    ...[
      '64:ff9b::',
      '64:ff9b:1::1',
      '100::1',
      '2001::1',
      '2001:0:4136::1',
      '2001:10::1',
      '2001:db8::1',
      '2002:7f00:1::',
    ],
    ...['3fff::1', '5f00::1', 'fc00::1', 'fd00::1', 'fe80::1', 'fec0::1', 'ff02::1', 'bank.example', ''],
  ])('not public: %s', (address) => expect(isPublic(address)).toBe(false));

  it.each([
    ...['1.1.1.1', '93.184.216.34', '172.32.0.1', '192.0.1.1', '198.20.0.1', '223.255.255.255'],
    ...['2606:4700::1111', '2001:200::1', '2a00:1450::1', '64:ff9b::93.184.216.34', '64:ff9b::101:101'],
  ])('public: %s', (address) => expect(isPublic(address)).toBe(true));
});

const limits = { attemptsMax: 2, timeoutMs: 60_000, backoffMs: 1 };

async function fetchWith(isAllowed: IsAllowed, url: string, lookup?: LookupFunction): Promise<string> {
  const dispatcher = toDispatcher({}, { lookup }, isAllowed);
  try {
    const { bytes } = await fetchAnswer({ method: 'GET', url }, { dispatcher, userAgent: 'x', limits });
    return Buffer.from(bytes).toString();
  } finally {
    await dispatcher.destroy();
  }
}

describe('a source', () => {
  const isBank = (address: string) => address === '127.0.0.1';

  it.each(['localhost', '127.0.0.1'])('that is %s is not asked', async (host) => {
    const inside = await listen(ok);
    const { port } = new URL(inside.url);
    await expect(fetchWith(isPublic, `http://${host}:${port}/`)).rejects.toThrow('public address');
    expect(inside.asked).toEqual([]);
  });

  it('at the address of the newer kind is not asked', async () => {
    await expect(fetchWith(isPublic, 'http://[::1]:9/')).rejects.toThrow('::1 is not a public address');
  });

  /** A server in the own network, at the port of the bank or at any. */
  async function listenInside(port = 0) {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end('credentials');
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.2', resolve));
    afterFile(() => void server.close());
    return { asked, port: (server.address() as AddressInfo).port };
  }

  it('that redirects into the own network is not followed', async () => {
    const { asked, port } = await listenInside();
    const bank = await listen(status(301, { location: `http://127.0.0.2:${port}/latest/meta-data/` }));
    await expect(fetchWith(isBank, `${bank.url}/rates`)).rejects.toThrow('127.0.0.2 is not a public address');
    expect([bank.asked, asked]).toEqual([['GET /rates'], []]);
  });

  /** A name whose owner gives other addresses each time that it is looked up. */
  const inTurns = (...answers: readonly (readonly string[])[]): LookupFunction => {
    let next = 0;
    return (_, __, found) =>
      found(
        null,
        (answers[next++] ?? []).map((address) => ({ address, family: 4 })),
      );
  };

  it('whose name leads to a bank first and into the own network at the next connection is not followed', async () => {
    const closing = { connection: 'close' };
    const bank = await listen(inTurn(status(503, closing), status(200, closing, 'rates')));
    const { port } = new URL(bank.url);
    const { asked } = await listenInside(Number(port));
    const url = `http://bank.example:${port}/`;
    const rebound = inTurns(['127.0.0.1'], ['127.0.0.2'], ['127.0.0.1']);
    await expect(fetchWith(isBank, url, rebound)).rejects.toThrow('bank.example has no public address');
    expect(await fetchWith(isBank, url, inTurns(['127.0.0.2', '127.0.0.1']))).toBe('rates');
    expect([bank.asked, asked]).toEqual([['GET /', 'GET /'], []]);
  });

  it('that may be asked is asked', async () => {
    const bank = await listen(ok);
    expect(await fetchWith(isBank, `${bank.url}/rates`)).toBe('rates');
  });
});

/** The client's address behind proxies: which word is believed, in the log and in the limit of unknown keys. */
import { describe, expect, it } from 'vitest';
import { clientAddress, parseProxies } from '../../server/request/http/proxies.ts';
import { readExamples } from '../support/kit/examples.ts';

const PROXIES = '10.0.0.0/8, 192.0.2.7, 2001:db8:1::/48, fd00::1';

describe(`behind the proxies ${PROXIES}`, () => {
  const proxies = parseProxies(PROXIES);
  it.each([
    ['a peer that is none of them', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['a peer next to one of them', '192.0.2.8', '198.51.100.1', '192.0.2.8'],
    ['a proxy that says nothing', '10.1.2.3', undefined, '10.1.2.3'],
    ['a proxy that says an empty word', '10.1.2.3', '', '10.1.2.3'],
    ['one proxy', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['the last address of a range', '10.255.255.255', '198.51.100.1', '198.51.100.1'],
    ['the address after a range', '11.0.0.0', '198.51.100.1', '11.0.0.0'],
    ['two proxies', '10.1.2.3', '198.51.100.1, 192.0.2.7', '198.51.100.1'],
    ['three proxies without blanks', '10.1.2.3', '198.51.100.1,10.9.9.9,192.0.2.7', '198.51.100.1'],
    ['a client that forged a word', '10.1.2.3', '10.6.6.6, 1.1.1.1, 198.51.100.1', '198.51.100.1'],
    ['a client that forged a proxy', '10.1.2.3', '1.1.1.1, 198.51.100.1, 10.6.6.6', '198.51.100.1'],
    ['proxies that ask for themselves', '10.1.2.3', '10.0.0.1, 10.0.0.2', '10.0.0.1'],
    ['a proxy that hides the client', '10.1.2.3', '198.51.100.1, unknown', '10.1.2.3'],
    ['a hidden client behind two proxies', '10.1.2.3', '198.51.100.1, unknown, 192.0.2.7', '192.0.2.7'],
    ['a word that is no address', '10.1.2.3', '"><script>', '10.1.2.3'],
    ['a number of one part', '10.1.2.3', '3232235777', '10.1.2.3'],
    ['leading zeros', '10.1.2.3', '010.0.0.1', '10.1.2.3'],
    ['a port', '10.1.2.3', '198.51.100.1:4711', '198.51.100.1'],
    ['IPv6', '2001:db8:1:ffff::5', '2001:db8:2::5', '2001:db8:2::5'],
    ['IPv6 outside of the range', '2001:db8:2::', '198.51.100.1', '2001:db8:2::'],
    ['IPv6 in brackets', 'fd00::1', '[2001:db8:2::5]', '2001:db8:2::5'],
    ['IPv6 in brackets with a port', 'fd00::1', '[2001:db8:2::5]:4711', '2001:db8:2::5'],
    ['IPv6 in an unusual notation', 'fd00::1', '2001:0DB8:2:0:0:0:0:5', '2001:db8:2::5'],
    ['IPv6 with a zone', 'fd00::1', 'fe80::5%eth0', 'fe80::5'],
    ['IPv6 of a proxy in an unusual notation', '10.1.2.3', '198.51.100.1, FD00:0::0001', '198.51.100.1'],
    ['a mapped peer', '::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['a mapped peer that is none of them', '::ffff:203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['a mapped proxy', '10.1.2.3', '198.51.100.1, ::ffff:192.0.2.7', '198.51.100.1'],
    ['a mapped proxy in hexadecimal', '10.1.2.3', '198.51.100.1, ::ffff:c000:207', '198.51.100.1'],
    ['a mapped client', '10.1.2.3', '::ffff:198.51.100.1', '198.51.100.1'],
    ['a connection that is gone', '', '198.51.100.1', ''],
  ])('%s: %s with %j is the client %s', (_, peer, forwardedFor, client) => {
    expect(clientAddress(peer, forwardedFor, proxies)).toBe(client);
  });
});

describe('without named proxies', () => {
  it('the peer is the client, whatever it says', () => {
    expect(clientAddress('::ffff:10.1.2.3', '198.51.100.1', null)).toBe('::ffff:10.1.2.3');
  });
});

describe('the proxies', () => {
  it.each(readExamples('server/answers/proxies.txt', 'trusted peers'))(
    '%s and the peer %s: that it is trusted is %s',
    (text, peer, isTrusted) => {
      const client = clientAddress(peer, '198.51.100.1', parseProxies(text));
      expect(`${client === '198.51.100.1'}`).toBe(isTrusted);
    },
  );

  it.each([...readExamples('server/answers/proxies.txt', 'no addresses'), ['']])(
    '"%s" is refused with its own words',
    (part) => {
      expect(() => parseProxies(`10.0.0.1, ${part}`)).toThrow(`"${part}" is neither an address nor a range`);
    },
  );
});

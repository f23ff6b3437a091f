/** The client's address behind proxies: which word is believed, in the log and in the limit of unknown keys. */
import { describe, expect, it } from 'vitest';
import { clientAddress, parseProxies } from '../../server/request/http/proxies.ts';
import { readExamples } from '../support/kit/examples.ts';

const PROXIES = '10.0.0.0/8, 192.0.2.7, 2001:db8:1::/48, fd00::1';

describe(`behind the proxies ${PROXIES}`, () => {
  const proxies = parseProxies(PROXIES);
  it.each<[string, string, string | undefined, string]>([
    ['a proxy that says nothing', '10.1.2.3', undefined, '10.1.2.3'],
    ...readExamples<[string, string, string, string]>('server/answers/proxies.txt', 'clients'),
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

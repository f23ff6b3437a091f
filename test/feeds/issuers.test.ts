/** Which issuers are asked for, and where. */
import { X509Certificate } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { completeChain, fetchIssuer, issuerUrlOf } from '../../generator/sources/feeds/net/issuers.ts';
import { isPublic } from '../../generator/sources/feeds/net/public-addresses.ts';

const KNOWN = join(packageRoot(), '..', 'shared', 'feeds-3', 'ca');

describe.skipIf(!existsSync(KNOWN))('the issuers that banks leave out', () => {
  it.each(existsSync(KNOWN) ? readdirSync(KNOWN) : [])(
    '%s is issued by a root that is trusted already',
    async (name) => {
      const issuer = new X509Certificate(readFileSync(join(KNOWN, name)));
      const never = () => Promise.reject(new Error('nobody is asked'));
      const options = { roots: rootCertificates, fetchIssuer: never, nowMs: Date.now() };
      expect([issuer.ca, await completeChain(issuer, options)]).toEqual([true, []]);
    },
  );
});

describe('an address of an issuer', () => {
  it.each(['127.0.0.1', '10.1.2.3', '192.168.0.1', '172.31.9.9', '169.254.169.254', '0.0.0.0', '::1', 'fd00::1'])(
    '%s is never asked',
    async (address) => {
      expect(isPublic(address)).toBe(false);
      const host = address.includes(':') ? `[${address}]` : address;
      await expect(fetchIssuer(`http://${host}:9/i`)).rejects.toThrow('is not a public address');
    },
  );

  it('is not asked either where a name leads to this machine', async () => {
    await expect(fetchIssuer('http://localhost:9/i')).rejects.toThrow('localhost has no public address');
    expect(['1.1.1.1', '2606:4700::1111'].map(isPublic)).toEqual([true, true]);
    expect([isPublic('::ffff:127.0.0.1'), isPublic('bank.example')]).toEqual([false, false]);
  });

  it.each([
    ['OCSP - URI:http://ocsp.example/\nCA Issuers - URI:http://ca.example/i.crt\n', 'http://ca.example/i.crt'],
    ['CA Issuers - URI:ldap://ca.example/i\n', null],
    [undefined, null],
  ])('is found in %j', (infoAccess, url) => expect(issuerUrlOf({ infoAccess } as never)).toBe(url));
});

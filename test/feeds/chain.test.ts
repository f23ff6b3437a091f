/** Chains that hosts leave incomplete, made with openssl and asked over real TLS on this machine. */
import { Agent } from 'undici';
import { describe, expect, it } from 'vitest';
import { toConnector } from '../../generator/sources/feeds/net/dispatcher.ts';
import { fetchIssuer } from '../../generator/sources/feeds/net/issuers.ts';
import { type Certified, certify, opensslIsThere } from '../support/servers/certificates.ts';
import { listen } from '../support/servers/loopback.ts';
import { ask, bankWith, lookup } from '../support/servers/tls-bank.ts';

const HAS_OPENSSL = opensslIsThere('chains of certificates');
const HOST = 'bank.example';
/** The authorities' site is on this machine, which no real bank may name. */
const here = (url: string) => fetchIssuer(url, undefined, () => true);
type Served = Readonly<Record<string, string | Uint8Array>>;

/** The site of the authorities, which serves what is put into it. */
async function authorities() {
  const served: Record<string, string | Uint8Array> = {};
  const { url, asked } = await listen((request, response) => {
    const body = served[request.url ?? ''];
    response.writeHead(body === undefined ? 404 : 200).end(body ?? '');
  });
  return { at: (path: string) => `${url}${path}`, put: (more: Served) => Object.assign(served, more), asked };
}

/** What the bank answers a client that trusts the root, where a certificate may be asked for on this machine. */
async function asked(root: Certified, bank: Certified, chain: readonly Certified[] = [], host = HOST) {
  const port = await bankWith({ key: bank.key, cert: [bank, ...chain].map(({ cert }) => cert).join('') });
  const connect = toConnector({ ca: root.cert, lookup } as never, { fetchIssuer: here });
  return ask(host, port, new Agent({ connect }));
}

describe.skipIf(!HAS_OPENSSL)('a chain that the host leaves incomplete', () => {
  it.each(['der', 'cert'] as const)('is completed with the issuer that it names, as %s', async (form) => {
    const site = await authorities();
    const root = certify({ name: 'Root' });
    const issuer = certify({ name: 'Issuer', issuer: root });
    site.put({ '/issuer': issuer[form] });
    const bank = certify({ name: HOST, issuer, hosts: [HOST], issuerUrl: site.at('/issuer') });
    expect(await asked(root, bank)).toBe('TLSv1.3');
    expect(site.asked).toEqual(['GET /issuer']);
  });

  it('is completed over two issuers, which are asked for once for all connections to the host', async () => {
    const site = await authorities();
    const root = certify({ name: 'Root' });
    const upper = certify({ name: 'Upper', issuer: root });
    const lower = certify({ name: 'Lower', issuer: upper, issuerUrl: site.at('/upper') });
    site.put({ '/upper': upper.der, '/lower': lower.der });
    const bank = certify({ name: HOST, issuer: lower, hosts: [HOST], issuerUrl: site.at('/lower') });
    const port = await bankWith(bank);
    const connect = toConnector({ ca: root.cert, lookup } as never, { fetchIssuer: here });
    for (let time = 0; time < 2; time++) expect(await ask(HOST, port, new Agent({ connect }))).toBe('TLSv1.3');
    expect(site.asked).toEqual(['GET /lower', 'GET /upper']);
  });

  it('is not touched where the host sends it whole', async () => {
    const site = await authorities();
    const root = certify({ name: 'Root' });
    const issuer = certify({ name: 'Issuer', issuer: root });
    const bank = certify({ name: HOST, issuer, hosts: [HOST], issuerUrl: site.at('/issuer') });
    expect([await asked(root, bank, [issuer]), site.asked]).toEqual(['TLSv1.3', []]);
  });

  type Made = (site: Awaited<ReturnType<typeof authorities>>, root: Certified) => Certified;
  const bankOf = (issuer: Certified, issuerUrl?: string) =>
    certify({ name: HOST, issuer, hosts: [HOST], ...(issuerUrl === undefined ? {} : { issuerUrl }) });

  it.each<[string, Made, string]>([
    [
      'by another authority of the same name',
      (site, root) => {
        site.put({ '/i': certify({ name: 'Issuer', issuer: root }).der });
        return bankOf(certify({ name: 'Issuer', issuer: root }), site.at('/i'));
      },
      'has not issued',
    ],
    [
      'by a root of a stranger, even if it has issued it',
      (site) => {
        const stranger = certify({ name: 'Stranger' });
        site.put({ '/i': stranger.der });
        return bankOf(stranger, site.at('/i'));
      },
      'is a root that is not trusted',
    ],
    [
      'by an issuer of a root of a stranger',
      (site) => {
        const [stranger, url] = [certify({ name: 'Stranger' }), site.at('/i')];
        const issuer = certify({ name: 'Issuer', issuer: stranger, issuerUrl: site.at('/root') });
        site.put({ '/i': issuer.der, '/root': stranger.der });
        return bankOf(issuer, url);
      },
      'is a root that is not trusted',
    ],
    [
      'by two that have issued each other',
      (site) => {
        const [one, other] = [certify({ name: 'One' }), certify({ name: 'Other' })];
        const crossed = certify({ name: 'One', key: one.key, issuer: other, issuerUrl: site.at('/other') });
        const back = certify({ name: 'Other', key: other.key, issuer: one, issuerUrl: site.at('/one') });
        site.put({ '/one': crossed.der, '/other': back.der });
        return bankOf(crossed, site.at('/one'));
      },
      'no trusted root within 3 steps',
    ],
    [
      'by one that has expired',
      (site, root) => {
        const issuer = certify({ name: 'Issuer', issuer: root, isExpired: true });
        site.put({ '/i': issuer.der });
        return bankOf(issuer, site.at('/i'));
      },
      'was valid until',
    ],
    [
      'by the certificate of a server',
      (site, root) => {
        const server = certify({ name: 'Server', issuer: root, hosts: ['server.example'] });
        site.put({ '/i': server.der });
        return bankOf(server, site.at('/i'));
      },
      'has not issued',
    ],
    ['by nobody that it names', (_, root) => bankOf(certify({ name: 'Issuer', issuer: root })), 'does not say where'],
    [
      'by what is not there',
      (site, root) => bankOf(certify({ name: 'Issuer', issuer: root }), site.at('/i')),
      'answers 404',
    ],
    [
      'by what is no certificate',
      (site, root) => {
        site.put({ '/i': '<html>' });
        return bankOf(certify({ name: 'Issuer', issuer: root }), site.at('/i'));
      },
      'its issuer: ',
    ],
    [
      'by what is too large',
      (site, root) => {
        site.put({ '/i': 'x'.repeat(70_000) });
        return bankOf(certify({ name: 'Issuer', issuer: root }), site.at('/i'));
      },
      'has more than 65536 bytes',
    ],
    [
      'over https, which the authorities do not use',
      (site, root) => bankOf(certify({ name: 'Issuer', issuer: root }), site.at('/i').replace('http:', 'https:')),
      'does not say where',
    ],
  ])('is not completed %s', async (_, make, fault) => {
    const [site, root] = [await authorities(), certify({ name: 'Root' })];
    const said = await asked(root, make(site, root));
    expect(said).toMatch(/^unable to verify the first certificate/);
    expect(said).toContain(fault);
  });

  it('is completed for no other host than the certificate is for', async () => {
    const [site, root] = [await authorities(), certify({ name: 'Root' })];
    const issuer = certify({ name: 'Issuer', issuer: root });
    site.put({ '/i': issuer.der });
    const bank = certify({ name: HOST, issuer, hosts: [HOST], issuerUrl: site.at('/i') });
    expect(await asked(root, bank, [], 'other.example')).toContain("does not match certificate's altnames");
  });

  it('asks nobody about a certificate with another fault', async () => {
    const [site, root] = [await authorities(), certify({ name: 'Root' })];
    const url = site.at('/i');
    const expired = certify({ name: HOST, issuer: root, hosts: [HOST], issuerUrl: url, isExpired: true });
    const own = certify({ name: HOST, hosts: [HOST], issuerUrl: url });
    expect(await asked(root, expired)).toContain('certificate has expired');
    expect(await asked(root, own)).toMatch(/self.signed certificate/);
    expect(site.asked).toEqual([]);
  });

  it('needs a root: an issuer alone, offered beside the roots, is no end of a chain', async () => {
    const issuer = certify({ name: 'Issuer', issuer: certify({ name: 'Stranger' }) });
    const bank = certify({ name: HOST, issuer, hosts: [HOST] });
    expect(await asked(issuer, bank)).toMatch(/unable to (get issuer|verify the first) certificate/);
  });
});

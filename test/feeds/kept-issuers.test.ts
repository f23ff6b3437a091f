/** Issuers that complete a chain: kept on disk from one night to the next, and fetched through a proxy where one is set. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Agent } from 'undici';
import { describe, expect, it } from 'vitest';
import { toConnector, toDispatcher } from '../../generator/sources/feeds/net/dispatcher.ts';
import { fetchIssuer, KeptIssuers } from '../../generator/sources/feeds/net/issuers.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { type Certified, certify, opensslIsThere } from '../support/servers/certificates.ts';
import { freePort } from '../support/servers/free-port.ts';
import { listen } from '../support/servers/loopback.ts';
import { ask, bankWith, lookup } from '../support/servers/tls-bank.ts';

const HAS_OPENSSL = opensslIsThere('issuers that are kept');
const HOST = 'bank.example';

/** A bank that leaves its issuer out, and the site that serves what is in `served`. */
async function bankAlone() {
  const served: { bytes: Uint8Array | null } = { bytes: null };
  const site = await listen((_, response) => {
    response.writeHead(served.bytes === null ? 404 : 200).end(served.bytes ?? '');
  });
  const root = certify({ name: 'Root' });
  const issuer = certify({ name: 'Issuer', issuer: root });
  served.bytes = issuer.der;
  const url = `${site.url}/issuer`;
  const port = await bankWith(certify({ name: HOST, issuer, hosts: [HOST], issuerUrl: url }));
  /** A new run of the program that keeps issuers in the folder. */
  const run = (folder: string) => {
    const ways = {
      fetchIssuer: (address: string) => fetchIssuer(address, undefined, () => true),
      keptIssuers: new KeptIssuers(folder),
    };
    return ask(HOST, port, new Agent({ connect: toConnector({ ca: root.cert, lookup } as never, ways) }));
  };
  return { root, issuer, served, site, run };
}

/** The one file of the folder. */
function kept(folder: string): string {
  const [name = '', ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  return join(folder, name);
}

describe.skipIf(!HAS_OPENSSL)('an issuer that completed a chain', () => {
  it('is kept, so that the next night asks nobody for it', async () => {
    const { run, site, issuer } = await bankAlone();
    const folder = join(freshFolder(), 'archive', '.memory', 'issuers');
    expect([await run(folder), await run(folder), site.asked]).toEqual(['TLSv1.3', 'TLSv1.3', ['GET /issuer']]);
    expect(readFileSync(kept(folder), 'utf8')).toBe(issuer.cert);
  });

  it.each<[string, (root: Certified) => string]>([
    ['was cut short', () => '-----BEGIN CERTIFICATE-----\nMIIB'],
    ['is another authority of the same name', (root) => certify({ name: 'Issuer', issuer: root }).cert],
    ['is the root of a stranger', () => certify({ name: 'Issuer' }).cert],
    ['has expired', (root) => certify({ name: 'Issuer', issuer: root, isExpired: true }).cert],
  ])('is fetched anew where what is kept %s', async (_, make) => {
    const { run, site, root, issuer } = await bankAlone();
    const folder = join(freshFolder(), 'issuers');
    await run(folder);
    writeFileSync(kept(folder), make(root));
    expect([await run(folder), site.asked.length]).toEqual(['TLSv1.3', 2]);
    expect(readFileSync(kept(folder), 'utf8')).toBe(issuer.cert);
  });

  it('is judged again on each night: what is kept makes nobody trusted', async () => {
    const { run, served, site } = await bankAlone();
    const folder = join(freshFolder(), 'issuers');
    await run(folder);
    const forged = certify({ name: 'Issuer' });
    writeFileSync(kept(folder), forged.cert);
    served.bytes = null;
    expect(await run(folder)).toMatch(/^unable to verify the first certificate; its issuer: .* answers 404$/);
    expect([readFileSync(kept(folder), 'utf8'), site.asked.length]).toEqual([forged.cert, 2]);
  });

  it('is not kept where it completes nothing', async () => {
    const { run, served } = await bankAlone();
    served.bytes = certify({ name: 'Issuer' }).der;
    const folder = freshFolder();
    expect(await run(folder)).toContain('is a root that is not trusted');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('takes the place of all others when there are fifty of them', async () => {
    const { run } = await bankAlone();
    const folder = join(freshFolder(), 'issuers');
    mkdirSync(folder);
    for (let index = 0; index < 50; index++) writeFileSync(join(folder, `${index}.pem`), 'old');
    await run(folder);
    expect(readFileSync(kept(folder), 'utf8')).toContain('BEGIN CERTIFICATE');
  });
});

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
    const run = (env: Readonly<Record<string, string>>, folder?: string) =>
      ask(host, port, toDispatcher(env, { ca: root.cert, lookup } as never, { issuersDir: folder }));
    return { run, asked, env: { HTTP_PROXY: proxy.url } };
  }

  it('a chain is completed with an issuer that the proxy brings, and is kept', async () => {
    const { run, asked, env } = await bankBehind();
    const folder = join(freshFolder(), 'issuers');
    expect(await run(env, folder)).toBe('TLSv1.3');
    const tunnel = `CONNECT ${HOST}:PORT`;
    expect(asked).toEqual([tunnel, tunnel, 'GET http://ca.example/issuer for ca.example', tunnel]);
    expect([await run(env, folder), asked.slice(4)]).toEqual(['TLSv1.3', [tunnel, tunnel, tunnel]]);
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

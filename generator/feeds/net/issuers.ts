/**
 * Fetches the certificate of an issuer from the address that a certificate names for it (RFC 5280, 4.2.2.1). These
 * addresses are plain http by design, because what they give proves itself by its signature. They come from a stranger,
 * so only public addresses are asked, once, for a small file.
 */
import { X509Certificate } from 'node:crypto';
import { lookup as resolve } from 'node:dns';
import { get } from 'node:http';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const BYTES_MAX = 64 * 1024;
const TIMEOUT_MS = 10_000;

/** Ranges that lead into a network of our own, or nowhere. */
const OLDER: readonly Range[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
];
/** The first four stand for addresses of the older kind, which would slip through here. */
const NEWER: readonly Range[] = [
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
];

type Range = readonly [network: string, prefix: number];

/** A list for each kind: in a list of both, the newer kind's names for older addresses block all of them. */
function listOf(ranges: readonly Range[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family);
  return list;
}

const BLOCKED = { ipv4: listOf(OLDER, 'ipv4'), ipv6: listOf(NEWER, 'ipv6') };

export function isPublic(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return isIP(address) !== 0 && !BLOCKED[family].check(address, family);
}

/** The address of the issuer's certificate that the certificate names; null if it names none over http. */
export function issuerUrlOf({ infoAccess = '' }: Pick<X509Certificate, 'infoAccess'>): string | null {
  return /^CA Issuers - URI:(http:\/\/[^\s"]+)$/m.exec(infoAccess)?.[1] ?? null;
}

/**
 * @param isAllowed says whether an IP address may be asked
 * @throws Error for an address that may not be asked, and for anything but a certificate
 */
export async function fetchIssuer(url: string, isAllowed: (address: string) => boolean): Promise<X509Certificate> {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0 && !isAllowed(host)) throw new Error(`${host} is not a public address`);
  const bytes = await new Promise<Buffer>((done, fail) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    get(url, { agent: false, lookup: among(isAllowed), signal }, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      if (response.statusCode !== 200) response.destroy(new Error(`${url} answers ${response.statusCode}`));
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size > BYTES_MAX) response.destroy(new Error(`${url} has more than ${BYTES_MAX} bytes`));
      });
      response.on('error', fail).on('end', () => done(Buffer.concat(chunks)));
    }).on('error', fail);
  });
  return new X509Certificate(bytes);
}

/** Looks a name up, and leaves out the addresses that may not be asked. */
function among(isAllowed: (address: string) => boolean): LookupFunction {
  return (host, options, found) => {
    resolve(host, { ...options, all: true }, (error, all = []) => {
      const [first, ...others] = all.filter(({ address }) => isAllowed(address));
      if (error !== null) found(error, '', 0);
      else if (first === undefined) found(new Error(`${host} has no public address`), '', 0);
      else if (options.all === true) found(null, [first, ...others]);
      else found(null, first.address, first.family);
    });
  };
}

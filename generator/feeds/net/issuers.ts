/**
 * Fetches the certificate of an issuer from the address that a certificate names for it (RFC 5280, 4.2.2.1). These
 * addresses are plain http by design, because what they give proves itself by its signature. They come from a stranger,
 * so only public addresses are asked, once, for a small file.
 */
import { X509Certificate } from 'node:crypto';
import { lookup as resolve } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Agent, request as ask, EnvHttpProxyAgent } from 'undici';

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

/** The options of undici's EnvHttpProxyAgent that name the proxies. */
export type Proxies = Pick<EnvHttpProxyAgent.Options, 'httpProxy' | 'httpsProxy' | 'noProxy'>;

/**
 * Through a proxy, names are looked up by the proxy, and where it leads is for its owner to limit.
 * @param proxies absent: the address is asked directly
 * @param isAllowed says whether an IP address may be asked
 * @throws Error for an address that may not be asked, and for anything but a certificate
 */
export async function fetchIssuer(url: string, proxies?: Proxies, isAllowed = isPublic): Promise<X509Certificate> {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0 && !isAllowed(host)) throw new Error(`${host} is not a public address`);
  const connect = { lookup: among(isAllowed), timeout: TIMEOUT_MS };
  // Plain http is forwarded: many proxies refuse a tunnel to port 80.
  const dispatcher =
    proxies === undefined
      ? new Agent({ connect })
      : new EnvHttpProxyAgent({ ...proxies, connect, connectTimeout: TIMEOUT_MS, proxyTunnel: false });
  try {
    const { statusCode, body } = await ask(url, { dispatcher, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (statusCode !== 200) throw new Error(`${url} answers ${statusCode}`);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > BYTES_MAX) throw new Error(`${url} has more than ${BYTES_MAX} bytes`);
    }
    return new X509Certificate(Buffer.concat(chunks));
  } finally {
    // What is left of an answer is of no use.
    dispatcher.destroy().catch(() => null);
  }
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

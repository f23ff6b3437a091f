/**
 * Completes the chain of certificates of a host that sends its own certificate alone, as some banks have done since
 * 2026: the issuers that are named in the certificates are fetched until one is reached that a trusted root has
 * issued. Nothing new is trusted by that. The issuers are offered beside the roots, and the connection is verified anew.
 */

import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { Agent, request as ask, EnvHttpProxyAgent } from 'undici';
import { readBounded } from '../../../kit/read-bounded.ts';
import { addressOf, among, isPublic } from './public-addresses.ts';

/** A root has issued the first or the second issuer in practice. */
const STEPS_MAX = 3;

interface ChainOptions {
  /** In PEM. */
  readonly roots: readonly string[];
  readonly fetchIssuer: (url: string) => Promise<X509Certificate>;
  readonly nowMs: number;
}

/**
 * Returns the issuers between the certificate and a root, in PEM.
 * @throws Error with the reason, if the chain cannot be completed
 */
export async function completeChain(leaf: X509Certificate, options: ChainOptions): Promise<readonly string[]> {
  const roots = options.roots.map((pem) => new X509Certificate(pem));
  const issuers: X509Certificate[] = [];
  for (let last = leaf; !roots.some((root) => hasIssued(root, last)); ) {
    if (issuers.length === STEPS_MAX) throw new Error(`no trusted root within ${STEPS_MAX} steps`);
    const url = issuerUrlOf(last);
    if (url === null) throw new Error(`${nameOf(last)} does not say where its issuer is`);
    const issuer = await options.fetchIssuer(url);
    check(issuer, last, options.nowMs);
    issuers.push(issuer);
    last = issuer;
  }
  return issuers.map((one) => one.toString());
}

/** A certificate that signed itself would be a root, which only those are that we trust already. */
function check(issuer: X509Certificate, issued: X509Certificate, nowMs: number): void {
  if (hasIssued(issuer, issuer)) throw new Error(`${nameOf(issuer)} is a root that is not trusted`);
  if (!issuer.ca || !hasIssued(issuer, issued)) throw new Error(`${nameOf(issuer)} has not issued ${nameOf(issued)}`);
  if (Date.parse(issuer.validTo) < nowMs) throw new Error(`${nameOf(issuer)} was valid until ${issuer.validTo}`);
}

function hasIssued(issuer: X509Certificate, issued: X509Certificate): boolean {
  return issued.checkIssued(issuer) && issued.verify(issuer.publicKey);
}

function nameOf({ subject }: X509Certificate): string {
  return JSON.stringify(subject.split('\n').at(-1));
}

const BYTES_MAX = 64 * 1024;
const TIMEOUT_MS = 10_000;

/** The address of the issuer's certificate that the certificate names; null if it names none over http. */
export function issuerUrlOf({ infoAccess = '' }: Pick<X509Certificate, 'infoAccess'>): string | null {
  return /^CA Issuers - URI:(http:\/\/[^\s"]+)$/m.exec(infoAccess)?.[1] ?? null;
}

/** The options of undici's EnvHttpProxyAgent that name the proxies. */
export type Proxies = Pick<EnvHttpProxyAgent.Options, 'httpProxy' | 'httpsProxy' | 'noProxy'>;

/**
 * Fetches the certificate of an issuer from the address that a certificate names for it (RFC 5280, 4.2.2.1). These
 * addresses are plain http by design, because what they give proves itself by its signature. They come from a stranger,
 * so only public addresses are asked, once, for a small file.
 *
 * Through a proxy, names are looked up by the proxy, and where it leads is for its owner to limit.
 * @param proxies absent: the address is asked directly
 * @param isAllowed says whether an IP address may be asked
 * @throws Error for an address that may not be asked, and for anything but a certificate
 */
export async function fetchIssuer(url: string, proxies?: Proxies, isAllowed = isPublic): Promise<X509Certificate> {
  const host = addressOf(new URL(url).hostname);
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
    return new X509Certificate(await readBounded(body, BYTES_MAX, url));
  } finally {
    // What is left of an answer is of no use.
    dispatcher.destroy().catch(() => null);
  }
}

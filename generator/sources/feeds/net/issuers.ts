/**
 * Fetches the certificate of an issuer from the address that a certificate names for it (RFC 5280, 4.2.2.1). These
 * addresses are plain http by design, because what they give proves itself by its signature. They come from a stranger,
 * so only public addresses are asked, once, for a small file.
 */
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { Agent, request as ask, EnvHttpProxyAgent } from 'undici';
import { addressOf, among, isPublic } from './public-addresses.ts';

const BYTES_MAX = 64 * 1024;
const TIMEOUT_MS = 10_000;

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

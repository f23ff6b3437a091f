/**
 * Completes the chain of certificates of a host that sends its own certificate alone, as some banks have done since
 * 2026: the issuers that are named in the certificates are fetched until one is reached that a trusted root has issued.
 * Nothing new is trusted by that. The issuers are offered beside the roots, and the connection is verified anew.
 */
import { X509Certificate } from 'node:crypto';
import { issuerUrlOf } from './issuers.ts';

/** A root has issued the first or the second issuer in practice. */
const STEPS_MAX = 3;

export interface ChainOptions {
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

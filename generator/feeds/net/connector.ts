/** How connections to sources are made: with which patience, which version of TLS, and what if a chain is incomplete. */
import type { X509Certificate } from 'node:crypto';
import { type ConnectionOptions, rootCertificates, TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';
import { completeChain } from './chain.ts';
import { fetchIssuer, isPublic } from './issuers.ts';

/**
 * Node tries each address of a host for 250 ms only. That is too short for a handshake with a far host that has IPv6
 * and IPv4, or several addresses: each attempt is given up before it can succeed.
 */
const PATIENT = { timeout: 15_000, autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 3_000 } as const;

/**
 * Hosts that speak TLS 1.2 at most, and reset a connection that offers what only 1.3 has: the edge of Kuwait's central
 * bank does not know the signatures of ML-DSA, which OpenSSL has offered since 3.5.
 */
const TLS_1_2: ReadonlySet<string> = new Set(['www.cbk.gov.kw']);

/** The one fault that an issuer can mend: the host has sent its own certificate, and nobody knows who issued it. */
const INCOMPLETE = 'UNABLE_TO_VERIFY_LEAF_SIGNATURE';

type Options = buildConnector.BuildOptions & Pick<ConnectionOptions, 'ca'>;

/**
 * @param options replace how connections are made, for example how names of hosts are looked up
 * @param isAllowed says whether an issuer's certificate may be asked for at an IP address
 */
export function toConnector(options: Options = {}, isAllowed = isPublic): buildConnector.connector {
  const usual = buildConnector({ ...PATIENT, ...options });
  const older = buildConnector({ ...PATIENT, ...options, maxVersion: 'TLSv1.2' });
  /** By host, one that knows the issuers that it leaves out. */
  const completed = new Map<string, buildConnector.connector>();
  return (target, callback) => {
    const { hostname } = target;
    const own = completed.get(hostname) ?? (TLS_1_2.has(hostname) ? older : usual);
    own(target, (...[error, socket]) => {
      if (error === null) callback(null, socket);
      else if (!('code' in error) || error.code !== INCOMPLETE) callback(error, null);
      else
        withIssuers(target, options, isAllowed).then(
          (mended) => {
            completed.set(hostname, mended);
            mended(target, callback);
          },
          (why: Error) => callback(new Error(`${error.message}; its issuer: ${why.message}`, { cause: why }), null),
        );
    });
  };
}

async function withIssuers(target: buildConnector.Options, options: Options, isAllowed: (address: string) => boolean) {
  const roots = [options.ca ?? [...rootCertificates]].flat().map(String);
  const leaf = await readCertificate(target, options);
  const fetched = { fetchIssuer: (url: string) => fetchIssuer(url, isAllowed), roots, nowMs: Date.now() };
  const issuers = await completeChain(leaf, fetched);
  // `ca` replaces the roots, so they are named too. A chain that ends at an issuer is not verified: it needs a root.
  return buildConnector({ ...PATIENT, ...options, ca: [...roots, ...issuers], allowPartialTrustChain: false });
}

/** The certificate that the host sends. Nothing is sent over this connection, and nothing is read from it. */
function readCertificate(target: buildConnector.Options, options: Options): Promise<X509Certificate> {
  const connect = buildConnector({ ...PATIENT, ...options, rejectUnauthorized: false });
  return new Promise((done, fail) => {
    connect(target, (...[error, socket]) => {
      const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
      socket?.destroy();
      if (certificate === undefined) fail(error ?? new Error('the host sends no certificate'));
      else done(certificate);
    });
  });
}

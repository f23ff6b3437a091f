/** How connections to sources are made: with which patience, and with which version of TLS. */
import { buildConnector } from 'undici';

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

/** @param options replace how connections are made, for example how names of hosts are looked up */
export function toConnector(options: buildConnector.BuildOptions = {}): buildConnector.connector {
  const usual = buildConnector({ ...PATIENT, ...options });
  const older = buildConnector({ ...PATIENT, ...options, maxVersion: 'TLSv1.2' });
  return (target, callback) => (TLS_1_2.has(target.hostname) ? older : usual)(target, callback);
}

/** How the program goes on the network: directly or through a proxy, and under which name. */

import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { type ConnectionOptions, rootCertificates, TLSSocket } from 'node:tls';
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import { InputError } from '../../../wire/words/input-error.ts';
import { completeChain, fetchIssuer } from './issuers.ts';
import { addressOf, among, type IsAllowed } from './public-addresses.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Connects directly, or through the proxies named by HTTPS_PROXY, HTTP_PROXY and NO_PROXY, in capital or small letters.
 * @param connect replaces how connections are made, for example how names of hosts are looked up
 * @param isAllowed which addresses may be connected to without a proxy; absent: all
 */
export function toDispatcher(
  env: Environment,
  connect: buildConnector.BuildOptions = {},
  isAllowed?: IsAllowed,
): Dispatcher {
  const read = (name: string) => env[name.toLowerCase()] || env[name] || '';
  const [httpProxy, httpsProxy, noProxy] = [read('HTTP_PROXY'), read('HTTPS_PROXY'), read('NO_PROXY')];
  if (httpProxy === '' && httpsProxy === '') return new Agent({ connect: toConnector(connect, { isAllowed }) });
  for (const [name, address] of Object.entries({ HTTP_PROXY: httpProxy, HTTPS_PROXY: httpsProxy })) {
    // The address may hold a password, so it is not shown.
    if (address !== '' && !(/^https?:\/\//i.test(address) && URL.canParse(address)))
      throw new InputError(`${name} is not the address of a proxy; write http://HOST:PORT`);
  }
  const proxies = { httpProxy, httpsProxy, noProxy };
  const ways = { isAllowed, fetchIssuer: (url: string) => fetchIssuer(url, proxies) };
  const direct = toConnector(connect, ways);
  // For a host behind a proxy, undici gives its tunnel as the way to connect.
  const factory = (origin: string | URL, options: Pool.Options) => {
    const { connect: own } = options;
    const isTunnel = typeof own === 'function' && own !== direct;
    return new Pool(
      origin,
      isTunnel ? { ...options, connect: toConnector(connect, { ...ways, tunnel: own }) } : options,
    );
  };
  return new EnvHttpProxyAgent({ ...proxies, connect: direct, factory });
}

/**
 * Some firewalls before banks refuse every agent but those that begin as browsers do; with this form each bank
 * answered. The address is that of whoever runs the program, from RATETREE_CONTACT: none of ours would answer for them.
 */
export function toUserAgent(version: string, contact = ''): string {
  if (contact !== '' && !/^(https?:\/\/|mailto:)[^\s()<>;]+$/.test(contact))
    throw new InputError('RATETREE_CONTACT is not an address; write https://HOST/PAGE or mailto:NAME@HOST');
  return `Mozilla/5.0 (compatible; ratetree/${version}${contact === '' ? '' : `; +${contact}`})`;
}

// How connections to sources are made: with which patience, which version of TLS, and what if a chain is
// incomplete.

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

/** What may be absent on a usual connection. */
interface Ways {
  /** Brings a plain connection to the host through a proxy. Absent: the host is connected to directly. */
  readonly tunnel?: buildConnector.connector | undefined;
  readonly fetchIssuer?: ((url: string) => Promise<X509Certificate>) | undefined;
  /** Which IP addresses may be connected to without a proxy. Absent: all. */
  readonly isAllowed?: IsAllowed | undefined;
}

/** @param given replace how connections are made, for example how names of hosts are looked up */
export function toConnector(given: Options = {}, ways: Ways = {}): buildConnector.connector {
  const { isAllowed, tunnel } = ways;
  const isLimited = isAllowed !== undefined && tunnel === undefined;
  const look = 'lookup' in given ? given.lookup : undefined;
  const options: Options = isLimited ? { ...given, lookup: among(isAllowed, look) } : given;
  const old: Options = { ...options, maxVersion: 'TLSv1.2' };
  const [usual, older] = [connectorOf(options, ways), connectorOf(old, ways)];
  /** By host, one that knows the issuers that it leaves out. */
  const completed = new Map<string, buildConnector.connector>();
  return (target, callback) => {
    const { hostname } = target;
    const address = addressOf(hostname);
    // No name is looked up for an address.
    if (isLimited && isIP(address) !== 0 && !isAllowed(address)) {
      callback(new Error(`${address} is not a public address`), null);
      return;
    }
    const [own, first] = TLS_1_2.has(hostname) ? [old, older] : [options, usual];
    const connect = completed.get(hostname) ?? first;
    connect(target, (...[error, socket]) => {
      if (error === null) callback(null, socket);
      else if (!('code' in error) || error.code !== INCOMPLETE) callback(error, null);
      else
        withIssuers(target, own, ways).then(
          (mended) => {
            completed.set(hostname, mended);
            mended(target, callback);
          },
          (why: Error) => callback(new Error(`${error.message}; its issuer: ${why.message}`, { cause: why }), null),
        );
    });
  };
}

function connectorOf(options: Options, { tunnel }: Ways): buildConnector.connector {
  const connect = buildConnector({ ...PATIENT, ...options });
  if (tunnel === undefined) return connect;
  return (target, callback) => {
    const isTls = target.protocol === 'https:';
    // undici's tunnel speaks TLS itself where the address is https, and knows none of our options.
    const asked = isTls ? { ...target, protocol: 'http:', ...withPort(target) } : target;
    tunnel(asked, (...[error, socket]) => {
      if (error !== null) callback(error, null);
      else if (isTls) connect({ ...target, httpSocket: socket }, callback);
      else callback(null, socket);
    });
  };
}

/** The port in both places where undici looks for it, because a proxy must be told it. */
function withPort({ hostname, host = hostname, port }: buildConnector.Options) {
  return port === '' ? { host: `${host}:443`, port: '443' } : { host, port };
}

async function withIssuers(target: buildConnector.Options, options: Options, ways: Ways) {
  const roots = [options.ca ?? [...rootCertificates]].flat().map(String);
  const leaf = await readCertificate(target, options, ways);
  const { fetchIssuer: fetch = fetchIssuer } = ways;
  const issuers = await completeChain(leaf, { fetchIssuer: fetch, roots, nowMs: Date.now() });
  // `ca` replaces the roots, so they are named too. A chain that ends at an issuer is not verified: it needs a root.
  return connectorOf({ ...options, ca: [...roots, ...issuers], allowPartialTrustChain: false }, ways);
}

/** The certificate that the host sends. Nothing is sent over this connection, and nothing is read from it. */
function readCertificate(target: buildConnector.Options, options: Options, ways: Ways): Promise<X509Certificate> {
  const connect = connectorOf({ ...options, rejectUnauthorized: false }, ways);
  return new Promise((done, fail) => {
    connect(target, (...[error, socket]) => {
      const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
      socket?.destroy();
      if (certificate === undefined) fail(error ?? new Error('the host sends no certificate'));
      else done(certificate);
    });
  });
}

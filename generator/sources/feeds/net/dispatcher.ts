/** How the program goes on the network: directly or through a proxy, and under which name. */
import { Agent, type buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import { InputError } from '../../../wire/words/input-error.ts';
import { toConnector } from './connector.ts';
import { fetchIssuer, KeptIssuers } from './issuers.ts';
import type { IsAllowed } from './public-addresses.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Connects directly, or through the proxies named by HTTPS_PROXY, HTTP_PROXY and NO_PROXY, in capital or small letters.
 * @param connect replaces how connections are made, for example how names of hosts are looked up
 * @param isAllowed which addresses may be connected to without a proxy; absent: all
 * @param issuersDir where issuers that hosts leave out are kept; absent: they are fetched in each run
 */
export function toDispatcher(
  env: Environment,
  connect: buildConnector.BuildOptions = {},
  { issuersDir, isAllowed }: { readonly issuersDir?: string | undefined; readonly isAllowed?: IsAllowed } = {},
): Dispatcher {
  const read = (name: string) => env[name.toLowerCase()] || env[name] || '';
  const [httpProxy, httpsProxy, noProxy] = [read('HTTP_PROXY'), read('HTTPS_PROXY'), read('NO_PROXY')];
  const keptIssuers = issuersDir === undefined ? undefined : new KeptIssuers(issuersDir);
  if (httpProxy === '' && httpsProxy === '')
    return new Agent({ connect: toConnector(connect, { keptIssuers, isAllowed }) });
  for (const [name, address] of Object.entries({ HTTP_PROXY: httpProxy, HTTPS_PROXY: httpsProxy })) {
    // The address may hold a password, so it is not shown.
    if (address !== '' && !(/^https?:\/\//i.test(address) && URL.canParse(address)))
      throw new InputError(`${name} is not the address of a proxy; write http://HOST:PORT`);
  }
  const proxies = { httpProxy, httpsProxy, noProxy };
  const ways = { keptIssuers, isAllowed, fetchIssuer: (url: string) => fetchIssuer(url, proxies) };
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

/** Whether this machine has a network, so that nobody waits ten seconds for banks that cannot be reached. */
import { lookup } from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** Three banks of three countries, which do not fail together where there is a network. */
const HOSTS = ['www.ecb.europa.eu', 'api.nbp.pl', 'www.cnb.cz'];
const PATIENCE_MS = 2_000;

/** True if no name can be looked up. Behind a proxy it is false, because the proxy looks names up itself. */
export async function isOffline(
  env: Readonly<Record<string, string | undefined>> = process.env,
  find: (host: string) => Promise<unknown> = lookup,
): Promise<boolean> {
  if (env.HTTPS_PROXY || env.https_proxy) return false;
  const found = Promise.any(HOSTS.map((host) => find(host))).then(
    () => false,
    () => true,
  );
  return Promise.race([found, wait(PATIENCE_MS, true, { ref: false })]);
}

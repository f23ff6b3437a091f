/** Programs of other makers, run as they are, where the hosts that are written into them are ours. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { afterFile } from '../support/kit/after-file.ts';
import { certify, opensslIsThere } from '../support/servers/certificates.ts';
import { DEMO_KEY } from '../support/servers/gateway.ts';
import { nginxIsThere, startNginxBlock } from '../support/servers/nginx.ts';

const hasNamespaces = spawnSync('unshare', ['-m', 'true']).status === 0;
if (!hasNamespaces)
  console.log('skipped: programs with a fixed host (not root, so that no hosts file can be put there)');
export const redirects = hasNamespaces && nginxIsThere && opensslIsThere('programs with a fixed host');

/** What a program prints. No proxy of the environment is passed on. */
export async function run(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const [program = '', ...args] = words;
  const child = spawn(program, args, {
    ...{ cwd: join(packageRoot(), 'test', 'clients'), stdio: ['ignore', 'pipe', 'pipe'] },
    env: { PATH: process.env.PATH, KEY: DEMO_KEY, ...env },
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const [code] = await once(child, 'close');
  expect([code, code === 0 ? '' : err]).toEqual([0, '']);
  return out;
}

const DEPLOY = join(packageRoot(), 'scripts', 'deploy', 'nginx');
const CONFIGURATION = readFileSync(join(DEPLOY, 'fixed-hosts.conf'), 'utf8');
/** Those that the configuration names, and that a file of hosts can. */
export const HOSTS = (/server_name ([^;]+);/.exec(CONFIGURATION)?.[1] ?? '')
  .split(/\s+/)
  .filter((name) => !name.startsWith('*'));
/** Not our service: units_cur stops if it gets no prices of metals. */
const METALS = 'services.packetizer.com';

/** Returns what runs a program where /etc/hosts and the trusted certificates are ours, for that process alone. */
export async function openRedirect(gateway: string): Promise<(words: readonly string[]) => Promise<string>> {
  const folder = freshFolder();
  const at = (name: string) => join(folder, name);
  const address = `127.${process.pid % 250}.${(process.pid >> 8) % 250}.44`;
  execFileSync(join(DEPLOY, 'fixed-hosts'), [folder, gateway, DEMO_KEY, address], { stdio: 'pipe' });
  const authority = certify({ name: 'Authority of metals' });
  const server = certify({ name: METALS, issuer: authority, hosts: [METALS] });
  writeFileSync(at('metals.key'), server.key);
  writeFileSync(at('metals.pem'), server.cert);
  appendFileSync(at('ca.pem'), authority.cert);
  appendFileSync(at('hosts'), `${address} ${METALS}\n127.0.0.1 localhost\n`);
  const certificate = `ssl_certificate ${at('metals.pem')}; ssl_certificate_key ${at('metals.key')};`;
  const metals = `{"gold":"5000","silver":"80","platinum":"2000","usd":"90000"}`;
  const nginx = await startNginxBlock(
    `include ${at('nginx.conf')};
    server { listen ${address}:443 ssl; server_name ${METALS}; ${certificate} location / { return 200 '${metals}'; } }`,
    443,
    address,
  );
  afterFile(() => void nginx.stop());
  const script =
    'mount --bind "$0/hosts" /etc/hosts && mount --bind "$0/ca.pem" /etc/ssl/certs/ca-certificates.crt && exec "$@"';
  // Of these, Node and Perl read a list of their own unless they are told.
  const env = { NODE_EXTRA_CA_CERTS: at('ca.pem'), PERL_LWP_SSL_CA_FILE: at('ca.pem'), HOME: folder };
  const bundle = { REQUESTS_CA_BUNDLE: at('ca.pem') };
  return (words) => run(['unshare', '-m', 'sh', '-c', script, folder, ...words], { ...env, ...bundle });
}

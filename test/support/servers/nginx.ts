/** A real nginx that serves a folder on a free port of the loopback interface, if nginx is installed. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageRoot } from '../../../generator/kit/package.ts';
import { freshFolder } from '../banks/archives.ts';
import { freePort } from './free-port.ts';

/** Debian installs it in a folder that is not in an ordinary user's PATH. */
const FOUND = ['nginx', '/usr/sbin/nginx'].find((name) => spawnSync(name, ['-v']).status === 0) ?? null;

export const nginxIsThere = FOUND !== null;
const DEPLOY = join(packageRoot(), 'scripts', 'deploy');
const NGINX = FOUND ?? 'nginx';
if (!nginxIsThere) console.log('skipped: nginx is not installed, so neither a plain file server nor the CDN is tested');

export interface Nginx {
  readonly address: string;
  stop(): Promise<void>;
}

/** The plain file server of the deployment examples. @param root a folder whose files it serves */
export async function startNginx(root: string): Promise<Nginx> {
  const port = await freePort();
  const server = readFileSync(join(DEPLOY, 'nginx', 'tree.conf'), 'utf8')
    .replace('listen 8000;', `listen 127.0.0.1:${port};`)
    .replace('root /srv/ratetree/dist;', `root ${root};`);
  return startNginxBlock(server, port);
}

/** @param server blocks of a configuration, which listen on this port of that address of the loopback interface */
export async function startNginxBlock(server: string, port: number, host?: string): Promise<Nginx> {
  return runNginx((folder) => configuration(folder, server), port, host);
}

/** @param configure given a fresh folder, the whole configuration, which keeps nginx in the foreground */
async function runNginx(configure: (folder: string) => string, port: number, host = '127.0.0.1'): Promise<Nginx> {
  const folder = freshFolder();
  writeFileSync(join(folder, 'nginx.conf'), configure(folder));
  const server: ChildProcess = spawn(
    NGINX,
    ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')],
    { stdio: 'inherit' },
  );
  const address = `http://${host}:${port}`;
  for (let attempt = 0; !(await answers(address)); attempt++) {
    if (attempt > 1000 || server.exitCode !== null) throw new Error('nginx did not start');
    await sleep(25);
  }
  const stop = async () => {
    const ended = once(server, 'exit');
    server.kill('SIGQUIT');
    await ended;
  };
  return { address, stop };
}

function configuration(folder: string, server: string): string {
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `
    daemon off; user root; worker_processes 1; pid ${folder}/pid;
    events { worker_connections 64; }
    http {
      access_log off; ${places.join(' ')}
      ${server}
    }`;
}

/** Whether it listens. It is not asked for anything: what lies behind it counts its requests. */
async function answers(address: string): Promise<boolean> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number.parseInt(port || '80', 10), hostname);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return false;
    throw error;
  } finally {
    socket.destroy();
  }
}

/** The CDN's configuration as the script writes it, in a real nginx. @param origin the address that it caches */
export async function startCdn(origin: string): Promise<Nginx> {
  const port = await freePort();
  return runNginx((folder) => {
    const words = [origin, `127.0.0.1:${port}`, join(folder, 'cache')];
    const text = execFileSync(join(DEPLOY, 'cdn', 'configure'), words, { encoding: 'utf8' });
    return `user root;\n${text.replace('worker_processes auto', 'worker_processes 1')}`;
  }, port);
}

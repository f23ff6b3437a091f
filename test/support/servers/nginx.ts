/** A real nginx that serves a folder on a free port of the loopback interface, if nginx is installed. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { freshFolder } from '../banks/archives.ts';

/** Debian installs it in a folder that is not in an ordinary user's PATH. */
const FOUND = ['nginx', '/usr/sbin/nginx'].find((name) => spawnSync(name, ['-v']).status === 0) ?? null;

export const nginxIsThere = FOUND !== null;
export const NGINX = FOUND ?? 'nginx';
if (!nginxIsThere) console.log('skipped: nginx is not installed, so neither a plain file server nor the CDN is tested');

export interface Nginx {
  readonly address: string;
  stop(): Promise<void>;
}

export async function startNginx(root: string): Promise<Nginx> {
  const folder = freshFolder();
  const port = await freePort();
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, root, port));
  const server: ChildProcess = spawn(
    NGINX,
    ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')],
    {
      stdio: 'inherit',
    },
  );
  const address = `http://127.0.0.1:${port}`;
  for (let attempt = 0; !(await answers(address)); attempt++) {
    if (attempt > 200 || server.exitCode !== null || !existsSync(folder)) throw new Error('nginx did not start');
    await sleep(25);
  }
  const stop = async () => {
    const ended = once(server, 'exit');
    server.kill('SIGQUIT');
    await ended;
  };
  return { address, stop };
}

function configuration(folder: string, root: string, port: number): string {
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `
    daemon off; user root; worker_processes 1; pid ${folder}/pid;
    events { worker_connections 64; }
    http {
      access_log off; ${places.join(' ')}
      types { application/json json; application/xml xml; text/csv csv; }
      server { listen 127.0.0.1:${port}; root ${root}; location ~ /\\. { return 404; } }
    }`;
}

async function answers(address: string): Promise<boolean> {
  try {
    const { body } = await request(address);
    await body.dump();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return false;
    throw error;
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

/**
 * One run at a time on one archive. The lock is a name in the kernel (an abstract socket), not a file: when the process
 * ends, however it ends, the name is free again, so that a crash leaves no lock behind. Elsewhere than on Linux it is a
 * socket file whose holder is asked whether it is alive.
 */

import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasCode } from '../kit/files.ts';

export interface Lock {
  release(): Promise<void>;
}

/** The lock, or null where another run holds it. @param dir an existing folder; several names for one folder are one lock */
export async function acquireLock(dir: string): Promise<Lock | null> {
  const name = `ratetree-${createHash('sha256').update(realpathSync(dir)).digest('hex').slice(0, 24)}`;
  if (process.platform === 'linux') return toLock(await listen(`\0${name}`));
  const path = join(tmpdir(), `${name}.sock`);
  if (!(await isAlive(path))) rmSync(path, { force: true });
  return toLock(await listen(path));
}

function toLock(server: Server | null): Lock | null {
  if (server === null) return null;
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

function listen(path: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.unref();
    server.once('error', (error) => {
      if (hasCode(error, 'EADDRINUSE')) resolve(null);
      else reject(error);
    });
    server.listen({ path }, () => resolve(server));
  });
}

function isAlive(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ path });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

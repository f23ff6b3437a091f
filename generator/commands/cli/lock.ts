/**
 * Lets one run at a time work on an archive. On Linux the lock is a name in the kernel (an abstract socket), not a
 * file: the kernel frees the name when the process ends, however it ends, so a crash leaves no lock behind. On other
 * systems it is a socket file, and a file whose owner no longer answers is removed.
 */
import { realpathSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasCode } from '../../kit/files.ts';
import { hashOf } from '../../wire/words/hash.ts';

interface Lock {
  release(): Promise<void>;
}

/**
 * Returns null if another run holds the lock.
 * @param dir an existing folder; all paths that lead to it have the same lock
 */
export async function acquireLock(dir: string): Promise<Lock | null> {
  const name = `ratetree-${hashOf(realpathSync(dir)).slice(0, 24)}`;
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

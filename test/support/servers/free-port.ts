/**
 * Ports for programs that must be told one. They lie below the range from which outgoing connections take theirs
 * (32768 to 60999 on Linux), so none can be taken between the moment it is found free and the start of the program.
 */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

export function freePort(): Promise<number> {
  return firstFree(() => randomInt(11_000, 20_000), 1);
}

/** The first of a hundred ports, for Ceph, whose monitor and disk take the next ones. */
export function freePorts(): Promise<number> {
  return firstFree(() => randomInt(200, 320) * 100, 10);
}

async function firstFree(toPort: () => number, count: number): Promise<number> {
  for (;;) {
    const port = toPort();
    const block = Array.from({ length: count }, (_, index) => port + index);
    if ((await Promise.all(block.map(isFree))).every(Boolean)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** Opens a port, and what an operator is told. */
import type { Server } from 'node:http';
import { InputError } from '../generator/wire/words/input-error.ts';

/** The operators' port closes last. Its answers are made at once, so they need only the time to be read. */
export const ADMIN_GRACE_MS = 1000;

/** Standard output belongs to the access log; messages for the operator go to standard error. */
export const say = (line: string) => process.stderr.write(`ratetree: ${line}\n`);

/** Returns the address at which it listens. @throws InputError naming the variable of the port */
export function listen(server: Server, port: number, host: string, variable: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new InputError(
          `${variable}: cannot listen on ${host}:${port} (${error.message}); set ${variable} to a free port`,
        ),
      ),
    );
    server.listen(port, host, () => {
      const address = server.address();
      resolve(`http://${host}:${typeof address === 'object' && address !== null ? address.port : port}`);
    });
  });
}

/** The ports as whoever starts a gateway waits for them. */
export function sayWhere(gateway: string, admin: string | null): void {
  say(`gateway at ${gateway}`);
  if (admin !== null) say(`healthz and metrics at ${admin}`);
}

/**
 * Calls at the first signal to stop. A terminal tells every process of a group, and `ratetree start` hands on what it is
 * told: the second one is no news.
 */
export function onStop(stop: (signal: 'SIGTERM' | 'SIGINT') => Promise<void>): void {
  let isTold = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isTold) return;
      isTold = true;
      void stop(signal);
    });
  }
}

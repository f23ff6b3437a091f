/** Begins to listen, or says to the operator why that cannot be. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { InputError, messageOf } from '../wire/words/input-error.ts';
import { hasCode } from './files.ts';

export interface Place {
  readonly host: string;
  /** A number, which may be a text; with 0 the system picks one. */
  readonly port: number | string;
  /** Whether other processes may listen there, too. */
  readonly reusePort?: boolean;
}

/** Returns the address at which it listens. @param named what names the port @throws InputError naming it */
export async function listen(server: Server, place: Place, named: string): Promise<string> {
  const { host, port } = place;
  try {
    await once(server.listen(place as Place & { port: number }), 'listening');
  } catch (error) {
    throw new InputError(`cannot listen on ${host}:${port} (${messageOf(error)}); ${adviceOn(error, named)}`);
  }
  const address = server.address();
  return `http://${host}:${typeof address === 'object' && address !== null ? address.port : port}`;
}

/** Another port helps neither where the host is not one of this machine, nor where the port is no number. */
function adviceOn(error: unknown, named: string): string {
  if (hasCode(error, 'ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL')) return 'name an address of this machine as the host';
  return hasCode(error, 'ERR_SOCKET_BAD_PORT')
    ? `name a port from 0 to 65535 with ${named}`
    : `name a free port with ${named}`;
}

/** Asked before any other work, so that nobody waits for it in vain. @throws as `listen` */
export async function refuseTaken(place: Place, named: string): Promise<void> {
  const server = createServer();
  await listen(server, place, named);
  await once(server.close(), 'close');
}

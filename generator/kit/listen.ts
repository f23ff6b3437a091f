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

/** Another port does not help where the host is not one of this machine. */
function adviceOn(error: unknown, named: string): string {
  const isElsewhere = hasCode(error, 'ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL');
  return isElsewhere ? 'name an address of this machine as the host' : `name a free port with ${named}`;
}

/** Asked before any other work, so that nobody waits for it in vain. @throws as `listen` */
export async function refuseTaken(place: Place, named: string): Promise<void> {
  const server = createServer();
  await listen(server, place, named);
  await once(server.close(), 'close');
}

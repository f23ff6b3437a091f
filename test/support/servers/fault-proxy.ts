/**
 * A real HTTP proxy in front of a store that fails like networks and stores do, at the requests that a test chooses.
 */
import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { signAgain } from './s3-signature.ts';

export interface ProxiedRequest {
  /** 1 for the first request since the proxy was started. */
  readonly number: number;
  readonly method: string;
  /** Path and query as they were sent: `/bucket/key`. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

export type Fault =
  /** A refusal in the name of the store, which is not asked: `{ kind: 'answer', status: 503, code: 'SlowDown' }`. */
  | { readonly kind: 'answer'; readonly status: number; readonly code: string }
  /** The connection is reset before the request reaches the store. */
  | { readonly kind: 'reset' }
  /** The request is never answered. */
  | { readonly kind: 'hang' }
  /** The store executes the request, but only half of the answer's body arrives. */
  | { readonly kind: 'hang-in-body' }
  /** The store executes the request, and the connection is reset before the answer. */
  | { readonly kind: 'lose-answer' }
  /** The proxy removes the headers of conditional writes and signs again, like a store that does not know them. */
  | { readonly kind: 'drop-conditions' }
  /** One bit of the request's body is flipped. */
  | { readonly kind: 'damage-upload' }
  /** One bit of the answer's body is flipped. */
  | { readonly kind: 'damage-answer' };

/** Called before each request is passed on, and may act itself, such as kill the client. Returns null for no fault. */
export type Decide = (request: ProxiedRequest) => Fault | null | Promise<Fault | null>;

export interface FaultProxy {
  readonly endpoint: string;
  /** Every request so far, in the order of arrival. */
  readonly requests: readonly ProxiedRequest[];
  /** Decides on the fault of each request from now on; null to pass everything on. */
  decide: Decide | null;
  stop(): Promise<void>;
}

interface Passed {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export async function startFaultProxy(store: string): Promise<FaultProxy> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const requests: ProxiedRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method = '', url: target = '', headers } = incoming;
    const asked: ProxiedRequest = { number: requests.length + 1, method, target, headers };
    requests.push(asked);
    // If the store or the client goes away, the other side sees a reset.
    answer(asked, incoming, outgoing).catch(() => outgoing.destroy());
  });

  async function answer(asked: ProxiedRequest, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await readAll(incoming);
    const fault = (await proxy.decide?.(asked)) ?? null;
    switch (fault?.kind) {
      case 'answer':
        outgoing.writeHead(fault.status, { 'content-type': 'application/xml' }).end(refusal(fault.code));
        return;
      case 'reset':
        outgoing.socket?.resetAndDestroy();
        return;
      case 'hang':
        return;
      case 'lose-answer':
        await pass(asked, asked.headers, body);
        outgoing.socket?.resetAndDestroy();
        return;
      case 'hang-in-body': {
        const passed = await pass(asked, asked.headers, body);
        outgoing.writeHead(passed.status, passed.headers).write(passed.body.subarray(0, passed.body.length / 2));
        return;
      }
      case 'drop-conditions': {
        const { 'if-match': _, 'if-none-match': __, ...headers } = asked.headers;
        send(await pass(asked, signAgain({ ...asked, headers }), body), outgoing);
        return;
      }
      case 'damage-upload':
        send(await pass(asked, signAgain(asked), damaged(body)), outgoing);
        return;
      case 'damage-answer': {
        const passed = await pass(asked, asked.headers, body);
        send({ ...passed, body: damaged(passed.body) }, outgoing);
        return;
      }
      case undefined:
        send(await pass(asked, asked.headers, body), outgoing);
        return;
      default:
        fault satisfies never;
    }
  }

  async function pass(asked: ProxiedRequest, headers: IncomingHttpHeaders, body: Buffer): Promise<Passed> {
    const onward = request(`${store}${asked.target}`, { method: asked.method, headers, agent });
    onward.end(body);
    const [response] = (await once(onward, 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? 502, headers: response.headers, body: await readAll(response) };
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    agent.destroy();
    server.close();
    await once(server, 'close');
  };
  const proxy: FaultProxy = { endpoint: `http://127.0.0.1:${port}`, requests, decide: null, stop };
  return proxy;
}

function send({ status, headers, body }: Passed, outgoing: ServerResponse): void {
  outgoing.writeHead(status, headers).end(body);
}

function refusal(code: string): string {
  const error = `<Error><Code>${code}</Code><Message>requested by a test</Message></Error>`;
  return `<?xml version="1.0" encoding="UTF-8"?>${error}`;
}

function damaged(body: Buffer): Buffer {
  const copy = Buffer.from(body);
  if (copy.length > 0) copy.writeUInt8(copy.readUInt8(0) ^ 1, 0);
  return copy;
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

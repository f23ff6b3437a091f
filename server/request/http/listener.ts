/**
 * Serves the handler by node:http, with limits on URL, headers, the time to send them and the number of connections.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as SocketServer } from 'node:net';
import { KEY_PARAMETER } from '../../../generator/wire/answers/operations.ts';
import { Problem } from '../query/problem.ts';
import { toRendition, toTarget } from '../query/target.ts';
import type { Answer, Handler, Request } from './answer.ts';
import { clientAddress, type Proxies } from './proxies.ts';
import { answerMalformed, answerUnparsed, toRefusal } from './refusal.ts';

export interface ListenerOptions {
  readonly handler: Handler;
  /** Called with the status of each request that never reached the handler. */
  readonly onMalformed: (status: number) => void;
  /** True from the first moment of a stop: from then on every answer says `Connection: close`. */
  readonly isStopping: () => boolean;
  readonly proxies: Proxies;
  readonly connectionsMax: number;
  readonly headersTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
  /** How often node:http looks for requests that arrive too slowly. */
  readonly checkIntervalMs?: number;
}

/** The limit of node:http. The handler itself refuses URLs above 16 KB, and leaves 32 KB to the headers. */
const HEADER_BYTES_MAX = 48 * 1024;
/** A client that reads nothing for this long is disconnected. */
const IDLE_TIMEOUT_MS = 60_000;

export function createListener(options: ListenerOptions): Server {
  const { handler, onMalformed, isStopping, headersTimeoutMs, keepAliveTimeoutMs, checkIntervalMs = 5000 } = options;
  const send = (answer: Answer, response: ServerResponse) => {
    if (isStopping()) response.shouldKeepAlive = false;
    write(answer, response);
  };
  const answerAny = (message: IncomingMessage, response: ServerResponse) => {
    const framing = framingFault(message);
    const fault = framing ?? hostFault(message);
    if (fault !== null) {
      // Nobody knows where the next request begins.
      if (framing !== null) response.shouldKeepAlive = false;
      const refusal = toRefusal(new Problem(1400, fault), toRendition(toTarget(message.url ?? '').parameters), null);
      onMalformed(refusal.status);
      send(refusal, response);
      return;
    }
    void handler(toRequest(message, response, options.proxies)).then((answer) => send(answer, response));
  };
  const server = createServer(
    {
      maxHeaderSize: HEADER_BYTES_MAX,
      headersTimeout: headersTimeoutMs,
      requestTimeout: headersTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      connectionsCheckingInterval: checkIntervalMs,
      // A missing Host header is refused by answerAny, where the answer has a body.
      requireHostHeader: false,
    },
    answerAny,
  );
  server.maxConnections = options.connectionsMax;
  // The bound is that of bytes. Above 2,000 headers node:http would drop some, a second Host or a coding among them.
  server.maxHeadersCount = 0;
  server.timeout = IDLE_TIMEOUT_MS;
  server.on('clientError', (error, socket) => {
    const status = answerMalformed(error, socket);
    if (status !== null) onMalformed(status);
  });
  server.on('checkExpectation', answerAny);
  server.on('connect', (message, socket) => onMalformed(answerUnparsed(message, socket)));
  return server;
}

/**
 * Stops accepting connections, lets running requests finish, and closes what is left after the grace period.
 * @param idle what happens to connections without a request. A client may send its next request at the very moment at
 * which its connection is closed, and would see a reset. So those of clients are kept until an answer has said
 * `Connection: close`, or until the grace period ends.
 */
export function closeListener(server: Server, graceMs: number, idle: 'kept' | 'closed'): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    const onClose = () => {
      clearTimeout(cut);
      resolve();
    };
    // The close of node:http closes idle connections at once; that of node:net closes none.
    if (idle === 'closed') server.close(onClose);
    else SocketServer.prototype.close.call(server, onClose);
  });
}

function write(answer: Answer, response: ServerResponse): void {
  // node:http does not change the headers; its type only lacks `readonly`.
  response.writeHead(answer.status, answer.headers as string[]);
  if (answer.text === undefined) response.end(answer.body);
  else response.end(answer.text, 'latin1');
}

/** node:http joins repeated headers with commas. Only a key with a comma needs the slower list of distinct values. */
function toRequest(message: IncomingMessage, response: ServerResponse, proxies: Proxies): Request {
  const { method = '', url = '', headers, socket } = message;
  const forwardedFor = headers['x-forwarded-for'];
  const remoteAddress = clientAddress(socket.remoteAddress ?? '', forwardedFor?.toString(), proxies);
  const request = { method, url, headers, remoteAddress, signal: () => toSignal(response) };
  const key = headers[KEY_PARAMETER];
  if (typeof key !== 'string' || !key.includes(',')) return request;
  const sentKeys = message.headersDistinct[KEY_PARAMETER];
  return { ...request, headers: { ...headers, [KEY_PARAMETER]: sentKeys } };
}

function toSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.closed) controller.abort();
  else response.once('close', () => controller.abort());
  return controller.signal;
}

/**
 * What is wrong with the length of a body (RFC 9112, 6.1 and 6.3), or null. node:http takes any coding that it does not
 * know for no body, and would read the body as the next request.
 */
function framingFault({ headers }: IncomingMessage): string | null {
  const coding = headers['transfer-encoding'];
  if (coding === undefined || coding.toLowerCase() === 'chunked') return null;
  return 'request has a Transfer-Encoding other than chunked; send it without one';
}

/**
 * What is wrong with the Host headers of a request (RFC 9112, 3.2), or null. node:http keeps the first of two, while a
 * proxy on the way may have chosen the other, so that two programs would read two different requests.
 */
function hostFault({ headers, rawHeaders, httpVersion }: IncomingMessage): string | null {
  if (headers.host === undefined) {
    return httpVersion === '1.1' ? 'request has no Host header, which HTTP/1.1 requires' : null;
  }
  let count = 0;
  for (let place = 0; place < rawHeaders.length; place += 2) {
    if (rawHeaders[place]?.length === 'host'.length && rawHeaders[place]?.toLowerCase() === 'host') count++;
  }
  return count > 1 ? `request has ${count} Host headers; send one` : null;
}

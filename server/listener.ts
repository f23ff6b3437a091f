/**
 * Serves the handler by node:http, with limits on URL, headers, the time to send them and the number of connections.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { KEY_PARAMETER } from '../generator/wire/operations.ts';
import type { Answer, Request } from './answer.ts';
import type { Handler } from './handle.ts';
import { answerMalformed, answerUnparsed } from './malformed.ts';
import { Problem } from './problem.ts';
import { toRefusal } from './refusal.ts';
import { toRendition, toTarget } from './target.ts';

export interface ListenerOptions {
  readonly handler: Handler;
  /** Called with the status of each request that never reached the handler. */
  readonly onMalformed: (status: number) => void;
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
  const { handler, onMalformed, headersTimeoutMs, keepAliveTimeoutMs, checkIntervalMs = 5000 } = options;
  const answerAny = (message: IncomingMessage, response: ServerResponse) => {
    if (message.headers.host === undefined && message.httpVersion === '1.1') {
      const refusal = hostless(message);
      onMalformed(refusal.status);
      send(refusal, response);
      return;
    }
    const found = handler(toRequest(message));
    if (found instanceof Promise) void found.then((answer) => send(answer, response));
    else send(found, response);
  };
  const server = createServer(
    {
      maxHeaderSize: HEADER_BYTES_MAX,
      headersTimeout: headersTimeoutMs,
      requestTimeout: headersTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      connectionsCheckingInterval: checkIntervalMs,
      // A missing Host header is refused above, where the answer has a body.
      requireHostHeader: false,
    },
    answerAny,
  );
  server.maxConnections = options.connectionsMax;
  server.timeout = IDLE_TIMEOUT_MS;
  server.on('clientError', (error, socket) => {
    const status = answerMalformed(error, socket);
    if (status !== null) onMalformed(status);
  });
  server.on('checkExpectation', answerAny);
  server.on('connect', (message, socket) => onMalformed(answerUnparsed(message, socket)));
  return server;
}

/** Stops accepting connections, lets running requests finish, and closes what is left after the grace period. */
export function closeListener(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(cut);
      resolve();
    });
  });
}

function send(answer: Answer, response: ServerResponse): void {
  // node:http does not change the headers; its type only lacks `readonly`.
  response.writeHead(answer.status, answer.headers as string[]);
  if (answer.text === undefined) response.end(answer.body);
  else response.end(answer.text, 'latin1');
}

/** node:http joins repeated headers with commas. Only a key with a comma needs the slower list of distinct values. */
function toRequest(message: IncomingMessage): Request {
  const { method = '', url = '', headers, socket } = message;
  const remoteAddress = socket.remoteAddress ?? '';
  const key = headers[KEY_PARAMETER];
  if (typeof key !== 'string' || !key.includes(',')) return { method, url, headers, remoteAddress };
  const keys = message.headersDistinct[KEY_PARAMETER];
  return { method, url, headers: { ...headers, [KEY_PARAMETER]: keys }, remoteAddress };
}

function hostless({ url = '' }: IncomingMessage): Answer {
  const problem = new Problem(1400, 'request has no Host header, which HTTP/1.1 requires');
  return toRefusal(problem, toRendition(toTarget(url).parameters), null);
}

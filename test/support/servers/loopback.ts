/** Real servers on the loopback interface, which are closed after the test file. */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterFile } from '../kit/after-file.ts';

export interface Loopback {
  readonly server: Server;
  readonly url: string;
  /** Each request so far, as `GET /path`. */
  readonly asked: readonly string[];
}

export async function listen(answer: RequestListener): Promise<Loopback> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterFile(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { server, url: `http://127.0.0.1:${port}`, asked };
}

/** Gives the answers in turn, and the last one to all further requests. */
export function inTurn(
  ...answers: readonly ((request: IncomingMessage, response: ServerResponse) => void)[]
): RequestListener {
  let next = 0;
  return (request, response) => answers[Math.min(next++, answers.length - 1)]?.(request, response);
}

export function status(
  code: number,
  headers: Record<string, string> = {},
  body: string | Uint8Array = '',
): RequestListener {
  return (_, response) => response.writeHead(code, headers).end(body);
}

export const ok = status(200, { 'content-type': 'text/plain' }, 'rates');

const PART = Buffer.alloc(1024 * 1024);

/** Sends bytes as long as somebody reads them. */
export function withoutEnd(_: IncomingMessage, response: ServerResponse, code = 200): void {
  const more = () => {
    while (response.write(PART));
  };
  response.on('drain', more).on('error', () => {});
  response.writeHead(code);
  more();
}

/** Sends a byte now and then, so that no pause is long. */
export function slowly(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200);
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
}

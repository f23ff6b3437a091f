/**
 * Streamable HTTP without sessions: each request stands for itself, so several processes can stand behind one balancer.
 * A page of another site cannot reach a server on this machine, because its Host or Origin is not that of the server.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Server as Protocol } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { ofHeaders } from '../../request/keys/authenticate.ts';

interface HttpOptions {
  /** A server for one request, by the key that it was sent with. */
  readonly toServer: (key: string | null) => Protocol;
  /** Names under which this server is reached; null for any, behind a proxy that checks them. */
  readonly hosts: readonly string[] | null;
  readonly onFault: (error: unknown) => void;
}

export const MCP_PATH = '/mcp';

export function createHttp(options: HttpOptions): Server {
  return createServer((request, response) => {
    answer(request, response, options).catch((error: unknown) => {
      options.onFault(error);
      if (!response.headersSent) refuse(response, 500, 'something broke on our side; it has been noted');
      else response.destroy();
    });
  });
}

async function answer(request: IncomingMessage, response: ServerResponse, options: HttpOptions): Promise<void> {
  const { hosts, toServer } = options;
  if (hosts !== null && !isOwn(request, hosts))
    return refuse(response, 403, 'the request names another host or comes from a page of another site');
  if (request.url?.split('?')[0] !== MCP_PATH) return refuse(response, 404, `there is only ${MCP_PATH} here`);
  // Without sessions there is no stream to open and none to end.
  if (request.method !== 'POST') return refuse(response, 405, 'send messages by POST');
  const server = toServer(ofHeaders(request.headers));
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.on('close', () => void server.close());
  await server.connect(transport as Parameters<Protocol['connect']>[0]);
  await transport.handleRequest(request, response);
}

function isOwn({ headers: { host = '', origin } }: IncomingMessage, hosts: readonly string[]): boolean {
  const nameOf = (authority: string) => authority.replace(/:\d+$/, '');
  if (!hosts.includes(nameOf(host))) return false;
  return origin === undefined || (URL.canParse(origin) && hosts.includes(new URL(origin).hostname));
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null });
  response.writeHead(status, { 'content-type': 'application/json', ...(status === 405 ? { allow: 'POST' } : {}) });
  response.end(body);
}

/** The port for operators, which is not that for clients: health and metrics. */
import { createServer, type Server } from 'node:http';

interface AdminOptions {
  /** Id of the release that answers, or null if there is none yet. */
  readonly release: () => string | null;
  /** True from the first moment of a stop: the gateway still answers, but balancers shall send it nothing new. */
  readonly isStopping: () => boolean;
  readonly metricsText: () => string;
}

export function createAdmin({ release, isStopping, metricsText }: AdminOptions): Server {
  return createServer((request, response) => {
    const answer = (status: number, contentType: string, body: string) => {
      if (isStopping()) response.shouldKeepAlive = false;
      response.writeHead(status, { 'Content-Type': contentType, 'Cache-Control': 'no-store' });
      response.end(body);
    };
    const path = request.url?.split('?')[0];
    if (path === '/healthz') {
      const id = release();
      const status = isStopping() ? 'stopping' : id === null ? 'no release has been read yet' : 'ok';
      const body = `${JSON.stringify({ status, release: id })}\n`;
      answer(status === 'ok' ? 200 : 503, 'application/json; charset=utf-8', body);
    } else if (path === '/metrics') {
      answer(200, 'text/plain; version=0.0.4; charset=utf-8', metricsText());
    } else {
      answer(404, 'text/plain; charset=utf-8', 'there are /healthz and /metrics\n');
    }
  });
}

/** The port for operators, which is not that for clients: health and metrics. */
import { createServer, type Server } from 'node:http';
import type { UnreadableRelease } from '../trees/store.ts';

interface AdminOptions {
  /** Id of the release that answers, or null if there is none yet. */
  readonly release: () => string | null;
  /** The release that should answer and cannot be read, so that an older one answers; usually null. */
  readonly unreadable: () => UnreadableRelease | null;
  /** True from the first moment of a stop: the gateway still answers, but balancers shall send it nothing new. */
  readonly isStopping: () => boolean;
  readonly metricsText: () => string;
}

export function createAdmin(options: AdminOptions): Server {
  const { isStopping, metricsText } = options;
  return createServer((request, response) => {
    const answer = (status: number, contentType: string, body: string) => {
      if (isStopping()) response.shouldKeepAlive = false;
      response.writeHead(status, { 'Content-Type': contentType, 'Cache-Control': 'no-store' });
      response.end(body);
    };
    const path = request.url?.split('?')[0];
    if (path === '/healthz') {
      const { isReady, document } = toHealth(options);
      answer(isReady ? 200 : 503, 'application/json; charset=utf-8', `${JSON.stringify(document)}\n`);
    } else if (path === '/metrics') {
      answer(200, 'text/plain; version=0.0.4; charset=utf-8', metricsText());
    } else {
      answer(404, 'text/plain; charset=utf-8', 'try /healthz or /metrics\n');
    }
  });
}

/** With an older release the gateway is ready: to take it away from its clients would help nobody. */
function toHealth({ release, unreadable, isStopping }: AdminOptions) {
  const [id, broken] = [release(), unreadable()];
  const named = broken === null ? {} : { unreadable: { release: broken.release.release, reason: broken.reason } };
  const answering = broken === null ? 'ok' : 'an older release answers, because the newest one cannot be read';
  const status = isStopping() ? 'stopping' : id === null ? 'no release has been read yet' : answering;
  return { isReady: id !== null && !isStopping(), document: { status, release: id, ...named } };
}

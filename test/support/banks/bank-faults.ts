/** How banks fail on the real network, as answers of a server on this machine. */
import type { Behaviour } from '../servers/internet.ts';

const page = (title: string) => `<!doctype html><html><head><title>${title}</title></head><body><p>…</p></body></html>`;

/** The statuses are those that collections of the real network have met, by day and by network. */
export const FAULTS = {
  refused: status(403),
  busy: status(429),
  broken: status(500),
  gone: status(404),
  reset: (_, response) => void response.socket?.destroy(),
  silent: () => undefined,
  cut: (_, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('2026-', () => response.socket?.destroy());
    return undefined;
  },
  firewall: () => page('Request Rejected'),
  maintenance: () => page('Down for maintenance'),
  redesigned: () => page('Exchange rates'),
} as const satisfies Record<string, Behaviour>;

export type Fault = keyof typeof FAULTS;

function status(code: number): Behaviour {
  return (_, response) => void response.writeHead(code).end();
}

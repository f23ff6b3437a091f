/** Problem → Answer in the requested rendition. The listener uses it too, for requests that never reach the handler. */

import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { contentType, type Rendition } from '../../../generator/wire/encode/document.ts';
import { encode } from '../../../generator/wire/encode/encode.ts';
import { Problem } from '../query/problem.ts';
import { toRendition, toTarget } from '../query/target.ts';
import { ALWAYS, type Answer, METHODS, URL_LENGTH_MAX } from './answer.ts';

export function toRefusal(problem: Problem, rendition: Rendition, release: string | null): Answer {
  const body = encode(problem.toDocument(), rendition);
  return toRefusalWith(problem, { status: problem.status, body, contentType: contentType(rendition) }, release);
}

interface RefusalBody {
  readonly status: number;
  readonly body: Buffer;
  readonly contentType: string;
}

/** A refusal whose body and status are another service's. */
export function toRefusalWith(
  problem: Problem,
  { status, body, contentType }: RefusalBody,
  release: string | null,
): Answer {
  const headers = [
    'Content-Type',
    contentType,
    'Content-Length',
    `${body.length}`,
    'Cache-Control',
    'no-store',
    ...ALWAYS,
  ];
  if (problem.status === 401) headers.push('WWW-Authenticate', 'SubscriptionKey realm="ratetree"');
  if (problem.status === 405) headers.push('Allow', METHODS);
  if (problem.retryAfterSeconds !== null) headers.push('Retry-After', `${problem.retryAfterSeconds}`);
  if (problem.next !== null) headers.push('Link', `<${problem.next}>; rel="next"`);
  if (release !== null) headers.push('Ratetree-Release', release);
  return { status, headers, body };
}

// Answers that are written directly to a socket, when node:http could not read a request.

/**
 * Handles the event clientError: not HTTP, too long or too slow. Returns the status, or null when the client has gone.
 */
export function answerMalformed(error: Error, socket: Duplex): number | null {
  const code = 'code' in error ? error.code : null;
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return null;
  }
  const packet = 'rawPacket' in error && Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1') : '';
  const bytesParsed = 'bytesParsed' in error && typeof error.bytesParsed === 'number' ? error.bytesParsed : 0;
  return write(toRefusalOf(toProblem(code, packet, bytesParsed), packet), socket);
}

/** Handles the event connect, by which a client asks for a tunnel. Returns the status. */
export function answerUnparsed({ url = '' }: IncomingMessage, socket: Duplex): number {
  return write(toRefusalOf(new Problem(1404, 'unknown path; this service is no proxy'), `CONNECT ${url} `), socket);
}

function toProblem(code: unknown, packet: string, bytesParsed: number): Problem {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem(1400, 'request did not arrive in time; send it at once');
  if (code !== 'HPE_HEADER_OVERFLOW') return new Problem(1400, 'request is not readable HTTP/1.1');
  const lineEnd = packet.indexOf('\r\n');
  // The parser stopped before the first line had ended.
  const isInUrl = lineEnd < 0 || lineEnd >= bytesParsed;
  if (isInUrl) return new Problem(1414, `URL is longer than ${URL_LENGTH_MAX} bytes`);
  return new Problem(1400, 'request headers are too long');
}

/** The refusal in the requested format, as far as the first line of the packet can be read. */
function toRefusalOf(problem: Problem, packet: string): Answer {
  const [, method = '', url = ''] = /^([A-Z]+) ([^\s]+)/.exec(packet) ?? [];
  const refusal = toRefusal(problem, toRendition(toTarget(url).parameters), null);
  return method === 'HEAD' ? { ...refusal, body: null } : refusal;
}

function write({ status, headers, body }: Answer, socket: Duplex): number {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    `Date: ${new Date().toUTCString()}`,
  ];
  for (let place = 0; place < headers.length; place += 2) lines.push(`${headers[place]}: ${headers[place + 1]}`);
  socket.end(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body ?? Buffer.alloc(0)]));
  return status;
}

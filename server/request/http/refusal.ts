/** Problem → Answer in the requested rendition. The listener uses it too, for requests that never reach the handler. */

import { encode } from '../../../generator/wire/encode/encode.ts';
import { contentType, type Rendition } from '../../../generator/wire/encode/rendition.ts';
import type { Problem } from '../query/problem.ts';
import type { Answer } from './answer.ts';
import { ALWAYS, METHODS } from './headers.ts';

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
  if (release !== null) headers.push('Ratetree-Release', release);
  return { status, headers, body };
}

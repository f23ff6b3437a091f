/** Request → Answer: a function that reads in the order in which a request is checked. All Problems are caught here. */

import type { Catalogue } from '../generator/wire/release/catalogue.ts';
import { StoreDown } from '../generator/wire/release/served-tree.ts';
import type { IsoDate } from '../generator/wire/words/schemas.ts';
import type { Dialect } from './dialects/dialect.ts';
import { refuseInDialect, toDialect } from './dialects/index.ts';
import {
  type Answer,
  type Handler,
  type Request,
  type Seen,
  type Soon,
  URL_LENGTH_MAX,
  whenThere,
  withRule,
} from './http/answer.ts';
import { toCoding } from './http/coding.ts';
import { PREFLIGHT } from './http/headers.ts';
import { toRefusal } from './http/refusal.ts';
import { type Doorkeeper, shareOf } from './keys/authenticate.ts';
import { ClientGone, type Places } from './perform/places.ts';
import { SpanReader } from './perform/span.ts';
import { Problem, quoted } from './query/problem.ts';
import { toRendition, toTarget } from './query/target.ts';
import { type Given, toTask } from './task.ts';
import type { Shelf } from './trees/shelf.ts';

interface Parts {
  readonly catalogue: () => Catalogue | null;
  readonly doorkeeper: Doorkeeper;
  readonly shelf: Shelf;
  /** For all requests. */
  readonly places: Places;
  /** The UTC day. */
  readonly today: () => IsoDate;
  /** Called once for each request, when its answer is known. */
  readonly onAnswer: (seen: Seen) => void;
  /** Called with errors that are bugs. */
  readonly onBug: (error: unknown, seen: Seen) => void;
}

/** Who judges a request knows whose interface it belongs to. */
interface Judged extends Seen {
  /** Null for our own interface. */
  readonly dialect: Dialect | null;
}

/** Long enough for an origin to come back, and short enough for a client to wait. */
const RETRY_AFTER_SECONDS = 5;
/** For log and metrics, as other servers write it: the client has gone away, and gets nothing. */
const CLIENT_GONE = 499;

export function createHandler(gateway: Parts): Handler {
  return (request) => {
    const seen = toSeen(request);
    const finish = (answer: Answer): Answer => {
      seen.status = answer.status;
      seen.bytes = answer.body?.length ?? 0;
      gateway.onAnswer(seen);
      return answer;
    };
    const refused = (error: unknown) => finish(refuse(error, seen, gateway));
    try {
      const found = answerTo(seen, gateway);
      return found instanceof Promise ? found.then(finish, refused) : finish(found);
    } catch (error) {
      return refused(error);
    }
  };
}

function answerTo(seen: Judged, gateway: Parts): Soon<Answer> {
  const { request, target } = seen;
  const { method, headers, url } = request;
  if (url.length > URL_LENGTH_MAX) {
    throw new Problem(1414, `URL is ${url.length} bytes long; at most ${URL_LENGTH_MAX} are read`);
  }
  const task = toTask(target.path, seen.dialect);
  if (task === null) throw new Problem(1404, `path ${quoted(target.path)} is none of this service; see /v1/latest`);
  seen.operation = task.operation;
  if (method === 'OPTIONS') return { status: 204, headers: PREFLIGHT, body: null };
  if (method !== 'GET' && method !== 'HEAD') {
    throw new Problem(1405, `method ${quoted(method)} is not allowed; this service is read by GET`);
  }
  const subscriber = task.needsKey ? gateway.doorkeeper.authenticate(request, target) : null;
  if (subscriber !== null) {
    seen.subscriber = subscriber.name;
    gateway.doorkeeper.checkAllowance(subscriber, task.operation);
  }
  return whenThere(task.answer(toGiven(seen, gateway, shareOf(subscriber, request))), (found) => {
    seen.release = found.release;
    const coding = toCoding(toText(headers['accept-encoding']));
    const ifNoneMatch = toText(headers['if-none-match']);
    const answer = found.answer(coding, { isHead: method === 'HEAD', ifNoneMatch });
    const { rule } = seen;
    return rule === null ? answer : whenThere(answer, (one) => withRule(one, rule));
  });
}

/** @param share whose requests share the places in which spans are read */
function toGiven(seen: Judged, { shelf, places, today, catalogue }: Parts, share: string): Given {
  const { request, target } = seen;
  return {
    parameters: target.parameters,
    accept: toText(request.headers.accept) ?? '',
    today: today(),
    shelf,
    catalogue: () => {
      const inForce = catalogue();
      if (inForce === null) throw new StoreDown('no release has been read yet');
      seen.release = inForce.release.release;
      return inForce;
    },
    spans: () => {
      const signal = request.signal?.() ?? new AbortController().signal;
      return new SpanReader(shelf, places, { name: share, signal });
    },
    onRule: (code) => {
      seen.rule = code;
    },
  };
}

function refuse(error: unknown, seen: Judged, gateway: Parts): Answer {
  if (error instanceof ClientGone) return { status: CLIENT_GONE, headers: [], body: null };
  const problem = toProblem(error);
  if (problem.code === 1500) gateway.onBug(error, seen);
  seen.errorCode = problem.code;
  seen.release ??= gateway.catalogue()?.release.release ?? null;
  const { dialect, target } = seen;
  const refusal =
    dialect === null
      ? toRefusal(problem, toRendition(target.parameters), seen.release)
      : refuseInDialect(dialect, problem, seen.release);
  return seen.request.method === 'HEAD' ? { ...refusal, body: null } : refusal;
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof StoreDown) {
    return new Problem(1503, 'no rates are at hand at the moment; ask again shortly', RETRY_AFTER_SECONDS);
  }
  return new Problem(1500, 'something broke on our side; it has been noted');
}

function toSeen(request: Request): Judged {
  const target = toTarget(request.url);
  return {
    request,
    target,
    dialect: toDialect(target.path),
    startedMs: performance.now(),
    operation: null,
    subscriber: null,
    status: 0,
    errorCode: null,
    bytes: 0,
    release: null,
    rule: null,
  };
}

function toText(header: string | readonly string[] | undefined): string | null {
  if (header === undefined) return null;
  return typeof header === 'string' ? header : header.join(', ');
}

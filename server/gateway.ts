/** Puts the parts of a gateway together: store, catalogue, keys, memory, counts and log → one handler. */

import { inspect } from 'node:util';
import { StoreError } from '../generator/wire/release/tree-file.ts';
import { CAUSES_MAX, toInputFault } from '../generator/wire/words/input-error.ts';
import { type Asked, type Judged, type Make, type Moment, momentOf, type Task, toAsked, toMake } from './asked.ts';
import { refuseInDialect } from './dialects/index.ts';
import type { Forms } from './request/forms/files.ts';
import {
  type Allowance,
  type Answer,
  type Handler,
  type Request,
  type Seen,
  toLimitHeaders,
  toPreflight,
  URL_LENGTH_MAX,
  withRule,
} from './request/http/answer.ts';
import { toRefusal } from './request/http/refusal.ts';
import { toCoding } from './request/http/representation.ts';
import type { KeyRecord } from './request/keys/api-keys.ts';
import { Doorkeeper, type DoorSettings, shareOf } from './request/keys/authenticate.ts';
import { Memory } from './request/perform/answers.ts';
import { ClientGone, Places } from './request/perform/places.ts';
import { Problem, quoted } from './request/query/problem.ts';
import { toRendition } from './request/query/target.ts';
import { LiveCatalogue } from './trees/live-catalogue.ts';
import { Shelf } from './trees/shelf.ts';
import type { Store } from './trees/store.ts';
import { readWarm } from './trees/warm.ts';
import type { AccessLog } from './watch/log.ts';
import { RequestTotals, toMetricsText } from './watch/metrics.ts';

export interface GatewayOptions extends DoorSettings {
  readonly store: Store;
  readonly cacheBytesMax: number;
  readonly accessLog: AccessLog | null;
  /** Where spans are read; of its own, unless a test gives it another clock. */
  readonly places?: Places;
  /** That `template` names; none by default, as where there is no disk. */
  readonly forms?: () => Forms;
  /** Tells the operator one line. */
  readonly say: (line: string) => void;
}

export interface RunningGateway {
  readonly handler: Handler;
  readonly catalogue: LiveCatalogue;
  /** Counts an answer to bytes that could not be read as a request. */
  readonly countMalformed: (status: number) => void;
  readonly metricsText: () => string;
}

/** This part of the memory is for answers, and the rest for files. */
const ANSWERS_SHARE = 4;

export function createGateway(options: GatewayOptions): RunningGateway {
  const { store, nowMs, say, accessLog, forms = () => new Map() } = options;
  const answersBytesMax = options.cacheBytesMax / ANSWERS_SHARE;
  const catalogue = new LiveCatalogue({
    store,
    nowMs,
    onFailure: (error) => say(`release not refreshed: ${toWords(error)}`),
    prepare: async (next, now) => {
      const entries = await readWarm(shelf, next, now);
      return () => {
        for (const entry of entries) shelf.keep(entry);
      };
    },
    onRelease: ({ release }) => say(`release ${release.release} of ${release.date} answers`),
  });
  const shelf = new Shelf({
    bytesMax: options.cacheBytesMax - answersBytesMax,
    tree: () => catalogue.current?.tree ?? null,
    nowMs,
    onDown: (error) => say(`store failed: ${toWords(error)}`),
  });
  const requests = new RequestTotals();
  const moment = momentOf(() => catalogue.current, nowMs);
  const handler = createHandler({
    moment,
    make: toMake({ moment, shelf, answersBytesMax, places: options.places ?? new Places(), forms }),
    doorkeeper: new Doorkeeper(options),
    onAnswer: (seen) => {
      const durationMs = performance.now() - seen.startedMs;
      requests.add(seen, durationMs);
      accessLog?.request(seen, nowMs(), durationMs);
    },
    onBug: (error, { operation }) => say(`bug in ${operation ?? 'no operation'}: ${toWords(error)}`),
  });
  const metricsText = () => {
    const logLinesDropped = accessLog?.dropped ?? 0;
    return toMetricsText({ requests, shelf, catalogue, logLinesDropped, following: store.following() }, nowMs());
  };
  const countMalformed = (status: number) => requests.add({ operation: null, status }, 0);
  return { handler, catalogue, countMalformed, metricsText };
}

/** What the store or a person is to blame for, as the messages of the error and its causes; a bug with its stack. */
function toWords(error: unknown): string {
  if (error instanceof StoreError || toInputFault(error) !== null) return toMessages(error);
  return inspect(error, { depth: CAUSES_MAX });
}

function toMessages(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${toMessages(error.cause)}` : error.message;
}

// Request → Answer: a function that reads in the order in which a request is checked. All Problems are caught here.

interface Gateway {
  readonly moment: () => Moment;
  readonly make: Make;
  readonly doorkeeper: Doorkeeper;
  /** Called once for each request, when its answer is known. */
  readonly onAnswer: (seen: Seen) => void;
  /** Called with errors that are bugs. */
  readonly onBug: (error: unknown, seen: Seen) => void;
}

/** Long enough for an origin to come back, and short enough for a client to wait. */
const RETRY_AFTER_SECONDS = 5;
/** For log and metrics, as other servers write it: the client has gone away, and gets nothing. */
const CLIENT_GONE = 499;

/** What addresses ask for does not change. A few thousand of them are remembered. */
const ADDRESSES_BYTES_MAX = 8 * 1024 * 1024;
/** An address takes some objects for each of its parts. */
const COPIES = 8;

function createHandler(gateway: Gateway): Handler {
  const addresses = new Memory<Asked>(ADDRESSES_BYTES_MAX);
  const askedBy = (url: string): Asked => {
    const known = addresses.get(url);
    if (known !== undefined) return known;
    const asked = toAsked(url);
    addresses.keep(url, asked, COPIES * url.length);
    return asked;
  };
  return async (request) => {
    const seen = toSeen(request, askedBy(request.url));
    const made = await answerTo(seen, gateway).catch((error) => refuse(error, seen, gateway));
    const { allowance } = seen;
    const answer = allowance === null ? made : { ...made, headers: [...made.headers, ...toLimitHeaders(allowance)] };
    seen.status = answer.status;
    seen.bytes = answer.body?.length ?? 0;
    gateway.onAnswer(seen);
    return answer;
  };
}

async function answerTo(seen: Judged, gateway: Gateway): Promise<Answer> {
  const { request, target, asked } = seen;
  const { method, url, headers } = request;
  if (url.length > URL_LENGTH_MAX) {
    throw new Problem(1414, `URL is ${url.length} bytes long; at most ${URL_LENGTH_MAX} are read`);
  }
  const { task } = asked;
  if (task === null) throw new Problem(1404, `unknown path ${quoted(target.path)}; try /v1/latest`);
  seen.operation = task.operation;
  if (method === 'OPTIONS') {
    const preflight = toPreflight(toText(headers['access-control-request-headers']));
    return { status: 204, headers: preflight, body: null };
  }
  if (method !== 'GET' && method !== 'HEAD') {
    throw new Problem(1405, `method ${quoted(method)} is not allowed; this service is read by GET`);
  }
  if (!task.needsKey) return answerFor(null, seen, task, gateway);
  const { doorkeeper } = gateway;
  const onCount = (allowance: Allowance) => {
    seen.allowance = allowance;
  };
  const subscriber = doorkeeper.authenticate(request, target, onCount);
  seen.subscriber = subscriber.name;
  await doorkeeper.checkAllowance(subscriber, task.operation, onCount);
  return answerFor(subscriber, seen, task, gateway);
}

/** @param subscriber who may ask this; null where no key is needed */
async function answerFor(subscriber: KeyRecord | null, seen: Judged, task: Task, gateway: Gateway): Promise<Answer> {
  const { method, headers } = seen.request;
  const { representation, rule } = await gateway.make(seen, task, () => shareOf(subscriber, seen.request));
  seen.release = representation.release;
  seen.rule = rule;
  const coding = toCoding(toText(headers['accept-encoding']));
  const ifNoneMatch = toText(headers['if-none-match']);
  const answer = await representation.answer(coding, { isHead: method === 'HEAD', ifNoneMatch });
  return rule === null ? answer : withRule(answer, rule);
}

function refuse(error: unknown, seen: Judged, gateway: Gateway): Answer {
  if (error instanceof ClientGone) return { status: CLIENT_GONE, headers: [], body: null };
  const problem = toProblem(error);
  if (problem.code === 1500) gateway.onBug(error, seen);
  seen.errorCode = problem.code;
  seen.release ??= gateway.moment().catalogue?.release.release ?? null;
  const { target } = seen;
  const { dialect } = seen.asked;
  const refusal =
    dialect === null
      ? toRefusal(problem, toRendition(target.parameters), seen.release)
      : refuseInDialect(dialect, problem, seen.release);
  return seen.request.method === 'HEAD' ? { ...refusal, body: null } : refusal;
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof StoreError) {
    return new Problem(1503, 'no rates are at hand at the moment; ask again shortly', RETRY_AFTER_SECONDS);
  }
  return new Problem(1500, 'something broke on our side; it has been noted');
}

function toSeen(request: Request, asked: Asked): Judged {
  return {
    request,
    target: asked.target,
    asked,
    startedMs: performance.now(),
    operation: null,
    subscriber: null,
    status: 0,
    errorCode: null,
    bytes: 0,
    release: null,
    rule: null,
    allowance: null,
  };
}

function toText(header: string | readonly string[] | undefined): string | null {
  if (header === undefined) return null;
  return typeof header === 'string' ? header : header.join(', ');
}

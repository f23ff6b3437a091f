/** The access log: one JSON line for each request, written in batches and without keys. */
import type { Writable } from 'node:stream';
import { KEY_PARAMETER } from '../../generator/wire/answers/operations.ts';
import { getOrInsert } from '../../generator/wire/words/order.ts';
import type { Seen } from '../request/http/answer.ts';
import { KNOWN_PARAMETERS, toWrittenName } from '../request/query/parameters.ts';
import { withoutKey } from '../request/query/problem.ts';
import type { Parameters, Target } from '../request/query/target.ts';

const BATCH_CHARACTERS = 32 * 1024;
const BATCH_MS = 100;
/** Above this, lines are dropped, so that a log that nobody reads does not fill the memory. */
const WAITING_BYTES_MAX = 8 * 1024 * 1024;
const LOGGED_LENGTH_MAX = 200;

export class AccessLog {
  readonly #out: Writable;
  readonly #toTime = toTimeText();
  #batch = '';
  #timer: NodeJS.Timeout | null = null;
  dropped = 0;

  constructor(out: Writable) {
    this.#out = out;
  }

  request(seen: Seen, nowMs: number, durationMs: number): void {
    this.#batch += toAccessLine(seen, this.#toTime(nowMs), durationMs);
    if (this.#batch.length >= BATCH_CHARACTERS) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), BATCH_MS).unref();
  }

  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#batch === '') return;
    if (this.#out.writableLength > WAITING_BYTES_MAX) this.dropped += this.#batch.split('\n').length - 1;
    else this.#out.write(this.#batch);
    this.#batch = '';
  }

  close(): Promise<void> {
    this.flush();
    return new Promise((resolve) => this.#out.write('', () => resolve()));
  }
}

/**
 * Written by hand, because JSON.stringify of twelve fields took half the time of a request (5 of 10 µs). Only text of
 * the client is escaped; the rest are our own words and numbers.
 */
function toAccessLine(seen: Seen, time: string, durationMs: number): string {
  const { request, target, subscriber, status, errorCode, bytes, release } = seen;
  const method = request.method === 'GET' ? '"GET"' : toJsonText(request.method);
  return (
    `{"time":"${time}","remoteAddress":"${request.remoteAddress}","method":${method},${toLoggedTarget(target)},` +
    `"subscriber":${toWord(subscriber)},"status":${status},"errorCode":${errorCode},"bytes":${bytes},` +
    `"durationMs":${Math.round(durationMs * 1000) / 1000},"release":${toWord(release)}}\n`
  );
}

/** Quotes a text that needs no escapes. */
function toWord(text: string | null): string {
  return text === null ? 'null' : `"${text}"`;
}

/** Writes the time once for all requests of a millisecond, because comparing is faster than writing. */
function toTimeText(): (nowMs: number) => string {
  let [lastMs, text] = [-1, ''];
  return (nowMs) => {
    if (nowMs !== lastMs) {
      lastMs = nowMs;
      text = new Date(nowMs).toISOString();
    }
    return text;
  };
}

/** By target, because most requests are for one that was asked for before. */
const LOGGED = new WeakMap<Target, string>();

function toLoggedTarget(target: Target): string {
  const { path, parameters } = target;
  return getOrInsert(LOGGED, target, () => `"path":${toJsonText(path)},"query":${toLoggedQuery(parameters)}`);
}

/** Only known parameters are logged, because a key may be sent under a wrong name such as `key` or `api_key`. */
function toLoggedQuery(parameters: Parameters): string {
  const logged: string[] = [];
  for (const [name, values] of parameters) {
    if (!KNOWN_PARAMETERS.has(name)) continue;
    const value = name === KEY_PARAMETER ? '"hidden"' : toJsonText(values.join('&'));
    logged.push(`"${toWrittenName(name)}":${value}`);
  }
  return `{${logged.join(',')}}`;
}

function toJsonText(text: string): string {
  return JSON.stringify(withoutKey(text).slice(0, LOGGED_LENGTH_MAX));
}

/** The access log: one JSON line a request, written in batches, without keys. */
import type { Writable } from 'node:stream';
import type { Seen } from './handle.ts';
import { KEY_PARAMETER, KNOWN_PARAMETERS, toWrittenName } from './operations.ts';
import type { Parameters } from './target.ts';

const BATCH_CHARACTERS = 32 * 1024;
const BATCH_MS = 100;
/** A log that nobody reads must not fill the memory. */
const WAITING_BYTES_MAX = 8 * 1024 * 1024;
const LOGGED_LENGTH_MAX = 200;

export class AccessLog {
  readonly #out: Writable;
  #batch = '';
  #timer: NodeJS.Timeout | null = null;
  dropped = 0;

  constructor(out: Writable) {
    this.#out = out;
  }

  line(line: string): void {
    this.#batch += line;
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

export function toAccessLine(seen: Seen, nowMs: number, durationMs: number): string {
  const { request, target, operation, subscriber, status, errorCode, bytes, release } = seen;
  const time = new Date(nowMs).toISOString();
  const { method, remoteAddress } = request;
  const path = toLogged(target.path);
  const query = toLoggedQuery(target.parameters);
  const duration = Math.round(durationMs * 1000) / 1000;
  const facts = {
    time,
    remoteAddress,
    method: toLogged(method),
    path,
    query,
    operation,
    subscriber,
    status,
    errorCode,
  };
  return `${JSON.stringify({ ...facts, bytes, durationMs: duration, release })}\n`;
}

/** Values of known parameters only: a key sent under a wrong name (`key=…`, `api_key=…`) is a key as well. */
function toLoggedQuery(parameters: Parameters): Record<string, string> {
  const logged: Record<string, string> = {};
  for (const [name, values] of parameters) {
    if (!KNOWN_PARAMETERS.has(name)) logged['…'] = 'others';
    else logged[toWrittenName(name)] = name === KEY_PARAMETER ? 'hidden' : toLogged(values.join('&'));
  }
  return logged;
}

/** Cut to a length, and without what follows the key's name where a client joined its parameters wrongly. */
function toLogged(text: string): string {
  return text.replace(/subscription(?:-|%2d)key.*/is, 'hidden').slice(0, LOGGED_LENGTH_MAX);
}

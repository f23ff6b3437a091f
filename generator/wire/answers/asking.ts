/**
 * One question by `fetch`: read without losing a digit, kept by its ETag, and asked again where waiting helps. Whoever
 * asks a service of ours asks with it: `ratetree/client`, the command line, assistants, the page.
 */

/** A figure, as the digits that were written. It is a text wherever a text is wanted, and a number nowhere by itself. */
export class Rate {
  readonly #digits: string;

  constructor(digits: string) {
    this.#digits = digits;
  }

  toString(): string {
    return this.#digits;
  }

  toJSON(): string {
    return this.#digits;
  }

  /** @throws TypeError where it would become a float unnoticed, as in `rate * 2` or `rate < 1` */
  [Symbol.toPrimitive](hint: string): string {
    if (hint !== 'number') return this.#digits;
    throw new TypeError(`${this.#digits} is exact and a number is not: use toNumber(rate), or String(rate)`);
  }
}

/** The nearest floating-point number. It may have other digits, so do not book it. */
export function toNumber(rate: Rate): number {
  return Number(String(rate));
}

/** The service refused, nobody answered, or what answered is not Ratetree. */
export class RatetreeError extends Error {
  override readonly name: string = 'RatetreeError';
  /** As docs/api.md lists them; null if no service of ours said so. */
  readonly errorCode: number | null = null;
  /** Of HTTP; null if there was no answer. */
  readonly status: number | null = null;
  /** Seconds to wait before asking again, if the service says so. */
  readonly retryAfter: number | null = null;
  /** The next request that fits, if this one asked for too much. */
  readonly next: URL | null = null;
  /** The whole answer, in the format that was asked for; null if there was none. */
  readonly text: string | null = null;

  constructor(message: string, { cause, ...facts }: Partial<RatetreeError> = {}) {
    super(message, { cause });
    Object.assign(this, facts);
  }
}

/** What of a Response is used. */
type FetchAnswer = Pick<Response, 'status' | 'text'> & { readonly headers: Pick<Headers, 'get'> };
interface Sent {
  readonly headers: Record<string, string>;
  readonly redirect: 'follow' | 'manual';
  readonly signal: AbortSignal | null;
}
export type Fetch = (url: string, sent: Sent) => Promise<FetchAnswer>;

/** An answer with status 200. */
export interface Reply {
  readonly text: string;
  header(name: string): string | null;
  /** What to throw if it is not what it should be; it is not kept then. */
  toError(): RatetreeError;
}

/** With each number as a `Rate`, but for the numbers of days. @throws RatetreeError for what is no object and no list */
export function readExact({ text, toError }: Reply): unknown {
  const value = parseExact(text);
  if (typeof value !== 'object' || value === null || value instanceof Rate) throw toError();
  return value;
}

export interface AskerOptions {
  readonly key?: string | undefined;
  /** How often a question is asked again after 429, 503 or no answer; 4 by default. */
  readonly retries?: number | undefined;
  /** How long a question may wait in all before it is asked for the last time; 30,000 by default. */
  readonly waitMs?: number | undefined;
}

/** Is also told why. */
export type Wait = (milliseconds: number, why: RatetreeError, signal: AbortSignal | undefined) => Promise<void>;

interface Surroundings {
  readonly fetch: Fetch;
  /** Without it, nothing is asked again. */
  readonly wait?: Wait;
}

const KEPT_MAX = 100;
const FIRST_PAUSE_MS = 500;
const BUSY: readonly (number | null)[] = [null, 429, 503];

export class FetchAsker {
  readonly #options: AskerOptions & Surroundings;
  readonly #kept = new Map<string, { readonly etag: string; readonly reply: Reply }>();

  constructor(options: AskerOptions & Surroundings) {
    this.#options = options;
  }

  /** @throws RatetreeError; the signal's reason when it is aborted */
  async ask(url: string, signal?: AbortSignal): Promise<Reply> {
    const { retries = 4, waitMs = 30_000, wait } = this.#options;
    let leftMs = waitMs;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#askOnce(url, signal);
      } catch (error) {
        if (!(error instanceof RatetreeError) || !BUSY.includes(error.status)) throw error;
        const pauseMs = error.retryAfter === null ? FIRST_PAUSE_MS * 2 ** attempt : error.retryAfter * 1000;
        leftMs -= pauseMs;
        if (wait === undefined || attempt >= retries || leftMs < 0) throw error;
        await wait(pauseMs, error, signal);
      }
    }
  }

  async #askOnce(url: string, signal: AbortSignal | undefined): Promise<Reply> {
    const { key, fetch: ask } = this.#options;
    const kept = this.#kept.get(url);
    const headers: Record<string, string> = {};
    // The constant of the operations would bring their schemas into every page.
    if (key !== undefined) headers['subscription-key'] = key;
    if (kept !== undefined) headers['if-none-match'] = kept.etag;
    // A redirect would carry the key to whichever host it names.
    const sent = { headers, redirect: key === undefined ? 'follow' : 'manual', signal: signal ?? null } as const;
    const answer = await ask(url, sent).catch((cause) => unanswered(url, signal, cause));
    if (answer.status === 304 && kept !== undefined) return kept.reply;
    const text = await answer.text().catch((cause) => unanswered(url, signal, cause));
    if (answer.status !== 200) throw toRefusal(url, answer, text);
    const toError = () => {
      this.#kept.delete(url);
      return toRefusal(url, answer, text);
    };
    const reply = { text, toError, header: (name: string) => answer.headers.get(name) };
    const etag = reply.header('etag');
    this.#kept.delete(url);
    if (etag !== null) this.#kept.set(url, { etag, reply });
    for (const [oldest] of this.#kept) if (this.#kept.size > KEPT_MAX) this.#kept.delete(oldest);
    return reply;
  }
}

function unanswered(url: string, signal: AbortSignal | undefined, cause: unknown): never {
  signal?.throwIfAborted();
  throw new RatetreeError(`${new URL(url).host} does not answer`, { cause });
}

function toRefusal(url: string, { status, headers }: FetchAnswer, text: string): RatetreeError {
  const [, link] = /<([^<>]*)>;\s*rel="?next"?/.exec(headers.get('link') ?? '') ?? [];
  const next = link !== undefined && URL.canParse(link, url) ? new URL(link, url) : null;
  const strange = `${new URL(url).pathname} is answered with status ${status}, not by Ratetree`;
  const { message = strange, errorCode } = readRefusal(text);
  // A date, as some proxies send, counts as none.
  const seconds = Number(headers.get('retry-after') ?? 'none');
  const facts = { errorCode: errorCode === undefined ? null : Number(errorCode), status, next, text };
  return new RatetreeError(message, { ...facts, retryAfter: seconds >= 0 ? seconds : null });
}

/** A refusal has the format that was asked for, and CSV is asked for with its header row. */
function readRefusal(text: string): { readonly message?: string; readonly errorCode?: string } {
  const [, quoted, plain, code] = /^message,errorCode\r\n(?:"((?:[^"]|"")*)"|([^",\r\n]*)),(\d+)/.exec(text) ?? [];
  if (code !== undefined) return { message: quoted?.replaceAll('""', '"') ?? `${plain}`, errorCode: code };
  try {
    const { message, errorCode } = JSON.parse(text);
    if (typeof message === 'string' && /^\d+$/.test(errorCode)) return { message, errorCode };
  } catch {
    // It is none.
  }
  return {};
}

/** An unclosed text matches to the end, so that the search does not begin again at each quote. JSON.parse refuses it. */
const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*(?:"|\\?$)|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/gs;
/** Stands for a number while JSON.parse, which would round it, is at work. No name in our answers is empty. */
const NAME = '';

/** The answer with each number as a rate, but for the numbers of days; undefined for what is not JSON. */
function parseExact(text: string): unknown {
  const safe = text.replace(TEXT_OR_NUMBER, (found) => (found.startsWith('"') ? found : `{"${NAME}":"${found}"}`));
  try {
    return JSON.parse(safe, (name, value) => {
      if (name === 'days') return Object.fromEntries(Object.entries<Rate>(value).map(([k, v]) => [k, toNumber(v)]));
      return typeof value?.[NAME] === 'string' ? new Rate(value[NAME]) : value;
    });
  } catch {
    // It is no JSON, nested too deeply, or has days of another kind.
    return undefined;
  }
}

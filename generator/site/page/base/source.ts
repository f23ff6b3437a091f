/** Where the page gets its data from: its own host, with the reader's key if the host needs one. */
import { type Fetch, FetchAsker, RatetreeError } from '../../../wire/answers/asking.ts';
import { statusPath } from '../../../wire/answers/paths.ts';
import type { Status } from '../../../wire/answers/status.ts';
import { type Host, listOf } from './asking.ts';
import { type CsvRow, parseCsv } from './csv.ts';
import { pause } from './pause.ts';

/** The host was reached, and refuses: the words are its own. */
export class Refused extends Error {
  override readonly name = 'Refused';

  constructor(
    readonly status: number,
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** The tree has no such file, or one that is not what the page expects. */
export class Missing extends Error {
  override readonly name = 'Missing';
}

/** Nothing was answered. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

interface Found {
  readonly text: string;
  /** Of the gateway; null on a plain host. */
  readonly release: string | null;
  /** When the copy was stored that stands in for an answer; null for an answer. */
  readonly storedAt: string | null;
}

const TIMEOUT_MS = 20_000;
/** A page that stays open shows the next night's rates when it is used again. */
const HELD_MS = 300_000;
/** By these codes a gateway says that a key is missing, unknown, not in force, or not for this. */
const KEY_CODES: readonly number[] = [1401, 1402, 1403, 1019];

export class PageSource {
  /** Of the last answer. */
  release: string | null = null;
  /** Set as long as answers come from what an earlier visit stored. */
  storedAt: string | null = null;
  readonly #held = new Map<string, { readonly found: Promise<Found>; readonly sinceMs: number }>();
  /** Several parts of a view read the same document, which is parsed once and which nobody changes. */
  readonly #documents = new Map<string, { readonly text: string; readonly value: unknown }>();

  private constructor(
    readonly host: Host,
    readonly key: string | null,
  ) {}

  /**
   * Finds out where the page is. The state of the providers has the same address everywhere, and a gateway either names
   * its release with it or asks for a key.
   * @throws Refused, Missing, Unreachable
   */
  static async open(key: string | null): Promise<PageSource> {
    const found = await ask(statusPath, key);
    const source = new PageSource(found.release === null ? 'files' : 'gateway', key);
    source.#held.set(statusPath, { found: Promise.resolve(found), sinceMs: performance.now() });
    source.#note(found);
    return source;
  }

  /** Each address is requested once in a while; a failure is not kept. @throws Refused, Missing, Unreachable */
  async text(address: string): Promise<string> {
    const nowMs = performance.now();
    const held = this.#held.get(address);
    const isFresh = held !== undefined && nowMs - held.sinceMs < HELD_MS;
    const found = isFresh ? held.found : ask(address, this.host === 'gateway' ? this.key : null);
    if (!isFresh) this.#held.set(address, { found, sinceMs: nowMs });
    try {
      const answer = await found;
      this.#note(answer);
      // What is made of an answer is a task of its own, of those that are there already, too.
      await pause();
      return answer.text;
    } catch (error) {
      this.#held.delete(address);
      throw error;
    }
  }

  /** A document without figures as numbers: the lists, the status, the provenance. @throws as `text` */
  async document<Value>(address: string): Promise<Value> {
    const text = await this.text(address);
    const known = this.#documents.get(address);
    if (known?.text === text) return known.value as Value;
    try {
      const value = JSON.parse(text) as Value;
      this.#documents.set(address, { text, value });
      return value;
    } catch (cause) {
      throw new Missing(`${address} is not what a tree has there: it is cut off, or it belongs to something else.`, {
        cause,
      });
    }
  }

  /** What the tree says of its providers. Views that need less than all of it ask for the same document. */
  status(): Promise<Status> {
    return this.document(statusPath);
  }

  /** Rows by column. @param isRow says whether a row is one of such a list @throws as `text`, and Missing for another text */
  async rows(
    address: string,
    isRow: (row: CsvRow) => boolean = () => true,
    what = 'such a list',
  ): Promise<readonly CsvRow[]> {
    const text = await this.text(address);
    try {
      const rows = parseCsv(text);
      if (rows.every(isRow)) return rows;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
    throw new Missing(`${address} is not ${what}: it is cut off, or it belongs to something else.`, {
      cause: 'unreadable',
    });
  }

  list<Item>(list: 'currencies' | 'providers'): Promise<readonly Item[]> {
    return this.document(listOf(this.host, list));
  }

  #note({ release, storedAt }: Found): void {
    this.release = release ?? this.release;
    this.storedAt = storedAt;
  }
}

export function asksForKey(error: unknown): error is Refused {
  return error instanceof Refused && KEY_CODES.includes(error.code);
}

/** The host was reached and has no such file: that is something else than a file that cannot be read. */
export function isAbsent(error: unknown): boolean {
  if (error instanceof Missing) return error.cause === undefined;
  return error instanceof Refused && error.status === 404;
}

/** Null where the host has no such file. @throws what `read` throws otherwise */
export async function orNull<Value>(read: Promise<Value>): Promise<Value | null> {
  try {
    return await read;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

async function ask(address: string, key: string | null): Promise<Found> {
  const limited: Fetch = (url, sent) => fetch(url, { ...sent, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const asker = new FetchAsker({ key: key ?? undefined, fetch: limited });
  try {
    const reply = await asker.ask(new URL(address, import.meta.url).href);
    return { text: reply.text, release: reply.header('ratetree-release'), storedAt: reply.header('ratetree-stored') };
  } catch (error) {
    if (error instanceof RatetreeError) throw failureOf(error, address);
    throw error;
  }
}

function failureOf(error: RatetreeError, address: string): Error {
  const { status, errorCode, message, cause } = error;
  if (status === null) {
    const isSlow = cause instanceof DOMException && cause.name === 'TimeoutError';
    const slow = `did not answer within ${TIMEOUT_MS / 1000} seconds`;
    const what = isSlow ? slow : 'cannot be reached, or its answer broke off';
    return new Unreachable(`The host ${what}, so ${address} is not here.`, { cause });
  }
  if (errorCode !== null) return new Refused(status, errorCode, message);
  if ([403, 404].includes(status)) return new Missing(`There is no ${address} here.`);
  return new Unreachable(`The host answered ${status} to ${address}.`);
}

/**
 * Who may read a span now. There are a few places; whoever asks holds some of them at most, and the next free one goes
 * to another who waits, so that nobody can take them all. A client that has gone away holds no place and does not wait.
 */
import { Problem } from '../query/problem.ts';

export interface SpanClient {
  /** Whose requests share places: a key, or the address of a client without one. */
  readonly name: string;
  /** Aborted when the client has gone away. */
  readonly signal: AbortSignal;
}

/** The client has gone away, so that nobody reads the answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** Calls once after that time, unless the function that it returns is called before. */
type After = (ms: number, call: () => void) => () => void;

const PLACES = 8;
const PLACES_EACH = 2;
const WAITING_EACH = 50;
const WAIT_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;

export class Places {
  readonly #after: After;
  /** How many places each name has. */
  readonly #taken = new Map<string, number>();
  /** Who waits, by name: the one whose turn is next comes first. */
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #steps: (() => void)[] = [];
  #free = PLACES;

  constructor(after: After = afterReal) {
    this.#after = after;
  }

  /** Whoever has entered must leave. @throws Problem if there is no place for some seconds; ClientGone */
  async enter(asker: SpanClient): Promise<void> {
    const { name } = asker;
    checkPresent(asker);
    if (this.#hasPlaceFor(name)) return this.#take(name);
    const queue = this.#waiting.get(name) ?? new Set();
    if (queue.size >= WAITING_EACH) throw busy();
    this.#waiting.set(name, queue);
    await this.#wait(asker, queue);
  }

  leave({ name }: SpanClient): void {
    const taken = this.#taken.get(name) ?? 0;
    if (taken > 1) this.#taken.set(name, taken - 1);
    else this.#taken.delete(name);
    this.#free++;
    this.#letIn();
  }

  /**
   * Resolves when other requests have had their turn. One step of all that are in progress is made each time, so that
   * others wait for one step and not for eight.
   * @throws ClientGone
   */
  async step(asker: SpanClient): Promise<void> {
    await new Promise<void>((resolve) => {
      if (this.#steps.push(resolve) === 1) setImmediate(this.#nextStep);
    });
    checkPresent(asker);
  }

  readonly #nextStep = () => {
    this.#steps.shift()?.();
    if (this.#steps.length > 0) setImmediate(this.#nextStep);
  };

  #wait({ name, signal }: SpanClient, queue: Set<() => void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = () => {
        stopClock();
        signal.removeEventListener('abort', onGone);
        queue.delete(enter);
        if (queue.size === 0) this.#waiting.delete(name);
      };
      const refuse = (error: Error) => {
        end();
        reject(error);
      };
      const enter = () => {
        end();
        resolve();
      };
      const onGone = () => refuse(new ClientGone());
      const stopClock = this.#after(WAIT_MS, () => refuse(busy()));
      signal.addEventListener('abort', onGone);
      queue.add(enter);
    });
  }

  #hasPlaceFor(name: string): boolean {
    return this.#free > 0 && (this.#taken.get(name) ?? 0) < PLACES_EACH;
  }

  #take(name: string): void {
    this.#free--;
    this.#taken.set(name, (this.#taken.get(name) ?? 0) + 1);
  }

  /** Lets in whoever may enter now, and puts the others of that name at the end of the round. */
  #letIn(): void {
    for (const [name, queue] of [...this.#waiting]) {
      const [enter] = queue;
      if (enter === undefined || !this.#hasPlaceFor(name)) continue;
      this.#take(name);
      enter();
      if (queue.size === 0) continue;
      this.#waiting.delete(name);
      this.#waiting.set(name, queue);
    }
  }
}

/** @throws ClientGone */
export function checkPresent({ signal }: SpanClient): void {
  if (signal.aborted) throw new ClientGone();
}

function busy(): Problem {
  const words = 'too many spans are being read for this key or address; ask again in a moment';
  return new Problem(1503, words, RETRY_AFTER_SECONDS);
}

function afterReal(ms: number, call: () => void): () => void {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
}

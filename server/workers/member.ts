/**
 * One of several workers, towards the first process. There all requests that have a limit are counted, so that limits
 * are exact wherever a request arrives. What arrives in one turn of the event loop, or while an answer is awaited, goes
 * there in one message.
 */
import { type Counted, type Counter, tooMany } from '../keys/limit.ts';
import type { FromWorker, Report, ToWorker } from './messages.ts';

interface Waiting {
  readonly request: readonly [counted: Counted, name: string, perMinute: number];
  readonly settle: (isAdmitted: boolean) => void;
}

/** The own process of a worker. */
export interface Line {
  on(event: 'message', hear: (message: unknown) => void): unknown;
  send?(message: FromWorker): unknown;
  disconnect(): void;
}

export class Member {
  /** Counts from 1, and is given to no other worker of this gateway. */
  readonly id: number;
  readonly #line: Line;
  #gathered: Waiting[] = [];
  /** What the first process is counting. */
  #sent: readonly Waiting[] = [];
  #report: (() => Report) | null = null;

  constructor(line: Line, id: number) {
    this.id = id;
    this.#line = line;
    // Only our own program is at the other end.
    line.on('message', (message) => this.#hear(message as ToWorker));
  }

  readonly counterOf = (counted: Counted): Counter => ({
    count: (name, perMinute, toWords) =>
      new Promise((resolve, reject) => {
        const settle = (isAdmitted: boolean) => (isAdmitted ? resolve() : reject(tooMany(Date.now(), toWords)));
        this.#gathered.push({ request: [counted, name, perMinute], settle });
        if (this.#gathered.length === 1 && this.#sent.length === 0) setImmediate(() => this.#sendGathered());
      }),
  });

  /** From now on the first process is told how this worker is. */
  reports(report: () => Report): void {
    this.#report = report;
  }

  /** Ends the process, which the line to the first one would keep. */
  leave(): void {
    this.#line.disconnect();
  }

  #sendGathered(): void {
    this.#sent = this.#gathered;
    this.#gathered = [];
    if (this.#sent.length > 0) this.#send({ requests: this.#sent.map(({ request }) => request) });
  }

  #hear(message: ToWorker): void {
    if ('admitted' in message) {
      for (const [place, { settle }] of this.#sent.entries()) settle(message.admitted[place] === true);
      this.#sendGathered();
    } else if (this.#report !== null) {
      this.#send({ report: this.#report() });
    }
  }

  #send(message: FromWorker): void {
    this.#line.send?.(message);
  }
}

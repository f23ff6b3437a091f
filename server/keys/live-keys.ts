/** Keeps the set of subscribers current: looks at the key file every so often and reads it again when it changed. */
import { readFileSync, statSync } from 'node:fs';
import { parseKeyFile, type Subscribers, toSubscribers } from './keys.ts';

export interface LiveKeysOptions {
  /** Null: only the demo key. */
  readonly file: string | null;
  readonly demoKey: string | null;
  readonly onChange: (subscribers: Subscribers) => void;
  /** The old set stays; told once per change of the file. */
  readonly onBroken: (error: Error) => void;
}

export class LiveKeys {
  readonly #options: LiveKeysOptions;
  #current: Subscribers;
  #stamp: string;
  #timer: NodeJS.Timeout | null = null;

  /** @throws Error naming the file and the fix: at the start a broken file is refused. */
  constructor(options: LiveKeysOptions) {
    this.#options = options;
    this.#stamp = this.#readStamp();
    this.#current = this.#read();
  }

  get current(): Subscribers {
    return this.#current;
  }

  refresh(): void {
    try {
      const stamp = this.#readStamp();
      if (stamp === this.#stamp) return;
      this.#stamp = stamp;
      this.#current = this.#read();
      this.#options.onChange(this.#current);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.#options.onBroken(error);
    }
  }

  start(pollMs: number): void {
    this.#timer = setInterval(() => this.refresh(), pollMs);
    this.#timer.unref();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  #read(): Subscribers {
    const { file, demoKey } = this.#options;
    if (file === null || this.#stamp === ABSENT) {
      if (file !== null) throw new Error(`${file}: there is no such file; make one with "ratetree keys add"`);
      return toSubscribers([], demoKey);
    }
    return toSubscribers(parseKeyFile(readFileSync(file, 'utf8'), file), demoKey);
  }

  /** A new inode where it was replaced, a new time or size where it was written in place. */
  #readStamp(): string {
    const { file } = this.#options;
    const stats = file === null ? undefined : statSync(file, { bigint: true, throwIfNoEntry: false });
    return stats === undefined ? ABSENT : `${stats.ino} ${stats.mtimeNs} ${stats.size}`;
  }
}

const ABSENT = 'absent';

/**
 * Keeps the set of subscribers current: looks at the key file at intervals and reads it again when it has changed. A
 * broken file keeps the old set, because a typing error at night must not lock out every customer.
 */
import { statSync } from 'node:fs';
import { InputError } from '../../generator/wire/words/input-error.ts';
import { parseKeyFile, type Subscribers, toSubscribers } from './api-keys.ts';
import { readKeyText } from './key-file.ts';

interface LiveKeysOptions {
  /** Null when there is only the demo key. */
  readonly file: string | null;
  readonly demoKey: string | null;
  readonly onChange: (subscribers: Subscribers) => void;
  /** Called once for each change that cannot be used; the old set stays. */
  readonly onBroken: (error: Error) => void;
}

/** Keys that tell an operator what becomes of the file. */
export function toldKeys(file: string | null, demoKey: string | null, say: (line: string) => void): LiveKeys {
  return new LiveKeys({
    ...{ file, demoKey },
    onChange: ({ size }) => say(`keys read again: ${size}`),
    onBroken: (error) => say(`keys not read again, the old ones stay: ${error.message}`),
  });
}

export class LiveKeys {
  readonly #options: LiveKeysOptions;
  #current: Subscribers;
  #stamp: string;
  #timer: NodeJS.Timeout | null = null;

  /** @throws InputError naming the file and the fix: at the start a broken file is refused */
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
      if (file !== null) throw new InputError(`${file}: there is no such file; make one with "ratetree keys add"`);
      return toSubscribers([], demoKey);
    }
    return toSubscribers(parseKeyFile(readKeyText(file), file), demoKey);
  }

  /** The inode changes when the file is replaced; time or size change when it is written in place. */
  #readStamp(): string {
    const { file } = this.#options;
    const stats = file === null ? undefined : statSync(file, { bigint: true, throwIfNoEntry: false });
    return stats === undefined ? ABSENT : `${stats.ino} ${stats.mtimeNs} ${stats.size}`;
  }
}

const ABSENT = 'absent';

/**
 * Keeps the set of subscribers current: looks at the key file at intervals and reads it again when it has changed. A
 * broken file keeps the old set, because a typing error at night must not lock out every customer.
 */
import { statSync } from 'node:fs';
import { InputError } from '../../../generator/wire/words/input-error.ts';
import { parseKeyFile, type Subscribers, toSubscribers } from './api-keys.ts';
import { readKeyText } from './key-file.ts';

export class LiveKeys {
  readonly #file: string | null;
  readonly #demoKey: string | null;
  readonly #say: (line: string) => void;
  #current: Subscribers;
  #stamp: string | null;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param file null when there is only the demo key @param say tells the operator what becomes of the file
   * @throws InputError naming the file and the fix: at the start a broken file is refused
   */
  constructor(file: string | null, demoKey: string | null, say: (line: string) => void) {
    this.#file = file;
    this.#demoKey = demoKey;
    this.#say = say;
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
      this.#say(`keys read again: ${this.#current.size}`);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.#say(`the key file cannot be read, so the old keys stay: ${error.message}`);
    }
  }

  start(pollMs: number): void {
    this.#timer = setInterval(() => this.refresh(), pollMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #read(): Subscribers {
    const file = this.#file;
    if (file === null) return toSubscribers([], this.#demoKey);
    if (this.#stamp === null) {
      throw new InputError(`${file}: there is no such file; make one with "ratetree keys add"`);
    }
    return toSubscribers(parseKeyFile(readKeyText(file), file), this.#demoKey);
  }

  /** The inode changes when the file is replaced; time or size change when it is written in place. */
  #readStamp(): string | null {
    const stats = this.#file === null ? undefined : statSync(this.#file, { bigint: true, throwIfNoEntry: false });
    return stats === undefined ? null : `${stats.ino} ${stats.mtimeNs} ${stats.size}`;
  }
}

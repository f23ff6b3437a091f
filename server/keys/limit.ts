/**
 * Requests per minute, counted in this process by clock minutes. There is one map, emptied each minute, so that memory
 * is bounded however many clients come. A burst across the turn of a minute may get twice the limit: the price of
 * keeping one number for each key.
 */
import { Problem } from '../query/problem.ts';

const MINUTE_MS = 60_000;

/** How many names are counted within one minute. */
const NAMES_MAX = 100_000;

export class MinuteCounter {
  readonly #nowMs: () => number;
  readonly #namesMax: number;
  #counts = new Map<string, number>();
  #minute = 0;

  constructor(nowMs: () => number, namesMax = NAMES_MAX) {
    this.#nowMs = nowMs;
    this.#namesMax = namesMax;
  }

  /** Counts one request. @throws Problem beyond the limit, in words for the seconds until the client may ask again */
  count(name: string, perMinute: number, toWords: (seconds: number) => string): void {
    const nowMs = this.#nowMs();
    const minute = Math.floor(nowMs / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#counts = new Map();
    }
    const before = this.#counts.get(name);
    // A full table means thousands of unknown clients in one minute: new ones wait until it is over.
    if (before === undefined ? this.#counts.size >= this.#namesMax : before >= perMinute) {
      const seconds = Math.max(1, Math.ceil(((minute + 1) * MINUTE_MS - nowMs) / 1000));
      throw new Problem(1429, toWords(seconds), seconds);
    }
    this.#counts.set(name, (before ?? 0) + 1);
  }
}

/** The part of an address that stands for one client: all of IPv4; of IPv6 the /64, in which one has 2^64 addresses. */
export function toNeighbourhood(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const groups = head.split(':').filter((group) => group !== '');
  const after = (tail ?? '').split(':').filter((group) => group !== '');
  const all =
    tail === undefined ? groups : [...groups, ...Array<string>(8 - groups.length - after.length).fill('0'), ...after];
  return `${all.slice(0, 4).join(':')}::/64`;
}

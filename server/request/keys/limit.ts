/**
 * Requests per minute, counted in one process by clock minutes. There is one map, emptied each minute, so that memory
 * is bounded however many clients come. A burst across the turn of a minute may get twice the limit: the price of
 * keeping one number for each key.
 */
import type { Allowance } from '../http/answer.ts';
import { Problem } from '../query/problem.ts';

export interface Counter {
  /** Counts one request. The platform of the edge counts elsewhere. */
  count(name: string, perMinute: number): Allowance | Promise<Allowance>;
}

/** @param toWords given the seconds until the client may ask again @throws Problem beyond the limit */
export function checkAllowed({ remaining, seconds }: Allowance, toWords: (seconds: number) => string): void {
  if (remaining !== null && remaining < 0) throw new Problem(1429, toWords(seconds), seconds);
}

const MINUTE_MS = 60_000;

/** How many names are counted within one minute. */
const NAMES_MAX = 100_000;

export class MinuteCounter implements Counter {
  readonly #nowMs: () => number;
  readonly #namesMax: number;
  #counts = new Map<string, number>();
  #minute = 0;

  constructor(nowMs: () => number, namesMax = NAMES_MAX) {
    this.#nowMs = nowMs;
    this.#namesMax = namesMax;
  }

  count(name: string, perMinute: number): Allowance {
    const nowMs = this.#nowMs();
    const minute = Math.floor(nowMs / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#counts = new Map();
    }
    const before = this.#counts.get(name) ?? 0;
    this.#counts.delete(name);
    // A full table means thousands of clients in one minute: whoever asked least recently is forgotten, so that nobody
    // can fill it to keep others out.
    if (this.#counts.size >= this.#namesMax) this.#counts.delete(this.#counts.keys().next().value ?? '');
    this.#counts.set(name, Math.min(before + 1, perMinute));
    const seconds = Math.ceil((MINUTE_MS - (nowMs % MINUTE_MS)) / 1000);
    return { perMinute, remaining: perMinute - before - 1, seconds };
  }
}

/** How many clients' worth of requests an IPv6 /48 may send: one customer is given that much, with 65,536 /64. */
const CLIENTS_IN_48 = 16;

/** Counts one request of an address: of IPv4 for itself; of IPv6 for its /64, and for the /48 around it. */
export function countAddress(counter: MinuteCounter, address: string, perMinute: number): Allowance {
  const name = toNeighbourhood(address);
  const own = counter.count(name, perMinute);
  if (!name.endsWith('/64') || (own.remaining ?? 0) < 0) return own;
  const around = counter.count(`${name.split(':').slice(0, 3).join(':')}::/48`, CLIENTS_IN_48 * perMinute);
  return (around.remaining ?? 0) < 0 ? { ...own, remaining: -1 } : own;
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

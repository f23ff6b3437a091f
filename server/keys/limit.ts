/**
 * Requests per minute, counted in this process by clock minutes: one map that is emptied each minute, so that memory is
 * bounded whoever knocks. A burst over the turn of a minute may see twice the limit; that is the price of one number a key.
 */

const MINUTE_MS = 60_000;

export class MinuteCounter {
  readonly #nowMs: () => number;
  readonly #entriesMax: number;
  #counts = new Map<string, number>();
  #minute = 0;

  constructor(nowMs: () => number, entriesMax: number) {
    this.#nowMs = nowMs;
    this.#entriesMax = entriesMax;
  }

  /** Counts one request. Null where it is within the limit, else the seconds until it may be asked again. */
  count(name: string, perMinute: number): number | null {
    const nowMs = this.#nowMs();
    const minute = Math.floor(nowMs / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#counts = new Map();
    }
    const before = this.#counts.get(name);
    // A full table means thousands of strangers in one minute: newcomers wait until it is over.
    const isOver = before === undefined ? this.#counts.size >= this.#entriesMax : before >= perMinute;
    if (isOver) return Math.max(1, Math.ceil(((minute + 1) * MINUTE_MS - nowMs) / 1000));
    this.#counts.set(name, (before ?? 0) + 1);
    return null;
  }
}

/** Who a stranger is: an IPv4 address, or the /64 of an IPv6 address, of which everyone has 2^64. */
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

/**
 * One of several disjoint parts of a tree, each made on a machine of its own: the years of providers that fall to it.
 * The years of a provider are dealt in turn, beginning at a place made from its code, because GLOBAL has more files
 * than all others and recent years have more banks. Pure.
 */
import { hashOf } from '../../wire/words/hash.ts';
import type { ProviderCode } from '../../wire/words/schemas.ts';

export interface Shard {
  /** 0 to count - 1, as the engines count that start the machines. */
  readonly index: number;
  readonly count: number;
}

/** @param year four digits */
export function owns({ index, count }: Shard, provider: ProviderCode, year: string): boolean {
  const start = BigInt(`0x${hashOf(provider).slice(0, 8)}`);
  return (start + BigInt(year)) % BigInt(count) === BigInt(index);
}

/** `1/3`, as the flag is written. */
export function shardText({ index, count }: Shard): string {
  return `${index}/${count}`;
}

/** SHA-256 where it runs: Node has it at once, and a browser has it later. */
import { joined, toHex } from '../log/bytes.ts';
import type { Hashing } from '../log/merkle.ts';

export type Sha256 = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;

/** Goes through mathematics of the log, and hashes what they ask for. */
export async function solved<Found>(asking: Hashing<Found, Uint8Array>, sha256: Sha256): Promise<Found> {
  for (let next = asking.next(); ; next = asking.next(await sha256(joined(next.value))))
    if (next.done === true) return next.value;
}

/** As 64 lowercase hexadecimal digits. */
export async function hexOf(bytes: Uint8Array, sha256: Sha256): Promise<string> {
  return toHex(await sha256(bytes));
}

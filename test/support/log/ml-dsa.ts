/**
 * A line of C2SP tlog-cosignature with a signature of type 6, ML-DSA-44. It is as long as a real one and signs nothing:
 * no key of this type can be given to anything here.
 */
import { createHash, randomBytes } from 'node:crypto';

const [KEY_BYTES, SIGNATURE_BYTES] = [1312, 2420];

/** What a witness of that name publishes as its key, and a line that it could add to a note. */
export function mlDsaWitness(name: string): { readonly vkey: string; readonly line: string } {
  const key = Buffer.concat([Buffer.of(6), randomBytes(KEY_BYTES)]);
  const id = createHash('sha256').update(`${name}\n`).update(key).digest().subarray(0, 4);
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(1_773_500_000n);
  const signature = Buffer.concat([id, time, randomBytes(SIGNATURE_BYTES)]);
  return {
    vkey: `${name}+${id.toString('hex')}+${key.toString('base64')}`,
    line: `— ${name} ${signature.toString('base64')}\n`,
  };
}

/** The note with such a line of each of these names, before and after the lines that it has. */
export function withMlDsa(note: string, ...names: readonly string[]): string {
  const end = note.lastIndexOf('\n\n') + 2;
  const lines = names.map((name) => mlDsaWitness(name).line).join('');
  return `${note.slice(0, end)}${lines}${note.slice(end)}${lines}`;
}

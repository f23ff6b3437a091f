/**
 * A witness of logs over HTTP, as C2SP tlog-witness has it. It is a program of its own: it shares no line with what it
 * checks. It can also be slow, be of another mind about a log, or lie.
 */
import { createHash, generateKeyPairSync, sign, verify } from 'node:crypto';
import { mlDsaWitness } from '../log/ml-dsa.ts';
import { listen } from './loopback.ts';

const digest = (...parts: readonly Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const joined = (left: Buffer, right: Buffer) => digest(Buffer.of(1), left, right);

/** Both roots that a proof of consistency leads to, by the recursion of RFC 6962, from its last hash to its first. */
function rootsOf(old: number, size: number, proof: Buffer[], known: Buffer | null): readonly [Buffer, Buffer] {
  if (old === size) {
    const hash = known ?? proof.pop();
    if (hash === undefined) throw new Error('the proof is too short');
    return [hash, hash];
  }
  let half = 1;
  while (half < size - half) half += half;
  const beside = proof.pop();
  if (beside === undefined) throw new Error('the proof is too short');
  if (old <= half) {
    const [before, after] = rootsOf(old, half, proof, known);
    return [before, joined(after, beside)];
  }
  const [before, after] = rootsOf(old - half, size - half, proof, null);
  return [joined(beside, before), joined(beside, after)];
}

export type Manner =
  | 'honest'
  | 'two types'
  | 'slow'
  | 'another root'
  | 'another key'
  | 'ahead'
  | 'silent'
  | 'endless'
  | 'no witness';

export interface TestWitness {
  /** KEY@URL */
  readonly flag: string;
  readonly vkey: string;
  manner: Manner;
  /** The size and the root that it has signed last. */
  seen: { size: number; root: string };
  /** Statuses of its answers. */
  readonly statuses: number[];
}

/** @param logKeys raw public keys of logs by their names */
export async function startWitness(name: string, logKeys: ReadonlyMap<string, Buffer>): Promise<TestWitness> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const other = generateKeyPairSync('ed25519').privateKey;
  const raw = Buffer.from(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
  const id = digest(Buffer.from(`${name}\n\x04`), raw).subarray(0, 4);
  const vkey = `${name}+${id.toString('hex')}+${Buffer.concat([Buffer.of(4), raw]).toString('base64')}`;

  function answer(body: string): readonly [status: number, text: string] {
    const [asked = '', ...note] = body.split('\n\n');
    const [, oldText = ''] = /^old (\d+)$/.exec(asked.split('\n')[0] ?? '') ?? [];
    const proof = asked
      .split('\n')
      .slice(1)
      .map((line) => Buffer.from(line, 'base64'));
    const text = `${note[0]}\n`;
    const [origin = '', sizeText = '', root = ''] = text.split('\n');
    const [old, size] = [Number(oldText), Number(sizeText)];
    const key = logKeys.get(origin);
    if (key === undefined) return [404, ''];
    const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key]);
    const lines = (note[1] ?? '').split('\n').filter((line) => line.startsWith(`— ${origin} `));
    const isSigned = lines.some((line) => {
      const proofOfKey = Buffer.from(line.split(' ')[2] ?? '', 'base64').subarray(4);
      return verify(null, Buffer.from(text), { key: spki, format: 'der', type: 'spki' }, proofOfKey);
    });
    if (!isSigned) return [403, ''];
    if (old > size) return [400, ''];
    if (witness.manner === 'ahead') return [409, `${size + 7}\n`];
    if (old !== witness.seen.size) return [409, `${witness.seen.size}\n`];
    if (old === size && root !== witness.seen.root) return [409, `${witness.seen.size}\n`];
    if (old > 0 && old < size) {
      const isPower = (old & (old - 1)) === 0;
      const [before, after] = rootsOf(old, size, proof, isPower ? Buffer.from(witness.seen.root, 'base64') : null);
      const isProven = before.toString('base64') === witness.seen.root && after.toString('base64') === root;
      if (!isProven || proof.length > 0) return [422, ''];
    }
    witness.seen = { size, root };
    const time = 1_773_500_000n;
    const signed = witness.manner === 'another root' ? text.replace(root, Buffer.alloc(32).toString('base64')) : text;
    const signature = sign(
      null,
      Buffer.from(`cosignature/v1\ntime ${time}\n${signed}`),
      witness.manner === 'another key' ? other : privateKey,
    );
    const stamp = Buffer.alloc(8);
    stamp.writeBigUInt64BE(time);
    const first = witness.manner === 'two types' ? mlDsaWitness(name).line : '';
    return [200, `${first}— ${name} ${Buffer.concat([id, stamp, signature]).toString('base64')}\n`];
  }

  const { url } = await listen(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    if (witness.manner === 'slow') return;
    if (witness.manner === 'silent') return void request.socket.destroy();
    if (witness.manner === 'no witness') return void response.end('<html>welcome</html>');
    if (witness.manner === 'endless') return void endless(response);
    const [status, text] = request.url === '/w/add-checkpoint' ? tried(() => answer(body)) : [404, ''];
    witness.statuses.push(status);
    response.writeHead(status, status === 409 ? { 'content-type': 'text/x.tlog.size' } : {}).end(text);
  });
  const flag = `${vkey}@${url}/w/`;
  const witness: TestWitness = { flag, vkey, manner: 'honest', seen: { size: 0, root: '' }, statuses: [] };
  return witness;
}

function tried(work: () => readonly [number, string]): readonly [number, string] {
  try {
    return work();
  } catch {
    return [422, ''];
  }
}

function endless(response: { write(text: string): boolean; once(name: 'drain' | 'close', then: () => void): unknown }) {
  let isOpen = true;
  response.once('close', () => {
    isOpen = false;
  });
  const more = () => {
    if (!isOpen) return;
    response.write('x'.repeat(10_000));
    setImmediate(more);
  };
  more();
}

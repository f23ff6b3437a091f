/** Signed notes against the example of golang.org/x/mod/sumdb/note, checkpoints, cosignatures, and leaves. */

import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  checkpointText,
  cosignedText,
  leafText,
  noteKeyText,
  noteText,
  parseCheckpoint,
  parseLeaf,
  parseNote,
  parseNoteKey,
  signatureOf,
  signersOf,
  toNoteKey,
} from '../../generator/release/log/note.ts';
import { mlDsaWitness, withMlDsa } from '../support/log/ml-dsa.ts';

const VKEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const EXAMPLE = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`;
const ROOT = Buffer.alloc(32, 7);

function newKey(name: string, type: 1 | 4) {
  const { privateKey } = generateKeyPairSync('ed25519');
  const key = toNoteKey(name, createPublicKey(privateKey), type);
  const signed = (text: string, time: bigint) => {
    const proof = sign(null, Buffer.from(type === 4 ? cosignedText(text, time) : text), privateKey);
    const stamp = Buffer.alloc(type === 4 ? 8 : 0);
    if (type === 4) stamp.writeBigUInt64BE(time);
    return { name, id: key.id, bytes: Buffer.concat([stamp, proof]) };
  };
  return { key, signed };
}

describe('a signed note', () => {
  it('of another program is read, and its key has the id of the rule', () => {
    const note = parseNote(EXAMPLE);
    const key = parseNoteKey(VKEY);
    expect(noteKeyText(key)).toBe(VKEY);
    expect(Buffer.from(key.id).toString('hex')).toBe('c74f20a3');
    expect(signatureOf(note, key)).toMatchObject({ time: null, signature: { name: 'PeterNeumann' } });
    expect(noteText(note)).toBe(EXAMPLE);
  });

  it('is refused whole if the signature of a known key is false, and ignored if the key is another', () => {
    const changed = parseNote(EXAMPLE.replace('answer', 'Answer'));
    expect(() => signatureOf(changed, parseNoteKey(VKEY))).toThrow(
      'a signature of PeterNeumann is not that of its key',
    );
    expect(signatureOf(parseNote(EXAMPLE), newKey('PeterNeumann', 1).key)).toBe(null);
    expect(signatureOf(parseNote(EXAMPLE), newKey('EnochRoot', 1).key)).toBe(null);
  });

  it.each([
    ['no signature', 'text\n\n'],
    ['no empty line', 'text\n— a AAAAAAA=\n'],
    ['a line that is no signature', 'text\n\n— a AAAAAAAA\nmore\n'],
    ['a hyphen in place of the dash', EXAMPLE.replace('—', '-')],
    ['its last line feed cut off', EXAMPLE.trimEnd()],
    ['nothing', ''],
  ])('with %s is refused', (_, text) => {
    expect(() => parseNote(text)).toThrow('it is not a signed note');
  });

  it('too long for one is not even looked at', () =>
    expect(() => parseNote(EXAMPLE.padStart(1_000_001))).toThrow('a note has more than 1000000 characters'));

  it.each([VKEY.replace('c74f', 'c74e'), VKEY.slice(0, -4), 'PeterNeumann', VKEY.replace('+AR', '+CR')])(
    'has no key %s',
    (text) => {
      expect(() => parseNoteKey(text)).toThrow('not a key of a log or a witness');
    },
  );
});

describe('a checkpoint', () => {
  const text = checkpointText('rates.example/log', { size: 12, root: ROOT });

  it('is the note of the specification', () => {
    expect(text).toBe(`rates.example/log\n12\n${ROOT.toString('base64')}\n`);
    const log = newKey('rates.example/log', 1);
    const [witness, other] = [newKey('w.example', 4), newKey('x.example', 4)];
    const note = noteText({ text, signatures: [log.signed(text, 0n), witness.signed(text, 1_679_315_147n)] });
    expect(parseCheckpoint(note)).toMatchObject({ origin: 'rates.example/log', size: 12, root: ROOT });
    const signers = signersOf(note, [log.key, witness.key, other.key]);
    expect([...signers].map(([{ name }, { time }]) => [name, time])).toEqual([
      ['rates.example/log', null],
      ['w.example', 1_679_315_147n],
    ]);
  });

  it('passes over signatures of a type that it does not know, also by a name that has signed as it does', () => {
    const [log, witness] = [newKey('rates.example/log', 1), newKey('w.example', 4)];
    const note = noteText({ text, signatures: [log.signed(text, 0n), witness.signed(text, 1n)] });
    const more = withMlDsa(note, 'rates.example/log', 'w.example', 'x.example');
    expect(parseCheckpoint(more)).toMatchObject({ origin: 'rates.example/log', size: 12, note: more });
    expect([...signersOf(more, [log.key, witness.key]).keys()]).toEqual([log.key, witness.key]);
    // Alone they prove nothing.
    const { line, vkey } = mlDsaWitness('w.example');
    expect(signersOf(`${text}\n${line}`, [log.key, witness.key]).size).toBe(0);
    expect(() => parseNoteKey(vkey)).toThrow(
      /^not a key of a log or a witness: w\.example\+.{1,100}; it is an Ed25519 key/,
    );
  });

  it('is not believed of a witness whose time was changed, or is out of range, or who signed as a log does', () => {
    const witness = newKey('w.example', 4);
    const latest = noteText({ text, signatures: [witness.signed(text, 2n ** 63n - 1n)] });
    expect(signersOf(latest, [witness.key]).size).toBe(1);
    const { bytes, ...own } = witness.signed(text, 1n);
    const later = Buffer.from(bytes).fill(9, 7, 8);
    const plain = { ...own, bytes: bytes.subarray(8) };
    for (const signature of [{ ...own, bytes: later }, plain, witness.signed(text, 2n ** 63n)]) {
      const note = noteText({ text, signatures: [signature] });
      expect(() => signersOf(note, [witness.key])).toThrow('not that of its key');
    }
  });

  it.each([
    ['a size with a zero before it', text.replace('12', '012')],
    ['a short root', text.replace(/.{4}\n$/, '\n')],
    ['no root', 'rates.example/log\n12\n'],
  ])('with %s is refused', (_, wrong) => {
    expect(() => parseCheckpoint(`${wrong}\n— a AAAAAAA=\n`)).toThrow('it is not a checkpoint');
  });
});

describe('a leaf', () => {
  const release = { release: '0123456789abcdef', sequence: 41, time: '2026-03-13T15:00:00Z', root: 'ab'.repeat(32) };

  it('is one line, which is read back', () => {
    const line = `ratetree-release-1 0123456789abcdef 41 2026-03-13T15:00:00Z ${'ab'.repeat(32)}\n`;
    expect(leafText(release)).toBe(line);
    expect(parseLeaf(line)).toEqual(release);
    for (const wrong of [line.trimEnd(), ` ${line}`, line.replace('41', '041'), line.replace('-1', '-2'), `${line}x`])
      expect(parseLeaf(wrong)).toBe(null);
  });
});

import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readSigner, SIGNING_KEY_VARIABLE, toPointer } from '../../generator/release/pointer/signing.ts';
import {
  distrustOf,
  isExpired,
  keyIdOf,
  type Pointer,
  parsePointer,
  parseTrustedKeys,
  pointerText,
  signedText,
} from '../../generator/wire/release/pointer.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
import { pointerFacts } from '../support/trees/pointer-facts.ts';

const NOW = new Date('2026-03-13T17:05:09.876Z');
const FACTS = pointerFacts({
  release: '0123456789abcdef',
  root: '0123456789abcdef'.repeat(4),
  archive: 'b'.repeat(64),
  sequence: 7,
});

const pemOf = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();
function newKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const signer = readSigner(null, { [SIGNING_KEY_VARIABLE]: pem });
  if (signer === null) throw new Error('the key was not read');
  return { signer, id: keyIdOf(publicKey), pem: pemOf(publicKey) };
}

const ours = newKey();
const next = newKey();
const stranger = newKey();
const signed = toPointer(FACTS, ours.signer, NOW);
const unsigned = toPointer(FACTS, null, NOW);
const trusted = parseTrustedKeys([ours.pem]);

describe('a pointer', () => {
  it('states its release, when it was signed and by which key, and when it expires', () => {
    expect(signed).toMatchObject({
      ...FACTS,
      time: '2026-03-13T17:05:09Z',
      expires: '2026-03-21T17:05:09Z',
      key: ours.id,
    });
  });

  it.each([
    ['signed', signed],
    ['unsigned', unsigned],
  ])('that is %s is read back as it was written', (_, pointer) => {
    expect(parsePointer(pointerText(pointer))).toEqual(pointer);
  });

  it('ends with its signature, and everything before it is what was signed', () => {
    expect(pointerText(signed).replace(/,"signature":.*\n$/, '}')).toBe(signedText(signed));
  });

  it.each([
    ['an empty file', ''],
    ['half a file', pointerText(signed).slice(0, 200)],
    ["a proxy's page", '<html>Bad gateway</html>'],
    ['a list', '[]'],
    ['another format', pointerText(signed).replace('pointer-3', 'pointer-2')],
    ['a sequence of 0', pointerText({ ...signed, sequence: 0 })],
    ['a sequence that is not a whole number', pointerText({ ...signed, sequence: 1.5 })],
    ['a day that does not exist', pointerText({ ...signed, expires: '2026-02-30T00:00:00Z' })],
    ['a local time', pointerText({ ...signed, time: '2026-03-13T17:05:09' })],
    ['a release with a path in it', pointerText({ ...signed, release: '../../../../etc' })],
    ['a key without a signature', pointerText({ ...signed, signature: null })],
    ['a signature without a key', pointerText({ ...signed, key: null })],
    ['a file too long for one', pointerText(signed).padEnd(100_001)],
    ['an additional, unsigned member', pointerText(signed).replace('{', '{"note":"trust me",')],
  ])('is not read from %s', (_, text) => {
    expect(() => parsePointer(text)).toThrow(InputError);
  });

  it.each([
    ['2026-03-13T17:05:09Z', false],
    ['2026-03-21T17:05:08Z', false],
    ['2026-03-21T17:05:09Z', true],
    ['2027-01-01T00:00:00Z', true],
  ])('is expired at %s: %s', (now, expected) => {
    expect(isExpired(signed, new Date(now))).toBe(expected);
  });
});

describe('a pointer is trusted', () => {
  it('if a trusted key has signed it', () => {
    expect(distrustOf(signed, trusted)).toBeNull();
  });

  const changes: Partial<Pointer>[] = [
    { release: '0123456789abcdee' },
    { root: 'c'.repeat(64) },
    { archive: 'c'.repeat(64) },
    { sequence: 8 },
    { time: '2026-03-13T17:05:10Z' },
    { expires: '2036-03-21T17:05:09Z' },
  ];
  it.each(changes)('no longer if it is changed to %o afterwards', (change) => {
    expect(distrustOf({ ...signed, ...change }, trusted)).toContain('signature');
  });

  it('neither without a signature, nor signed by another key, nor by another key under the id of a trusted one', () => {
    expect(distrustOf(unsigned, trusted)).toBe('nobody signed it');
    expect(distrustOf(toPointer(FACTS, stranger.signer, NOW), trusted)).toContain(`key ${stranger.id}, which is not`);
    const borrowed = toPointer(FACTS, { ...stranger.signer, id: ours.id }, NOW);
    expect(distrustOf(borrowed, trusted)).toContain('signature');
  });

  it.each([
    ['before the rotation', ours, [ours], true],
    ['the new key is trusted everywhere, the old one signs', ours, [ours, next], true],
    ['the new key signs', next, [ours, next], true],
    ['the old key is dropped', next, [next], true],
    ['the old key signs on', ours, [next], false],
    ['the new key signs too early', next, [ours], false],
  ])('depending on its key while keys are rotated: %s', (_, signing, known, isTrusted) => {
    const keys = parseTrustedKeys(known.map(({ pem }) => pem));
    expect(distrustOf(toPointer(FACTS, signing.signer, NOW), keys) === null).toBe(isTrusted);
  });
});

describe('public keys', () => {
  it('are read from one file or several, with text around them', () => {
    const ids = [ours.id, next.id].sort();
    expect([...parseTrustedKeys([ours.pem, next.pem]).keys()].sort()).toEqual(ids);
    expect([...parseTrustedKeys([`since March:\n${ours.pem}\nfrom June on:\n${next.pem}`]).keys()].sort()).toEqual(ids);
  });

  it.each([
    ['nothing', '', 'no public key'],
    [
      'a private key',
      generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }),
      'no public key',
    ],
    ['a key of another kind', pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey), 'type ec'],
    ['a key that is cut off', ours.pem.replace(/\n.{20}/, '\n'), 'cannot be read'],
  ])('are not read from %s', (_, text, words) => {
    expect(() => parseTrustedKeys([ours.pem, text.toString()])).toThrow(words);
  });
});

/** A pointer that is signed stays signed by its key, unless the operator names the key that is to be replaced. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeKeyPair } from '../../generator/release/pointer/signing.ts';
import { parsePointer, pointerText } from '../../generator/wire/release/pointer.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { copied } from '../support/kit/copied.ts';
import { type ByCommand, byCommand, ratetree } from '../support/trees/by-command.ts';
import { readTree } from '../support/trees/trees.ts';

const ours = writeKeyPair(join(freshFolder(), 'ours.pem'));
const other = writeKeyPair(join(freshFolder(), 'other.pem'));
const SIGNED = ['--signing-key', ours.privateFile];

let published: ByCommand;
beforeAll(async () => {
  published = await byCommand();
  published.publish(0, published.store, ...SIGNED);
  published.publish(1, published.store, ...SIGNED);
});

function copyOfStore(): string {
  return copied(published.store);
}

const pointerIn = (store: string) => parsePointer(readFileSync(join(store, 'current.json'), 'utf8'));

/** The commands that write a pointer. */
const WRITERS: readonly (readonly [
  string,
  (store: string, ...flags: readonly string[]) => ReturnType<typeof ratetree>,
])[] = [
  ['publish', (store, ...flags) => published.publish(2, store, ...flags)],
  ['publish of the same tree', (store, ...flags) => published.publish(1, store, ...flags)],
  ['rollback', (store, ...flags) => ratetree('rollback', store, ...flags)],
  [
    'nightly',
    (store, ...flags) => {
      const where = ['--archive', join(freshFolder(), 'archive'), '--out', join(freshFolder(), 'dist')];
      return ratetree('nightly', store, ...where, '--replay', freshFolder(), '--provider', 'ECB', ...flags);
    },
  ],
];

describe.each(WRITERS)('after a signed pointer, %s', (_, write) => {
  it.each<[string, readonly string[], string]>([
    ['without a key', [], 'and there is no key to sign with'],
    ['with another key', ['--signing-key', other.privateFile], `and the key given is ${other.id}`],
    ['that names the wrong key', ['--replace-key', other.publicFile], 'and there is no key to sign with'],
  ])('%s is refused and writes nothing', (_name, flags, words) => {
    const store = copyOfStore();
    const before = readTree(store);
    const { status, stderr } = write(store, ...flags);
    expect(status, stderr).toBe(1);
    expect(stderr).toContain(`current.json is signed by key ${ours.id}, ${words}: sign with that key`);
    expect(stderr).toContain('the file of its public key with --replace-key');
    expect(readTree(store)).toEqual(before);
  });
});

describe('--replace-key', () => {
  it.each<[string, readonly string[], string | null]>([
    ['another key', ['--signing-key', other.privateFile], other.id],
    ['no key', [], null],
  ])('lets %s sign, once', (_, flags, key) => {
    const store = copyOfStore();
    const { status, stderr } = published.publish(2, store, ...flags, '--replace-key', ours.publicFile);
    expect(status, stderr).toBe(0);
    expect(pointerIn(store)).toMatchObject({ key, sequence: 3 });
    expect(published.publish(2, store, ...flags).status).toBe(0);
    const back = published.publish(2, store, ...SIGNED, '--replace-key', ours.publicFile);
    expect(back.status, 'neither an unsigned pointer nor a foreign one is signed').toBe(1);
    const named = published.publish(2, store, ...SIGNED, '--replace-key', key === null ? 'none' : other.publicFile);
    expect([named.status, pointerIn(store).key]).toEqual([0, ours.id]);
  });

  it.each([
    ['the id of a key', ours.id],
    ['a file that is not there', 'ours.pub'],
    ['a private key', ours.privateFile],
  ])('refuses %s', (_, text) => {
    const { status, stderr } = published.publish(2, copyOfStore(), ...SIGNED, '--replace-key', text);
    expect([status, stderr]).toEqual([1, expect.stringContaining('It must be the file of the old public key')]);
  });

  it('does not sign what only claims to be signed by the key that it names', () => {
    const store = copyOfStore();
    writeFileSync(join(store, 'current.json'), pointerText({ ...pointerIn(store), signature: 'AAAA' }));
    const before = readTree(store);
    const flags = ['--signing-key', other.privateFile, '--replace-key', ours.publicFile];
    const { status, stderr } = published.publish(2, store, ...flags);
    expect([status, stderr]).toEqual([1, expect.stringContaining('but its signature is wrong')]);
    expect(readTree(store)).toEqual(before);
  });

  it('none is refused once the pointer is signed, so that no schedule keeps it', () => {
    const { status, stderr } = published.publish(2, copyOfStore(), ...SIGNED, '--replace-key', 'none');
    expect([status, stderr]).toEqual([1, expect.stringContaining('leave "--replace-key none" out')]);
  });
});

describe('a pointer that somebody has changed', () => {
  it('is refused if it claims our key and the signature is not of that key', () => {
    const store = copyOfStore();
    writeFileSync(join(store, 'current.json'), pointerText({ ...pointerIn(store), sequence: 9_000_000 }));
    const before = readTree(store);
    const { status, stderr } = published.publish(2, store, ...SIGNED);
    expect([status, stderr]).toEqual([1, expect.stringContaining('but its signature is wrong')]);
    expect(readTree(store)).toEqual(before);
  });
});

describe('verify --sample', () => {
  it('draws from a seed that is another one each time, prints it, and repeats the sample with it', () => {
    const draw = (...flags: readonly string[]) => {
      const { status, stdout } = ratetree('verify', published.store, '--sample', '3', ...flags);
      expect(status, stdout).toBe(0);
      return /repeat this sample with --seed (\w+)/.exec(stdout)?.[1] ?? '';
    };
    const seeds = [draw(), draw(), draw()];
    expect(new Set(seeds).size).toBe(3);
    for (const seed of seeds) expect(seed).toMatch(/^[0-9a-f]{16}$/);
    expect(draw('--seed', seeds[0] ?? '')).toBe(seeds[0]);
  });
});

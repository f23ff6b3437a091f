import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSigner, toPointer, writeKeyPair } from '../../generator/release/pointer/signing.ts';
import { distrustOf, parseTrustedKeys, pointerText } from '../../generator/wire/release/pointer.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { pointerFacts } from '../support/trees/pointer-facts.ts';

const NOW = new Date('2026-03-13T17:00:00Z');
const FACTS = pointerFacts({
  release: '0123456789abcdef',
  root: '0123456789abcdef'.repeat(4),
  archive: 'b'.repeat(64),
  sequence: 7,
});

const newKeyFile = () => join(freshFolder(), 'publisher.key');
const textOf = (file: string) => readFileSync(file, 'utf8');
const trustIn = (publicFile: string) => parseTrustedKeys([textOf(publicFile)]);

describe('keygen', () => {
  it('makes a private key that only its owner can read, and a public key for everybody', () => {
    const made = writeKeyPair(newKeyFile());
    expect(statSync(made.privateFile).mode & 0o777).toBe(0o600);
    expect(textOf(made.privateFile)).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
    expect(textOf(made.publicFile)).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);
    expect([...trustIn(made.publicFile).keys()]).toEqual([made.id]);
    expect(readdirSync(join(made.privateFile, '..')).sort()).toEqual(['publisher.key', 'publisher.key.pub']);
  });

  it('makes a different key each time', () => {
    expect(writeKeyPair(newKeyFile()).id).not.toBe(writeKeyPair(newKeyFile()).id);
  });

  it.each(['', '.pub'])('never overwrites an existing file: publisher.key%s', (suffix) => {
    const file = newKeyFile();
    writeFileSync(`${file}${suffix}`, 'precious');
    expect(() => writeKeyPair(file)).toThrow(InputError);
    expect(() => writeKeyPair(file)).toThrow('already exists');
    expect(readdirSync(join(file, '..'))).toEqual([`publisher.key${suffix}`]);
    expect(textOf(`${file}${suffix}`)).toBe('precious');
  });
});

describe('the signing key', () => {
  const made = writeKeyPair(newKeyFile());
  const pem = textOf(made.privateFile);

  it.each([
    ['from a file', made.privateFile, {}],
    ['from the environment', null, { RATETREE_SIGNING_KEY: pem }],
    ['from the environment, in one line', null, { RATETREE_SIGNING_KEY: pem.trim().replaceAll('\n', '\\n') }],
    ['from the file if both are given', made.privateFile, { RATETREE_SIGNING_KEY: 'another' }],
  ])('is read %s, and what it signs is trusted', (_, file, env) => {
    const signer = readSigner(file, env);
    expect(signer?.id).toBe(made.id);
    expect(distrustOf(toPointer(FACTS, signer, NOW), trustIn(made.publicFile))).toBeNull();
  });

  it.each([{}, { RATETREE_SIGNING_KEY: '' }, { RATETREE_SIGNING_KEY: ' \n' }])('is null with %o', (env) => {
    expect(readSigner(null, env)).toBeNull();
  });

  it.each([
    ['a public key', textOf(made.publicFile), 'there is no private key'],
    ['half a key', pem.slice(0, 60), 'there is no private key'],
    ['words', 'hunter2', 'there is no private key'],
    ['a key of another kind', pemOfCurve('P-256'), 'type ec, not Ed25519'],
  ])('is not read from %s, and the message names the place but does not quote the text', (_, text, words) => {
    expect(() => readSigner(null, { RATETREE_SIGNING_KEY: text })).toThrow(InputError);
    expect(() => readSigner(null, { RATETREE_SIGNING_KEY: text })).toThrow(`RATETREE_SIGNING_KEY: `);
    expect(() => readSigner(null, { RATETREE_SIGNING_KEY: text })).toThrow(words);
    expect(() => readSigner(null, { RATETREE_SIGNING_KEY: text })).not.toThrow(text.slice(40, 70) || 'hunter2');
  });

  it('is not read from a file that does not exist, and the message names the file', () => {
    expect(() => readSigner('/nowhere/publisher.key', {})).toThrow(InputError);
    expect(() => readSigner('/nowhere/publisher.key', {})).toThrow('/nowhere/publisher.key: the signing key');
  });
});

const hasOpenssl = /^OpenSSL 3/.test(spawnSync('openssl', ['version'], { encoding: 'utf8' }).stdout ?? '');
if (!hasOpenssl) console.log('skipped: OpenSSL 3 is not installed, so docs/verify.md is not tried by hand');

describe.skipIf(!hasOpenssl)('a stranger with openssl and sed', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'verify.md'), 'utf8');
  const [, commands = ''] = /## Who signed it\n.*?```sh\n(.*?)```/s.exec(page) ?? [];
  const made = writeKeyPair(newKeyFile());

  const verdictOn = (text: string) => {
    const folder = freshFolder();
    writeFileSync(join(folder, 'current.json'), text);
    writeFileSync(join(folder, 'ratetree.pub'), readFileSync(made.publicFile));
    const offline = commands.split('\n').filter((line) => !line.startsWith('curl'));
    return spawnSync('sh', ['-ec', offline.join('\n')], { cwd: folder, encoding: 'utf8' });
  };
  const text = pointerText(toPointer(FACTS, readSigner(made.privateFile, {}), NOW));

  it('finds that the signature is good', () => {
    expect(verdictOn(text)).toMatchObject({ status: 0, stdout: expect.stringContaining('Verified Successfully') });
  });

  it.each(['0123456789abcdef', '"sequence":7', '2026-03-21', made.id])('detects a change at %s', (place) => {
    const changed = text.replace(place, (found) => found.replace(/\d(?=\D*$)/, (digit) => (digit === '1' ? '2' : '1')));
    expect(changed).not.toBe(text);
    expect(verdictOn(changed).status).not.toBe(0);
  });

  it('computes the id of the key from the public key', () => {
    const [command = ''] = /openssl pkey .*/.exec(commands) ?? [];
    const folder = join(made.publicFile, '..');
    const run = execFileSync('sh', ['-c', command.replaceAll('ratetree.pub', made.publicFile)], { cwd: folder });
    expect(run.toString().trim()).toBe(made.id);
  });
});

function pemOfCurve(namedCurve: string): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

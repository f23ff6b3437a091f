/** The key file: changes while the gateway runs, and what is refused in it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseKeyFile } from '../../server/request/keys/api-keys.ts';
import { LiveKeys } from '../../server/request/keys/live-keys.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { keyRecord } from '../support/servers/gateway.ts';

const folder = freshFolder();

describe('the key file', () => {
  const write = (file: string, records: readonly unknown[]) => writeFileSync(file, JSON.stringify({ keys: records }));

  it('is read again when it changes; when it is broken, that is reported and the old keys stay', () => {
    const file = join(folder, 'live.json');
    write(file, [keyRecord('first', 'key-1')]);
    const said: string[] = [];
    const keys = new LiveKeys(file, null, (line) => said.push(line));
    expect([...keys.current.values()].map(({ name }) => name)).toEqual(['first']);
    keys.refresh();
    expect(said).toEqual([]);
    write(file, [keyRecord('first', 'key-1'), keyRecord('second', 'key-2')]);
    keys.refresh();
    expect([...keys.current.values()].map(({ name }) => name)).toEqual(['first', 'second']);
    expect(said.splice(0)).toEqual(['keys read again: 2']);
    writeFileSync(file, '{"keys": [');
    keys.refresh();
    keys.refresh();
    expect(said).toEqual([
      expect.stringMatching(/^the key file cannot be read, so the old keys stay: .*live\.json: not JSON/),
    ]);
    expect(keys.current.size).toBe(2);
    write(file, []);
    keys.refresh();
    expect(keys.current.size).toBe(0);
  });

  it('must exist and be valid at the start', () => {
    expect(() => new LiveKeys(join(folder, 'none.json'), null, () => {})).toThrow(/none\.json.*ratetree keys add/);
    expect(new LiveKeys(null, 'demo', () => {}).current.size).toBe(1);
  });

  const good = keyRecord('a', 'b');
  it.each([
    ['{', /not JSON/],
    ['[]', /the file/],
    [JSON.stringify({ keys: [{ ...good, digest: 'abc' }] }), /keys\.0\.digest: the SHA-256/],
    [JSON.stringify({ keys: [{ ...good, name: 'a b' }] }), /keys\.0\.name/],
    [JSON.stringify({ keys: [{ ...good, expires: 'soon' }] }), /keys\.0\.expires: a UTC time/],
    [
      JSON.stringify({ keys: [{ ...good, plan: { operations: ['delete'], requestsPerMinute: 1 } }] }),
      /keys\.0\.plan\.operations\.0/,
    ],
    [JSON.stringify({ keys: [{ ...good, key: 'in clear' }] }), /key/],
    [JSON.stringify({ keys: [good, good] }), /keys\.1\.name: is there twice; keys\.1\.digest: is there twice/],
  ])('%s is refused with the name of the field', (text, words) => {
    expect(() => parseKeyFile(text, 'keys.json')).toThrow(words);
  });
});

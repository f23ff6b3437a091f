/** Which errors a person can mend: the ones that are told in one line. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InputError, toInputFault } from '../../generator/wire/words/input-error.ts';
import { freshFolder } from '../support/banks/archives.ts';

const folder = freshFolder();
const file = join(folder, 'file');
writeFileSync(file, '');

/** The error that the work ends in. */
function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('a person can mend', () => {
  it.each<[string, unknown, string | RegExp]>([
    ['what they wrote', new InputError('RATETREE_ORIGIN is not set'), /^RATETREE_ORIGIN is not set$/],
    ['a missing file', errorOf(() => readFileSync(join(folder, 'none'))), /^ENOENT.*none'$/],
    ['a file in the place of a folder', errorOf(() => readdirSync(file)), /^ENOTDIR.*file'$/],
    ['a file in the way of a folder', errorOf(() => mkdirSync(file)), /^EEXIST.*file'$/],
    ['a folder in the place of a file', errorOf(() => writeFileSync(folder, '')), /^EISDIR/],
  ])('%s', (_, error, line) => {
    expect(toInputFault(error)).toMatch(line);
  });
});

describe('a person cannot mend', () => {
  it.each<[string, unknown]>([
    ['an assertion of ours', new TypeError('a provider without a reference currency')],
    ['an error of the runtime', errorOf(() => JSON.parse('{'))],
    ['a fault of the system that names no path', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })],
    ['what is not an error', 'a text'],
  ])('%s', (_, error) => {
    expect(toInputFault(error)).toBeNull();
  });

  it.skipIf(!existsSync('/dev/full'))('a full disk', () => {
    expect(toInputFault(errorOf(() => writeFileSync('/dev/full', 'text')))).toBeNull();
  });
});

/** Targets that are refused before anything is asked of them, and names of folders that look like addresses. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { openObjectStore, toFolder } from '../../generator/release/store/open.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { runProgram } from '../support/kit/run-program.ts';

const folder = freshFolder();
const NO_BUCKET = { endpoint: null, region: null, pathStyle: true, socketsMax: 8 };
const FORMS = 's3://BUCKET/PREFIX, or a folder';

describe('a target', () => {
  it.each([
    ['s3://', 'not an address of a bucket: s3://; write s3://BUCKET/PREFIX'],
    ['s3://UPPER/x', 'not an address of a bucket: s3://UPPER/x; write s3://BUCKET/PREFIX'],
    ...['s3//bucket', 's3:/bucket', 's3:bucket', 'S3://bucket', 'S3//bucket', 'https//bucket', 'gs://bucket'].map(
      (text) => [text, `not a target: ${text}; write ${FORMS}`] as const,
    ),
    ['https://me:secret@example.org/rates', `not a target: https://example.org/rates; write ${FORMS}`],
    ['', `the target is empty; write ${FORMS}`],
  ] as const)('%j is refused, and the error says what to write', async (target, message) => {
    const opened = openObjectStore(target, { ...NO_BUCKET, willWrite: true });
    await expect(opened).rejects.toThrow(InputError);
    await expect(opened).rejects.toThrow(message);
    expect(target !== '' && existsSync(target)).toBe(false);
  });

  it.each(['./s3:/bucket', '../s3//bucket', '/data/s3:/bucket', '//bucket', 'dist', 'rates/public', 'a.b-c'])(
    '%j is a folder, whether or not it exists',
    (target) => expect(toFolder(target, FORMS)).toBe(target),
  );

  it('that is the name of an existing folder is that folder', () => {
    const compiled = join(packageRoot(), 'build', 'generator', 'release', 'store', 'open.js');
    mkdirSync(join(folder, 's3:', 'bucket'), { recursive: true });
    // The name is relative, so a process of its own stands in the folder.
    const program = `import { toFolder } from ${JSON.stringify(compiled)};
console.log(toFolder('s3:/bucket', ''));`;
    const words = ['--input-type=module', '--eval', program];
    expect(execFileSync(process.execPath, words, { cwd: folder, encoding: 'utf8' })).toBe('s3:/bucket\n');
  });

  it('in a bucket whose region nobody names is refused with the ways to name it', () => {
    const { AWS_REGION: _, AWS_DEFAULT_REGION: __, RATETREE_S3_REGION: ___, ...rest } = process.env;
    const keys = { AWS_ACCESS_KEY_ID: 'me', AWS_SECRET_ACCESS_KEY: 'secret', AWS_CONFIG_FILE: `${folder}/none` };
    const { status, stderr } = runProgram(['rollback', 's3://rates/p'], { env: { ...rest, ...keys } });
    expect(status).toBe(4);
    expect(stderr).toMatch(/s3:\/\/rates\/p\/: PUT \S+: Region is missing; give --region, or set AWS_REGION\n$/);
  });

  it('must exist if it is opened for reading', async () => {
    const opened = openObjectStore(`${folder}/nowhere`, { ...NO_BUCKET, willWrite: false });
    await expect(opened).rejects.toThrow(InputError);
    await expect(opened).rejects.toThrow(`${folder}/nowhere: there is no such folder; correct the name of the target`);
  });
});

/** The root of a bucket is shared with whatever else lies there, so a tree begins in it only if somebody says so. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toPointer } from '../../generator/release/pointer/signing.ts';
import { pointerText } from '../../generator/wire/release/pointer.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { runProgramBeside } from '../support/kit/run-program.ts';
import { serveBucket } from '../support/servers/small-bucket.ts';
import { pointerFacts } from '../support/trees/pointer-facts.ts';

const FACTS = pointerFacts({ release: 'a'.repeat(16), root: 'a'.repeat(64), archive: 'b'.repeat(64), sequence: 7 });

/** What the command says and which requests it makes, of a bucket that holds the folder. */
async function run(folder: string, words: readonly string[]) {
  const { endpoint, methods } = await serveBucket(folder);
  const [cwd, env] = [freshFolder(), { AWS_ACCESS_KEY_ID: 'me', AWS_SECRET_ACCESS_KEY: 'secret' }];
  for (const folder of ['dist', join('.ratetree', 'archive')]) mkdirSync(join(cwd, folder), { recursive: true });
  const where = ['--endpoint', endpoint, '--region', 'here', '--path-style'];
  const { stderr } = await runProgramBeside([...words, ...where], { cwd, env: { ...process.env, ...env } });
  return { stderr, writes: methods.filter((method) => method !== 'GET').length };
}

describe.each(['publish', 'nightly'])('%s', (command) => {
  it.each(['s3://rates', 's3://rates/'])(
    'to %s is refused before anything is written, and says what to write',
    async (target) => {
      const { stderr, writes } = await run(freshFolder(), [command, target]);
      expect(stderr).toContain('s3://rates/: ');
      expect(stderr).toContain('name a prefix, such as s3://rates/public, or say --root\n');
      expect(writes).toBe(0);
    },
  );

  it.each<[string, readonly string[], boolean]>([
    ['with --root', ['s3://rates', '--root'], false],
    ['to a prefix', ['s3://rates/public'], false],
    ['to a root in which a release is in force', ['s3://rates'], true],
  ])('%s begins to write', async (_, words, isInForce) => {
    const folder = freshFolder();
    if (isInForce) writeFileSync(join(folder, 'current.json'), pointerText(toPointer(FACTS, null, new Date())));
    const { stderr, writes } = await run(folder, [command, ...words]);
    expect(stderr).not.toContain('--root');
    expect(writes).toBeGreaterThan(0);
  });
});

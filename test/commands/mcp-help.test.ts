/** `ratetree mcp --help` where the library of assistants is not installed. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { programIn } from '../support/kit/program.ts';

const LIBRARY = '@modelcontextprotocol';

it('helps without the library, which only its work needs', () => {
  const root = freshFolder();
  mkdirSync(join(root, 'node_modules'));
  cpSync(join(packageRoot(), 'package.json'), join(root, 'package.json'));
  cpSync(join(packageRoot(), 'build'), join(root, 'build'), { recursive: true });
  for (const name of readdirSync(join(packageRoot(), 'node_modules')))
    if (name !== LIBRARY) symlinkSync(join(packageRoot(), 'node_modules', name), join(root, 'node_modules', name));
  const run = (...words: readonly string[]) =>
    spawnSync(process.execPath, [programIn(root), 'mcp', ...words], { cwd: root, encoding: 'utf8', input: '' });
  const { status, stdout, stderr } = run('--help');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('--http <port>');
  expect(run().stderr).toContain('npm install @modelcontextprotocol/sdk');
});

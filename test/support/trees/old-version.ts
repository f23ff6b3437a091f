/** Versions from before, built from the history of this checkout, as an operator had them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../generator/kit/package.ts';
import { freshFolder } from '../banks/archives.ts';

/** Whether the commit is in the history. If not, prints once that the named tests are skipped. */
export function historyHas(commit: string, tests: string): boolean {
  const isThere = spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: packageRoot() }).status === 0;
  if (!isThere) console.log(`skipped: ${tests} (${packageRoot()} has no history that reaches back to ${commit})`);
  return isThere;
}

/** Compiles that version in a folder of its own, with the packages of this one, and returns the folder. */
export function buildVersion(commit: string): string {
  const folder = freshFolder();
  const input = execFileSync('git', ['archive', commit], { cwd: packageRoot(), maxBuffer: 1024 ** 3 });
  execFileSync('tar', ['-x'], { cwd: folder, input });
  symlinkSync(join(packageRoot(), 'node_modules'), join(folder, 'node_modules'));
  const compiler = join(packageRoot(), 'node_modules', '.bin', 'tsc');
  execFileSync(compiler, ['-p', 'tsconfig.build.json', '--noCheck'], { cwd: folder });
  const bundler = join('build', 'scripts', 'dev', 'bundle.js');
  if (existsSync(join(folder, bundler))) execFileSync(process.execPath, [bundler], { cwd: folder });
  return folder;
}

/** Compiles the program once before the tests, because some of them run it as a user does. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../../generator/kit/package.ts';

export function setup(): void {
  // scripts/test has compiled.
  if (process.env.RATETREE_BUILT === 'yes') return;
  const compiler = join(packageRoot(), 'node_modules', '.bin', 'tsc');
  execFileSync(compiler, ['-p', 'tsconfig.build.json'], { cwd: packageRoot(), stdio: 'inherit' });
  const bundler = join('build', 'scripts', 'dev', 'bundle.js');
  execFileSync(process.execPath, [bundler], { cwd: packageRoot(), stdio: 'inherit' });
}

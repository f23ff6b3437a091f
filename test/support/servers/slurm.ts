/** A real Slurm for tests: controller and one node on this machine. The test stops it, and so does the end of its process. */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../../generator/kit/package.ts';

const SCRIPT = join(packageRoot(), 'scripts', 'dev', 'slurm-engine');
const PATH = `${process.env.PATH}:/usr/sbin:/sbin`;

export const slurmIsThere = ['slurmctld -V', 'slurmd -V', 'munged --version'].every((command) => {
  const [program = '', flag = ''] = command.split(' ');
  return spawnSync(program, [flag], { env: { ...process.env, PATH } }).status === 0;
});
if (!slurmIsThere) {
  console.log('skipped: Slurm is not installed, so nothing is tested on a real cluster');
  console.log('  apt-get install -y --no-install-recommends slurm-wlm munge');
}

export interface Slurm {
  /** The variable that sbatch and its like need in their environment. */
  readonly env: Readonly<Record<string, string>>;
  stop(): void;
}

export function startSlurm(): Slurm {
  const folder = mkdtempSync(join(tmpdir(), 'ratetree-slurm-'));
  const { status, stdout, stderr } = run('start', folder, `${randomInt(20_000, 30_000)}`);
  if (status !== 0) throw new Error(`slurm-engine: ${stderr}`);
  const stop = () => void run('stop', folder);
  process.once('exit', stop);
  return { env: { SLURM_CONF: stdout.trim() }, stop };
}

function run(...words: readonly string[]) {
  return spawnSync(SCRIPT, words, { encoding: 'utf8' });
}

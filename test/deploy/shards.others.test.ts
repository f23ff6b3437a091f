/** The example for Slurm, on a real Slurm: an array job makes the parts, and the job after it publishes. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { pathWithRatetree } from '../support/kit/on-path.ts';
import { type Slurm, slurmIsThere, startSlurm } from '../support/servers/slurm.ts';
import { ratetree } from '../support/trees/by-command.ts';
import { archiveOfFourBanks } from '../support/trees/embedded.ts';
import { readTree, releaseIn } from '../support/trees/trees.ts';

const EXAMPLE = join(packageRoot(), 'scripts', 'deploy', 'shards', 'slurm');
const FLAGS = ['--bases', 'EUR,USD', '--date', '2026-03-13'];

describe.skipIf(!slurmIsThere)('scripts/deploy/shards/slurm', () => {
  let slurm: Slurm;
  let path: string;

  beforeAll(() => {
    slurm = startSlurm();
    path = pathWithRatetree();
  });
  afterAll(() => slurm?.stop());

  const run = (...words: readonly string[]) =>
    spawnSync(EXAMPLE, words, { encoding: 'utf8', env: { ...process.env, ...slurm.env, PATH: path } });

  it('makes three parts in an array job, and the release of one machine', async () => {
    const [archive, work, store] = [await archiveOfFourBanks(), freshFolder(), freshFolder()];
    const { status, stderr } = run('3', archive, work, store, ...FLAGS);
    const publish = readFileSync(join(work, 'publish.log'), 'utf8');
    expect(`${stderr}${publish}`).toMatch(/release [0-9a-f]{16} .*is in force/);
    expect(status).toBe(0);
    for (const part of [0, 1, 2]) {
      expect(readFileSync(join(work, `part-${part}.log`), 'utf8')).toMatch(new RegExp(`^part ${part}/3: `, 'm'));
    }
    const alone = freshFolder();
    ratetree('generate', '--archive', archive, '--out', alone, ...FLAGS);
    expect(readTree(join(work, 'dist'))).toEqual(readTree(alone));
    const { release } = JSON.parse(readTree(store).get('current.json') ?? '{}');
    expect(releaseIn(alone)).toBe(release);
  });

  it('publishes nothing when a part fails, and says so by its exit code', () => {
    const [work, store] = [freshFolder(), freshFolder()];
    const { status, stderr } = run('3', '/nowhere/at/all', work, store, ...FLAGS);
    expect(stderr).toContain('nothing was published; see ');
    expect(status).toBe(1);
    expect(readFileSync(join(work, 'part-1.log'), 'utf8')).toContain('/nowhere/at/all: there is no archive here');
    expect(readTree(store).size).toBe(0);
  });
});

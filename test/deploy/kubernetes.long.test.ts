/** The jobs of the examples for Kubernetes, run here: each container is a process, and the volume is a folder. */
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { freshFolder } from '../support/banks/archives.ts';
import { type Manifest, podOf, readManifests, runContainer } from '../support/deploy/manifests.ts';
import { ratetree } from '../support/trees/by-command.ts';
import { archiveOfFourBanks } from '../support/trees/embedded.ts';
import { calm, DAYS, recordings } from '../support/trees/nights-by-command.ts';
import { readTree } from '../support/trees/trees.ts';

describe('the jobs for several machines', () => {
  const work = freshFolder();
  const store = join(work, 'store');
  let parts: Manifest;
  let publish: Manifest;
  beforeAll(async () => {
    cpSync(await archiveOfFourBanks(), join(work, 'archive'), { recursive: true });
    mkdirSync(store);
    [parts, publish] = readManifests('shards/kubernetes.yaml') as [Manifest, Manifest];
  });

  it('make the parts, each by the index of its pod', () => {
    const [container] = podOf(parts)?.containers ?? [];
    for (let index = 0; index < (parts.spec.completions ?? 0); index++) {
      const env = { JOB_COMPLETION_INDEX: `${index}`, TMPDIR: work };
      const { status, stderr } = runContainer(container as never, work, env);
      expect(status, stderr).toBe(0);
      expect(existsSync(join(work, 'parts', `${index}`, 'current.json'))).toBe(true);
    }
  });

  it('join and publish them as one machine would, and remove the folders', () => {
    const { initContainers = [], containers = [] } = podOf(publish) ?? {};
    for (const container of [...initContainers, ...containers]) {
      const { status, stderr } = runContainer(container, work, {}, { 's3://rates/public': store });
      expect(status, `${container.name}: ${stderr}`).toBe(0);
    }
    expect([existsSync(join(work, 'parts')), existsSync(join(work, 'dist'))]).toEqual([false, false]);
    const tree = join(work, 'alone');
    ratetree('generate', '--archive', join(work, 'archive'), '--out', tree, '--date', '2026-03-13');
    const [published, alone] = [readTree(store), readTree(tree)];
    const path = 'v1/latest/GLOBAL/USD.json';
    expect(published.get(path)).toBe(alone.get(path));
    expect(published.get(path)).toContain('"GLOBAL"');
  });
});

describe('the CronJob', () => {
  it('publishes on an empty disk, and again on another one', () => {
    const [container] = podOf(readManifests('nightly/cronjob.yaml')[0] as Manifest)?.containers ?? [];
    const store = freshFolder();
    const local = ['--replay', recordings(DAYS, calm), '--provider', 'ECB', '--date', '2026-03-13', '--bases', 'EUR'];
    const night = { ...container, args: [...(container?.args ?? []), ...local] } as never;
    for (const sequence of [1, 2]) {
      const { status, stdout, stderr } = runContainer(night, freshFolder(), {}, { 's3://rates/public': store });
      expect(status, stderr).toBe(0);
      const report = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
      expect(report).toMatchObject({ outcome: 'published', published: { sequence } });
    }
  });
});

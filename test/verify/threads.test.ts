/** A release in a folder, checked by the compiled program with threads, beside the same check without. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import type { VerifyReport } from '../../generator/verify/report.ts';
import { freshFolder } from '../support/banks/archives.ts';
import type { ReleaseFolder } from '../support/trees/release-folder.ts';
import { copyOf } from '../support/trees/release-pair.ts';
import { readTree } from '../support/trees/trees.ts';
import { type Pair, publishPair, verifyFolder } from '../support/trees/verifying.ts';

let pair: Pair;
beforeAll(async () => {
  pair = await publishPair();
});

function verifyWith(threads: number, dir: string): { readonly report: VerifyReport; readonly status: number | null } {
  const program = join(packageRoot(), 'build', 'generator', 'main.js');
  const flags = ['verify', dir, '--jobs', `${threads}`, '--json'];
  // The sequence that is remembered would be that of another test.
  const { stdout, status } = spawnSync(process.execPath, [program, ...flags], { cwd: freshFolder(), encoding: 'utf8' });
  return { report: JSON.parse(stdout.trim().split('\n').at(-1) ?? ''), status };
}

function spoil(folder: ReleaseFolder): void {
  const keys = [...readTree(folder.dir).keys()];
  const of = (pattern: RegExp) => keys.find((key) => pattern.test(key)) ?? '';
  folder.flip(of(/^releases\/.*\/historical\/.*\/EUR\.json$/));
  folder.remove(of(/^releases\/.*\/historical\/.*\/EUR\.csv$/));
  folder.remove(of(/^releases\/.*\/tables\/ECB\/2026\/2026-03-10/));
  folder.flip(`manifests/${folder.manifests[1]?.root.files[1]}`);
  folder.write('releases/ffffffffffffffff/v1/other.json', '{}');
}

describe('threads', () => {
  it.each([1, 3])('find what one thread finds that reads several files at once: %i', async (threads) => {
    const sorted = ({ faults, others, counts }: VerifyReport) => [
      faults.map(({ kind, key, why }) => `${kind} ${key} ${why}`).sort(),
      [...others].sort(),
      counts,
    ];
    for (const damage of [() => {}, spoil]) {
      const folder = copyOf(pair.folder);
      // The program has the machine's clock, by which the pointer must not have expired.
      folder.point({}, folder.signer, new Date());
      damage(folder);
      const alone = await verifyFolder(folder.dir, { trusted: null, now: new Date() });
      const { report, status } = verifyWith(threads, folder.dir);
      expect(sorted(report)).toEqual(sorted(alone));
      expect([alone.faults.length > 2, status]).toEqual(damage === spoil ? [true, 1] : [false, 0]);
    }
  });
});

/** A release in a folder, checked by the compiled program with threads, beside the same check without. */
import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import type { VerifyReport } from '../../generator/verify/report.ts';
import type { TreePath } from '../../generator/wire/answers/paths.ts';
import { fileKey, textKey } from '../../generator/wire/release/keys.ts';
import { hashOf } from '../../generator/wire/words/hash.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { PROGRAM } from '../support/kit/program.ts';
import { keyIn } from '../support/trees/manifests.ts';
import type { ReleaseFolder } from '../support/trees/release-folder.ts';
import { copyOf } from '../support/trees/release-pair.ts';
import { type Pair, publishPair, verifyFolder } from '../support/trees/verifying.ts';

let pair: Pair;
beforeAll(async () => {
  pair = await publishPair();
});

function verifyWith(threads: number, dir: string): { readonly report: VerifyReport; readonly status: number | null } {
  const flags = ['verify', dir, '--jobs', `${threads}`, '--json'];
  // The sequence that is remembered would be that of another test.
  const { stdout, status } = spawnSync(process.execPath, [PROGRAM, ...flags], { cwd: freshFolder(), encoding: 'utf8' });
  return { report: JSON.parse(stdout.trim().split('\n').at(-1) ?? ''), status };
}

async function spoil(folder: ReleaseFolder): Promise<void> {
  const keyOf = (path: string) => keyIn(folder.dir, path);
  const keys = ['v1/historical/ECB/2026/03/09/EUR.csv', 'tables/ECB/2026/2026-03-10.csv'].map(keyOf);
  folder.flip(await keyOf('v1/historical/ECB/2026/03/09/EUR.json'));
  for (const key of await Promise.all(keys)) folder.remove(key);
  folder.flip(textKey(folder.manifests[1]?.root.files[1] ?? ''));
  folder.write(fileKey('v1/other.json' as TreePath, hashOf('{}')), '{}');
}

describe('threads', () => {
  it.each([1, 3])('find what one thread finds that reads several files at once: %i', async (threads) => {
    const sorted = ({ faults, others, counts }: VerifyReport) => [
      faults.map(({ kind, key, why }) => `${kind} ${key} ${why}`).sort(),
      [...others].sort(),
      counts,
    ];
    for (const damage of [async () => {}, spoil]) {
      const folder = copyOf(pair.folder);
      // The program has the machine's clock, by which the pointer must not have expired.
      folder.point({}, folder.signer, new Date());
      await damage(folder);
      const alone = await verifyFolder(folder.dir, { trusted: null, now: new Date() });
      const { report, status } = verifyWith(threads, folder.dir);
      expect(sorted(report)).toEqual(sorted(alone));
      expect([alone.faults.length > 2, status]).toEqual(damage === spoil ? [true, 1] : [false, 0]);
    }
  });
});

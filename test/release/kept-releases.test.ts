/** Releases that are kept and not in force: damage to one is found by `verify --all`, and before a rollback to it. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openGenerated } from '../../generator/release/pointer/generated.ts';
import { publish } from '../../generator/release/publish/publish.ts';
import { rollback } from '../../generator/release/publish/rollback.ts';
import { type ObjectStore, StoreError } from '../../generator/release/store/store.ts';
import { verifyLines } from '../../generator/release/verify/report.ts';
import { textKey } from '../../generator/wire/release/keys.ts';
import { freshFolder, writeLines } from '../support/banks/archives.ts';
import { copied } from '../support/kit/copied.ts';
import { ratetree } from '../support/trees/by-command.ts';
import { openTestStore } from '../support/trees/logged.ts';
import { FILE_KEY, keyIn } from '../support/trees/manifests.ts';
import { generateRelease } from '../support/trees/releases.ts';
import { readTree } from '../support/trees/trees.ts';
import { faultsOf, verifyFolder, verifyHttp } from '../support/trees/verifying.ts';

const NOW = new Date();
const made = freshFolder();
/** Oldest first. */
const releases: string[] = [];

/** The parts that were told to be finished, in the order in which they were. */
const finished: string[] = [];
const onProgress = (part: string, done: number, total: number) => {
  if (done === total) finished.push(part);
};
const steps = (store: ObjectStore) => ({ store, signer: null, onProgress, now: () => NOW });

beforeAll(async () => {
  const [store, archiveDir] = [await openTestStore(made), freshFolder()];
  await writeLines(archiveDir, 'ECB', ['2026-03-10 EUR/USD 1.1']);
  for (const [place, until] of ['2026-03-11', '2026-03-12', '2026-03-13'].entries()) {
    const tree = await openGenerated(await generateRelease(place === 0 ? 2 : 1, { until }));
    releases.push((await publish({ ...steps(store), tree, archiveDir })).release);
  }
});

it('each publication tells once that a part is finished, the later ones too, which do not know how much there is', () => {
  expect(finished).toEqual(releases.flatMap(() => ['files', 'stable addresses']));
});

function copyOfStore(): string {
  return copied(made);
}

function flip(file: string): void {
  const bytes = readFileSync(file);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

const ALL = { trusted: null, now: NOW, isAll: true } as const;

describe.each([
  ['a folder', verifyFolder],
  ['HTTP', verifyHttp],
] as const)('verify --all of %s', (place, verify) => {
  it('checks every object of every release once, and says how many releases there are', async () => {
    const [one, all] = [await verify(made, { ...ALL, isAll: false }), await verify(made, ALL)];
    const keys = [...readTree(made).keys()].filter((key) => FILE_KEY.test(key));
    expect(faultsOf(all)).toEqual([]);
    expect(all.kept).toEqual(expect.arrayContaining(releases.slice(0, 2)));
    expect([one.kept, all.othersCount]).toEqual([null, 0]);
    expect(all.counts.filesChecked).toBeGreaterThanOrEqual(keys.length);
    expect(verifyLines(all)).toContain('and 2 other releases that are kept');
  });

  it.each<[string, string | null]>([
    ['a file', 'v1/historical/ECB/2026/03/10/EUR.json'],
    ['an index', 'index/ECB.json'],
    ['the manifest', null],
  ])('names one flip in %s that only an older release has, which no other check sees', async (_, path) => {
    const root = rootOf(releases[0] ?? '');
    const [dir, key] = [copyOfStore(), path === null ? textKey(root) : await keyIn(made, path, root)];
    flip(join(dir, key));
    expect(faultsOf(await verify(dir, { ...ALL, isAll: false }))).toEqual([]);
    expect(faultsOf(await verify(dir, ALL))).toEqual([`bad ${key}`]);
    if (place === 'HTTP') return;
    const { status, stdout } = ratetree('verify', dir, '--all');
    expect([status, stdout.includes(`\nbad ${path === null ? key : `${path} (${key})`}: `)]).toEqual([1, true]);
  });

  it('goes with neither a sample nor the stable addresses', () => {
    const { status, stderr } = ratetree('verify', made, '--all', '--sample', '5');
    expect([status, stderr]).toEqual([1, 'ratetree: --all checks whole releases: leave out --sample and --stable\n']);
  });
});

const rootOf = (release: string) =>
  readdirSync(join(made, 'pointers'))
    .map((name) => JSON.parse(readFileSync(join(made, 'pointers', name), 'utf8')))
    .find((pointer) => pointer.release === release).root;

describe('rollback to a release', () => {
  it.each<[string, (file: string) => void, RegExp]>([
    [
      'with a damaged index',
      flip,
      /is not put into force, because it is damaged: .*index\/ECB\.json \(objects\/\S+\) is not what the manifest says/,
    ],
    ['without an index', rmSync, /is not put into force, because it is damaged: .*index\/ECB\.json/],
  ])('%s is refused, and nothing is written', async (_, damage, words) => {
    const dir = copyOfStore();
    damage(join(dir, await keyIn(dir, 'index/ECB.json', rootOf(releases[0] ?? ''))));
    const before = readTree(dir);
    const refused = await rollback(steps(await openTestStore(dir)), releases[0] ?? '').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StoreError);
    expect(`${refused}`).toMatch(words);
    expect(readTree(dir)).toEqual(before);
    expect(await rollback(steps(await openTestStore(dir)), releases[1] ?? '')).toMatchObject({ sequence: 4 });
  });
});

/** A store of format 1, as version 0.2 published it, is read as before, and nothing more is published into it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readSigner, writeKeyPair } from '../../generator/release/pointer/signing.ts';
import { folderObjects } from '../../server/trees/disk.ts';
import { ReleaseStore } from '../../server/trees/release.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { copied } from '../support/kit/copied.ts';
import { runProgramBeside } from '../support/kit/run-program.ts';
import { serveFolder } from '../support/servers/file-server.ts';
import { gatewayOver, NOON_MS } from '../support/servers/gateway.ts';
import { type ByCommand, byCommand, ratetree } from '../support/trees/by-command.ts';
import { toFormat1 } from '../support/trees/format-1.ts';
import { keyIn } from '../support/trees/manifests.ts';
import { answersOf, copyOf, generateRelease, ours, publishAll, QUESTIONS } from '../support/trees/releases.ts';
import { readTree } from '../support/trees/trees.ts';

const LATEST = 'v1/latest/ECB/EUR.json';

let published: ByCommand;
const store = freshFolder();
const { privateFile, publicFile } = writeKeyPair(join(freshFolder(), 'publisher.key'));

beforeAll(async () => {
  published = await byCommand();
  for (const night of [0, 1, 2]) published.publish(night, published.store, '--signing-key', privateFile);
  copied(published.store, store);
  toFormat1(store, readSigner(privateFile, {}));
});

function copyOfStore(): string {
  return copied(store);
}

/** What verify reports. The program runs beside this one, which may be the server that it asks. */
async function verified(target: string, ...flags: readonly string[]) {
  const words = ['verify', target, '--json', '--public-key', publicFile, ...flags];
  const { stdout } = await runProgramBeside(words, { cwd: freshFolder() });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

describe('verify', () => {
  it.each([[], ['--all'], ['--stable'], ['--sample', '20', '--seed', '7']].map((flags) => [flags.join(' '), flags]))(
    'finds a store of format 1 as good as the same of format 2, in a folder and over HTTP: %s',
    async (_, flags) => {
      const { url } = await serveFolder(store);
      const [old, overHttp, now] = await Promise.all([store, url, published.store].map((at) => verified(at, ...flags)));
      expect([old.faults, overHttp.faults]).toEqual([[], []]);
      const { counts, release, key, kept, seed, through } = now;
      expect(old).toMatchObject({ counts, release, key, kept, seed, through });
      expect(counts.filesChecked).toBeGreaterThan(19);
      expect(overHttp.counts.filesChecked).toBe(counts.filesChecked);
    },
  );

  it('names a damaged file at the place where it lies, and refuses what nobody signed', async () => {
    const dir = copyOfStore();
    const key = await keyIn(dir, LATEST);
    expect(key).toMatch(/^releases\/[0-9a-f]{16}\/v1\/latest\/ECB\/EUR\.json$/);
    writeFileSync(join(dir, key), readFileSync(join(dir, key), 'utf8').replace('1', '2'));
    expect((await verified(dir)).faults).toMatchObject([{ kind: 'bad', key, path: LATEST }]);
    const pointer = join(dir, 'current.json');
    writeFileSync(pointer, readFileSync(pointer, 'utf8').replace(/"sequence":\d+/, '"sequence":9'));
    expect((await verified(dir)).faults).toMatchObject([{ kind: 'refused', key: 'current.json' }]);
  });
});

describe('a gateway', () => {
  it('answers from a store of format 1, and follows the publisher to format 2', async () => {
    const trees = [await generateRelease(1), await generateRelease(2)];
    const folder = copyOf(await publishAll(trees.slice(0, 1)));
    const next = copyOf(await publishAll(trees));
    toFormat1(folder.dir, ours.signer);
    const objects = folderObjects(folder.dir);
    const state = { nowMs: NOON_MS };
    const gateway = await gatewayOver(new ReleaseStore(objects, ours.trusted), { nowMs: () => state.nowMs });
    for (const [place, tree] of trees.entries()) {
      if (place === 1) {
        copied(next.dir, folder.dir);
        expect(await gateway.catalogue.refresh()).toBe(true);
      }
      const { bodies } = await answersOf(tree);
      for (const question of QUESTIONS) expect((await gateway.ask(question)).text).toBe(bodies.get(question));
    }
  });
});

describe('a command that writes', () => {
  const night = () => published.nights[2] ?? { tree: '', archive: '' };
  const where = () => ['--archive', join(freshFolder(), 'archive'), '--out', join(freshFolder(), 'dist')];
  it.each<[string, (dir: string) => ReturnType<typeof ratetree>]>([
    ['publish', (dir) => published.publish(2, dir)],
    ['publish --dry-run', (dir) => published.publish(2, dir, '--dry-run')],
    ['nightly', (dir) => ratetree('nightly', dir, ...where(), '--replay', freshFolder(), '--provider', 'ECB')],
    ['check', (dir) => ratetree('check', dir, '--from', night().tree)],
    ['rollback', (dir) => ratetree('rollback', dir)],
  ])('refuses a store of format 1 by name, says what rewrites it, and writes nothing: %s', (_, run) => {
    const dir = copyOfStore();
    const before = readTree(dir);
    const { status, stdout, stderr } = run(dir);
    expect(status, stderr).toBe(1);
    const said = `${stdout}${stderr}`.replaceAll('\\"', '"');
    expect(said).toContain(
      `${dir}/ was published by version 0.2 or older, in format 1: "ratetree repair ${dir}/ --convert"`,
    );
    expect(readTree(dir)).toEqual(before);
  });
});

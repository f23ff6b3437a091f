/** `repair` on a store that has lost or damaged files of its log. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mendLog } from '../../generator/release/objects/mend-log.ts';
import { readKept } from '../../generator/release/pointer/published.ts';
import { prune } from '../../generator/release/publish/prune.ts';
import { rehearsalOf } from '../../generator/release/store/rehearsal.ts';
import type { ObjectStore } from '../../generator/release/store/store.ts';
import { checkLog } from '../../generator/release/verify/log.ts';
import { folderSource } from '../../generator/release/verify/source.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { altered } from '../support/kit/altered-store.ts';
import { copied } from '../support/kit/copied.ts';
import { runProgram } from '../support/kit/run-program.ts';
import {
  LOG,
  type LoggedNight,
  makeNights,
  openTestStore,
  publishLogged,
  withOwnArchive,
} from '../support/trees/logged.ts';
import { newKeys } from '../support/trees/release-pair.ts';
import { readTree } from '../support/trees/trees.ts';

const keys = newKeys();
const trust = { trusted: keys.trusted, witnesses: [], quorum: 0 };
const BUNDLE = 'log/tile/entries/000.p/3';
const TILE = 'log/tile/0/000.p/3';
const CHECKPOINT = 'log/checkpoint';
let [whole, dir] = ['', ''];
let next: LoggedNight;
beforeAll(async () => {
  const nights = await makeNights('2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13');
  const store = await openTestStore();
  whole = store.name;
  for (const night of nights.slice(0, 3)) await publishLogged(store, keys, night);
  next = nights[3] ?? { tree: '', archive: '' };
});
beforeEach(() => {
  dir = copied(whole);
});

const filesOfLog = (folder: string) => new Map([...readTree(folder)].filter(([key]) => key.startsWith('log/')));
const lose = (...parts: readonly string[]) => {
  for (const part of parts) rmSync(join(dir, part), { recursive: true });
};
const damage = (key: string) => {
  const bytes = Buffer.from(readFileSync(join(dir, key)));
  bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40);
  lose(key);
  writeFileSync(join(dir, key), bytes);
};
async function mended(from: string | null = null) {
  const store = await openTestStore(dir);
  const copy = from === null ? null : await openTestStore(from);
  const before = filesOfLog(dir);
  const rehearsed = await mendLog(rehearsalOf(store), copy, await readKept(store, null));
  expect(filesOfLog(dir)).toEqual(before);
  const report = await mendLog(store, copy, await readKept(store, null));
  expect(report).toEqual(rehearsed);
  return report;
}

describe('repair of a log', () => {
  it.each<[string, () => void, readonly string[]]>([
    ['nothing', () => {}, []],
    ['the last bundle of entries', () => lose(BUNDLE), [BUNDLE]],
    ['two bundles', () => lose(BUNDLE, BUNDLE.replace('/3', '/2')), [BUNDLE]],
    ['all tiles and entries', () => lose('log/tile'), [BUNDLE, TILE]],
    ['a tile', () => lose(TILE), [TILE]],
    ['one bit of a tile', () => damage(TILE), [TILE]],
    ['one bit of an entry', () => damage(BUNDLE), [BUNDLE]],
    ['the end of an entry', () => writeFileSync(join(dir, BUNDLE), 'x'), [BUNDLE]],
  ])('writes again what is lost: %s', async (_, act, keysOfMended) => {
    act();
    expect(await mended()).toEqual({ mended: keysOfMended, left: [] });
    expect(readFileSync(join(dir, BUNDLE))).toEqual(readFileSync(join(whole, BUNDLE)));
    expect((await checkLog(folderSource(dir), trust, null)).faults).toEqual([]);
    const { log } = await publishLogged(await openTestStore(dir), keys, withOwnArchive(next), { log: null });
    expect(log).toMatchObject({ size: 4 });
  });

  it('needs a copy of the store for entries whose releases are deleted, and an older one is enough', async () => {
    await prune(await openTestStore(dir), { signer: null }, 1);
    const older = copied(dir);
    for (const key of [BUNDLE, TILE, CHECKPOINT]) rmSync(join(older, key));
    lose('log/tile');
    const none = 'no copy of the entries that were signed is here: name a folder that has one with --from';
    expect(await mended()).toEqual({ mended: [], left: [{ kind: 'bad', key: BUNDLE, why: none }] });
    expect(filesOfLog(dir).size).toBe(1);
    expect(await mended(older)).toEqual({ mended: [BUNDLE, TILE], left: [] });
    // The copy is damaged where the store is whole.
    lose(TILE);
    writeFileSync(join(older, BUNDLE), 'x');
    expect(await mended(older)).toEqual({ mended: [TILE], left: [] });
    damage(BUNDLE);
    expect(await mended(whole)).toEqual({ mended: [BUNDLE], left: [] });
  });

  it('says which command signs a lost checkpoint again', async () => {
    const fix = (name: string) => `"--log ${name}" of publish and nightly writes it again`;
    writeFileSync(join(dir, CHECKPOINT), 'x');
    expect((await mended()).left).toEqual([{ kind: 'bad', key: CHECKPOINT, why: `delete it: ${fix('NAME')}` }]);
    lose(CHECKPOINT);
    expect((await mended()).left).toEqual([{ kind: 'missing', key: CHECKPOINT, why: fix('NAME') }]);
    lose(BUNDLE);
    const left = [{ kind: 'missing', key: CHECKPOINT, why: fix('rates.example/log') }];
    expect(await mended(whole)).toEqual({ mended: [BUNDLE], left });
    await publishLogged(await openTestStore(dir), keys, withOwnArchive(next), { log: LOG });
    expect((await checkLog(folderSource(dir), trust, null)).faults).toEqual([]);
  });

  it('is part of the command, and asks little of a store without a log', async () => {
    lose(TILE, CHECKPOINT);
    const from = ['--from', whole, '--archive', freshFolder()];
    const dry = runProgram(['repair', dir, '--dry-run', ...from]);
    expect([dry.status, dry.stdout]).toEqual([4, expect.stringContaining(`would be written again: ${TILE}`)]);
    const { status, stdout } = runProgram(['repair', dir, ...from]);
    expect(status).toBe(4);
    expect(stdout).toContain(
      `written again: ${TILE}\nleft: missing ${CHECKPOINT}: "--log rates.example/log" of publish`,
    );
    expect(stdout.trimEnd()).toMatch(/, 1 left$/);
    lose('log');
    const store = await openTestStore(dir);
    const asked: string[] = [];
    const get: ObjectStore['get'] = (key) => {
      asked.push(key);
      return store.get(key);
    };
    expect(await mendLog(altered(store, { get }), null, [])).toEqual({ mended: [], left: [] });
    expect(asked).toEqual([CHECKPOINT]);
  });
});
